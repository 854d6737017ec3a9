/** Pastes the commands of the README and of each guide into a shell, once, with the local cloud all tests share. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createClient } from '../../client/index.ts';
import { type Example, examples } from '../../contract/examples.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import { sampleSetup, samplesOf } from '../../scripts/api-samples.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import type { Receiver } from '../../testing/receivers/listening.ts';
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
  const ctl = page === 'README.md' ? npm : 'node bin/sps.ts ';
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

/** The API reference's samples send the request of the operation's example: curl in bash, JavaScript and Python. */
const exampleOf = new Map<string, Example>(Object.entries(examples));
const shown = Object.values<RouteDefinition>(routes).flatMap((route) => {
  const example = exampleOf.get(route.operationId) ?? { response: {} };
  const { sh, js, python } = samplesOf(route, example);
  return sh && js && python ? [{ route, example, sh, js, python }] : [];
});

let receiver: Receiver;
let baseUrl: string;
beforeEach(async () => {
  receiver = await startReceiver();
  baseUrl = new URL(receiver.url).origin;
});
afterEach(() => receiver.stop());

const received = () =>
  receiver.requests.map(({ method, path, headers, body }) => {
    const { pathname, searchParams } = new URL(path, baseUrl);
    const json = body.length > 0 ? [headers['content-type'], JSON.parse(body.toString())] : '';
    return [method, pathname, [...searchParams], headers['authorization'], json];
  });
const expected = shown.map(({ route, example: { parameters = {}, query = {}, body } }) => [
  route.method,
  route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? ''),
  Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, `${one}`])),
  route.role === 'anyone' ? undefined : 'Bearer a.b.c',
  body === undefined ? '' : ['application/json', body],
]);

/** Runs a program with the samples; asynchronous, since the receiver is in this process. */
const run = (program: string, words: readonly string[]) =>
  promisify(execFile)(program, words, { env: { ...process.env, API: baseUrl, TOKEN: 'a.b.c' } });

test('curl', async () => {
  await run('bash', ['-ec', shown.map(({ sh }) => `${sh} -sS > /dev/null`).join('\n')]);
  expect(received()).toEqual(expected);
});

test('JavaScript', async () => {
  const client = createClient({ baseUrl, token: 'a.b.c' });
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  for (const { js } of shown) await new AsyncFunction('client', js)(client);
  expect(received()).toEqual(expected);
});

const hasPython = spawnSync('python3', ['-c', 'import requests']).status === 0;
(hasPython ? test : test.skip)('Python', async () => {
  await run('python3', ['-c', [sampleSetup.python, ...shown.map(({ python }) => python)].join('\n')]);
  expect(received()).toEqual(expected);
});
