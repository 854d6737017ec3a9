/** Runs the README's console sessions in a shell, in the page's order, with the local cloud that all tests share. */
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

  test.each(sessions)('line $line: the commands of “$heading” print what it shows', async ({ exchanges }) => {
    for (const exchange of exchanges) await expectAsShown(exchange);
  });
});

/** A read is repeated for a while, since it may lag behind what was just written. */
async function expectAsShown(exchange: Exchange): Promise<void> {
  const isRead = exchange.command.startsWith('curl ') && !/ (-d|-X) /.test(exchange.command);
  await eventually(() => expectOnce(exchange), isRead ? 3_000 : 0);
}

async function expectOnce({ line, command, shown }: Exchange): Promise<void> {
  const { output, exitCode } = await shell.run(hereOf(command));
  const printed = isAsShown(shown, output) ? shown : output;
  expect({ line, command, printed, exitCode }).toEqual({ line, command, printed: shown, exitCode: 0 });
}

/** The command, with the shared local cloud instead of the reader's own. */
const hereOf = (command: string): string =>
  command
    .replaceAll('http://127.0.0.1:3000', cloud().url)
    .replaceAll('npm run -s ctl -- ', `npm run -s ctl -- --data '${process.env[cloudVariables.data]}' `);
