/** The completion script, in a real bash. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { completionScript } from '../../ctl/completion.ts';
import { buildProgram } from '../../ctl/program.ts';

const script = completionScript('bash', 'sps-ctl', buildProgram());

/** What bash offers for the last of these words. */
const offered = (...words: readonly string[]): readonly string[] =>
  execFileSync(
    'bash',
    [
      '-c',
      `${script}\nCOMP_WORDS=(sps-ctl "$@"); COMP_CWORD=$#; _sps_ctl; printf '%s\\n' "\${COMPREPLY[@]}"`,
      'bash',
      ...words,
    ],
    { encoding: 'utf8' },
  )
    .split('\n')
    .filter((word) => word !== '');

describe('Completion in bash', () => {
  test.each<[readonly string[], readonly string[]]>([
    [['to'], ['token', 'top']],
    [['network', 'cr'], ['create']],
    [['--data', 'network', 'feature', 'en'], ['enable']],
    [['feature', 'enable', 'acme', 'block'], ['blockUser']],
    [['token', '--ro'], ['--role']],
    [['token', '--network', 'demo', '--role', 's'], ['server']],
    [['network', 'list', '--js'], ['--json']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish', '--name', '--help', '--data', '--env', '--json'],
    ],
    [['unknown', 'x'], []],
  ])('of %j is %j', (words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });
});

test('Completion in zsh is that of bash', () => {
  const lines = completionScript('zsh', 'sps-ctl', buildProgram());
  expect(lines).toMatch(/bashcompinit\n/);
  expect(lines.endsWith(script)).toBe(true);
});

test('Completion in fish has a line for each command and option', () => {
  const lines = completionScript('fish', 'sps-ctl', buildProgram()).split('\n');
  expect(lines).toContain("complete -c sps-ctl -n '__fish_use_subcommand' -f -a network");
  expect(lines).toContain(
    "complete -c sps-ctl -n '__fish_seen_subcommand_from token' -l role -x -a 'user server admin viewer'",
  );
  expect(lines.filter((line) => line.endsWith(' -a revoke'))).toHaveLength(1);
});
