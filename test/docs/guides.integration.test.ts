/** Runs the console sessions of the README and the guides in a shell each, with the local cloud that all tests share. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cloud, cloudVariables, eventually } from '../../testing/service.ts';
import { consoleSessions, type Exchange, isAsShown } from './console-blocks.ts';
import { openShell } from './shell.ts';

const guides = readdirSync('docs/guides').map((file) => `docs/guides/${file}`);
const pages = ['README.md', ...guides]
  .map((page) => ({ page, sessions: consoleSessions(readFileSync(page, 'utf8')) }))
  .filter(({ sessions }) => sessions.length > 0);

test('at least seven pages have console sessions', () => {
  expect(pages.length).toBeGreaterThanOrEqual(7);
});

describe.each(pages)('$page', ({ page, sessions }) => {
  let shell: ReturnType<typeof openShell>;
  beforeAll(() => {
    shell = openShell();
  });
  afterAll(() => shell.close());

  test.each(sessions)('line $line: the commands of “$heading” print what it shows', async ({ exchanges }) => {
    for (const exchange of exchanges) await expectAsShown(exchange);
  });

  /** A read is repeated for a while, since it may lag behind what was just written, or show what comes of it. */
  async function expectAsShown(exchange: Exchange): Promise<void> {
    const isRead = exchange.command.startsWith('curl ') && !/ (-d|-X) /.test(exchange.command);
    await eventually(() => expectOnce(exchange), isRead ? 10_000 : 0);
  }

  async function expectOnce({ line, command, shown }: Exchange): Promise<void> {
    const { output, exitCode } = await shell.run(hereOf(command, page));
    const printed = isAsShown(shown, output) ? shown : output;
    expect({ line, command, printed, exitCode }).toEqual({ line, command, printed: shown, exitCode: 0 });
  }
});

/**
 * The command, with the shared local cloud instead of the reader's own. Only the README's run npm, which takes as long to start as the
 * command itself.
 */
function hereOf(command: string, page: string): string {
  const npm = 'npm run -s ctl -- ';
  const ctl = page === 'README.md' ? npm : 'node bin/ctl.ts ';
  return command
    .replaceAll('http://127.0.0.1:3000', cloud().url)
    .replaceAll(npm, `${ctl}--data '${process.env[cloudVariables.data]}' `);
}
