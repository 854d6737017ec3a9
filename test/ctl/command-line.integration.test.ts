import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { runCtl } from './service.ts';

describe('the command line', () => {
  test.each([
    [['--help'], /networks, features, tokens/],
    [['network', 'set', '--help'], /hideMode +blocker or mutual .*\n +activityRetentionDays +1 to 3650, or off/],
    [['admin-link', '--help'], /--expires <period>.*\(default: 8h\)/s],
    [['token', '--help'], /--expires <period>.*server +POST \/events/s],
    [['user', 'erase', '--help'], /--data <folder>.*tables blocks and events twice/s],
  ])('%j prints help on stdout', async (words, text) => {
    expect(await runCtl(words)).toEqual({ stdout: expect.stringMatching(text), stderr: '', code: 0 });
  });

  test.each([
    ['no command at all', [], /^Usage: ctl/],
    ['an incomplete command', ['network'], /^Usage: ctl network/],
    ['an unknown command', ['netwrok', 'list'], /unknown command 'netwrok'.*\n.*network/],
    ['an unknown option', ['network', 'list', '--colour'], /unknown option '--colour'/],
    ['a missing argument', ['network', 'show'], /missing required argument 'network'/],
    ['an extra argument', ['network', 'show', 'acme', 'other'], /too many arguments/],
    [
      'an unknown feature',
      ['feature', 'enable', 'acme', 'blocks'],
      /no feature "blocks".*blockUser, userActivity, webhooks/,
    ],
    ['a malformed network id', ['network', 'create', 'A_b'], /^network must be a network id: .*; it is "A_b"\.$/m],
    ['a malformed user id', ['user', 'erase', 'acme', ''], /^user must be a user id/],
    ['a malformed key id', ['key', 'revoke', 'acme', 'a b'], /^key must be the id of a key/],
  ])('refuses %s with exit code 2 and an empty stdout', async (_, words, message) => {
    expect(await runCtl(words)).toEqual({ stdout: '', stderr: expect.stringMatching(message), code: 2 });
  });

  test('ends without an error when stdout is closed', async () => {
    const child = spawn(process.execPath, ['bin/ctl.ts', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (part) => {
      stderr += part;
    });
    const [code] = await once(child, 'close');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
