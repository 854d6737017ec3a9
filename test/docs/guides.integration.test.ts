/** Pastes the commands of the README and of each guide into a shell, once, with the local cloud all tests share. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { cloud, dataFolder } from '../../testing/service.ts';
import { exchangesOf, isAsShown } from './console-blocks.ts';
import { paste } from './shell.ts';

const pages = ['README.md', ...readdirSync('docs/guides').map((file) => `docs/guides/${file}`)]
  .map((page) => ({ page, exchanges: exchangesOf(readFileSync(page, 'utf8')) }))
  .filter(({ exchanges }) => exchanges.length > 0);

test('at least seven pages have console blocks', () => {
  expect(pages.length).toBeGreaterThanOrEqual(7);
});

test.concurrent.each(pages)('$page: its commands print what it shows', async ({ page, exchanges }) => {
  const results = await paste(exchanges.map(({ command }) => hereOf(command, page)));
  const printed = exchanges.map(({ line, command, shown }, index) => {
    const { output, exitCode } = results[index] ?? { output: 'nothing: the shell has ended', exitCode: undefined };
    return { line, command, shown: isAsShown(shown, output) ? shown : output, exitCode };
  });
  expect(printed).toEqual(exchanges.map((exchange) => ({ ...exchange, exitCode: 0 })));
});

/**
 * The command, with the shared local cloud instead of the reader's own. Only the README's run npm, which takes as long
 * to start as the command itself.
 */
function hereOf(command: string, page: string): string {
  const npm = 'npm run -s ctl -- ';
  const ctl = page === 'README.md' ? npm : 'node bin/ctl.ts ';
  return command.replaceAll('http://127.0.0.1:3000', cloud().url).replaceAll(npm, `${ctl}--data '${dataFolder()}' `);
}
