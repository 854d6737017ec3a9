/** The README's console sessions, typed into a shell beside the local cloud that all tests share, in the page's order. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { cloud, cloudVariables, eventually } from '../support/service.ts';
import { consoleSessions, type Exchange, isAsShown } from './console-blocks.ts';
import { openShell } from './shell.ts';

const sessions = consoleSessions(readFileSync('README.md', 'utf8'));
const shell = openShell();
afterAll(() => shell.close());

describe('README', () => {
  test('has console sessions', () => {
    expect(sessions.length).toBeGreaterThan(5);
  });

  test.each(sessions)('line $line: what “$heading” shows is what comes back', async ({ exchanges }) => {
    for (const exchange of exchanges) await expectAsShown(exchange);
  });
});

/** A read is repeated for a while: what was written just before may still be on its way. */
async function expectAsShown(exchange: Exchange): Promise<void> {
  const isRead = exchange.command.startsWith('curl ') && !/ (-d|-X) /.test(exchange.command);
  await eventually(() => expectOnce(exchange), isRead ? 3_000 : 0);
}

async function expectOnce({ line, command, shown }: Exchange): Promise<void> {
  const { output, exitCode } = await shell.run(hereOf(command));
  const printed = isAsShown(shown, output) ? shown : output;
  expect({ line, command, printed, exitCode }).toEqual({ line, command, printed: shown, exitCode: 0 });
}

/** The command against the shared local cloud instead of the reader's own. */
const hereOf = (command: string): string =>
  command
    .replaceAll('http://127.0.0.1:3000', cloud().url)
    .replaceAll('npm run -s ctl -- ', `npm run -s ctl -- --data '${process.env[cloudVariables.data]}' `);
