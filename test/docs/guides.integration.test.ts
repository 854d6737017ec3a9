/** Pastes the commands of the README and of each guide into a shell, once, with the local cloud all tests share. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { cloud, dataFolder } from '../../testing/service.ts';
import { exchangesOf, isAsShown } from './console-blocks.ts';

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

/** What one command has printed to both streams, and its exit code. */
interface Result {
  readonly output: string;
  readonly exitCode: number;
}

const TIMEOUT_MS = 45_000;
const MARK = 'the-command-is-done';

/**
 * Pastes the commands all at once into a new bash in the project's folder, and returns their results once it has ended,
 * with what they left running. Fewer of them if a command ends the shell, or if together they take more than 45 s.
 */
async function paste(commands: readonly string[]): Promise<readonly Result[]> {
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    cwd: join(import.meta.dirname, '../..'),
    // A process group of its own.
    detached: true,
  });
  const end = (): unknown => bash.pid !== undefined && process.kill(-bash.pid);
  const timer = setTimeout(end, TIMEOUT_MS);
  let text = '';
  bash.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const marked = commands.map((command) => `${command}\nprintf '\\n${MARK} %s\\n' $?`);
  bash.stdin.on('error', () => {});
  bash.stdin.end(["exec 2>&1; trap 'trap - TERM; kill 0' EXIT", ...marked, ''].join('\n'));
  await once(bash, 'close');
  clearTimeout(timer);
  return [...text.matchAll(new RegExp(`([\\s\\S]*?)\\n${MARK} (\\d+)\\n`, 'g'))].map(([, output = '', exitCode]) => ({
    output: output.replaceAll('\r', ''),
    exitCode: Number(exitCode),
  }));
}
