/** Whoever is on call can type what the runbook says: each of its commands is parsed here, and not run. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildProgram } from '@social-platform-services/ctl/program';
import type { Command } from 'commander';

const runbook = readFileSync('docs/runbook.md', 'utf8');

const whole = [...runbook.matchAll(/npm run -s ctl -- ([^\n`#>)]+)/g)].map(([, words = '']) => asTyped(words));
/** `ctl admin-link`, or `redrive list` where the context is clear. */
const short = [...runbook.matchAll(/`(?:ctl\s+|(?=redrive ))([a-z][^`]*)`/g)].map(([, words = '']) => words);

test.each(whole)('ctl %s is a command with these arguments and options', async (words) => {
  const run: string[] = [];
  const program = await buildProgram();
  for (const command of leavesOf(program)) command.exitOverride().action(() => void run.push(command.name()));
  await program.parseAsync(words.split(' '), { from: 'user' });
  expect(run).toHaveLength(1);
});

test.each([...new Set(short)])('ctl %s names a command', async (words) => {
  const names = leavesOf(await buildProgram()).map(pathOf);
  expect(names.filter((name) => `${words} `.startsWith(`${name} `))).toHaveLength(1);
});

// https://docs.aws.amazon.com/cli/latest/reference/dynamodb/wait/table-exists.html: 25 checks, 20 s apart.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListBackups.html: others are not listed by default.
test('a restore takes longer than the CLI waits, and deleted tables’ backups are listed if asked for', () => {
  expect(runbook).toMatch(/^ *aws dynamodb wait table-exists .*# gives up after 8 minutes: repeat it$/m);
  expect(runbook).toMatch(/`aws dynamodb list-backups\s+--backup-type SYSTEM`/);
});

// A table that is being updated can't be deleted:
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteTable.html
test('a table is deleted once it is no longer protected, which takes a moment', () => {
  expect(runbook).toMatch(
    /no-deletion-protection-enabled\naws dynamodb wait table-exists --table-name TABLE && aws dynamodb delete-table/,
  );
});

/** With values in place of the words in capitals that stand for them. */
function asTyped(words: string): string {
  return words
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll('STAGE', 'dev')
    .replaceAll('WEBHOOK', `wh_${'0'.repeat(32)}`)
    .replaceAll(/\b[A-Z][A-Z-]+\b/g, (word) => word.toLowerCase());
}

const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

/** Such as `redrive list`. */
const pathOf = (command: Command): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
