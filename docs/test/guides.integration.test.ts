/** Pastes the commands of the README and of each guide into a shell, once, with the local cloud all tests share. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { needsToken, type RouteDefinition } from '../../contract/route.ts';
import { documentationOf, routes } from '../../contract/routes.ts';
import { WEBHOOK_ID, WEBHOOK_SIGNATURE, WEBHOOK_TIMESTAMP } from '../../contract/signature.ts';
import { SAMPLE_API, samplesOf } from '../../scripts/api-samples.ts';
import { exchangesOf, isAsShown } from '../../test/support/console-blocks.ts';
import { startReceiver } from '../../test/support/receivers/http-receivers.ts';
import type { Receiver } from '../../test/support/receivers/listening.ts';
import { cloud, dataFolder } from '../../test/support/service.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

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

/**
 * The samples of the API reference in JavaScript and Python send what those in curl send, which
 * test/contract/examples.integration.test.ts runs.
 */
const shown = Object.values<RouteDefinition>(routes).map((route) => ({
  route,
  example: documentationOf(route).example,
  samples: samplesOf(route),
}));

let receiver: Receiver;
let baseUrl: string;
beforeEach(async () => {
  receiver = await startReceiver();
  baseUrl = new URL(receiver.url).origin;
});
afterEach(() => receiver.stop());

const SECRET = `whsec_${Buffer.from('of the samples of this test').toString('base64')}`;

const received = () =>
  receiver.requests.map(({ method, path, headers, body }) => {
    const { pathname, searchParams } = new URL(path, baseUrl);
    const json = body.length > 0 ? [headers['content-type'], JSON.parse(body.toString())] : '';
    const credential = headers[WEBHOOK_SIGNATURE] === undefined ? headers['authorization'] : signedBody(headers, body);
    return [method, pathname, [...searchParams], credential, json];
  });

/** Throws for a wrong signature. */
const signedBody = (headers: IncomingHttpHeaders, body: Buffer) => {
  const names = [WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE];
  const signed = Object.fromEntries(names.map((name) => [name, `${headers[name]}`]));
  return ['signed', new Webhook(SECRET).verify(body, signed)];
};

const expected = shown.map(({ route, example: { parameters = {}, query = {}, body } }) => [
  route.method,
  route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? ''),
  Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, `${one}`])),
  // A route that takes both is shown with a token.
  route.role === 'receiver' && route.alsoFor === undefined
    ? ['signed', body]
    : needsToken(route) || route.alsoFor !== undefined
      ? 'Bearer a.b.c'
      : undefined,
  body === undefined ? '' : ['application/json', body],
]);

/** Runs a program with the samples; asynchronous, since the receiver is in this process. */
const run = (program: string, words: readonly string[]) =>
  promisify(execFile)(
    program,
    words.map((word) => word.replaceAll(SAMPLE_API, baseUrl)),
    {
      env: { ...process.env, TOKEN: 'a.b.c', WEBHOOK_SECRET: SECRET },
    },
  );

test('the samples in JavaScript send the requests of the examples', async () => {
  const lines = shown.flatMap(({ samples: { js } }) => ['{', ...js.split('\n'), '}']);
  const isImport = (line: string) => line.startsWith('import ');
  const client = pathToFileURL(resolve('client/index.ts')).href;
  const program = [...new Set(lines.filter(isImport)), ...lines.filter((line) => !isImport(line))]
    .join('\n')
    .replace('@social-platform-services/client', client);
  const file = join(temporaryFolder(), 'samples.mjs');
  writeFileSync(file, program.replaceAll(SAMPLE_API, baseUrl));
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', file]);
  expect(received()).toEqual(expected);
});

const hasPython = spawnSync('python3', ['-c', 'import requests']).status === 0;
(hasPython ? test : test.skip)('the samples in Python send the requests of the examples', async () => {
  await run('python3', ['-c', shown.map(({ samples: { python } }) => python).join('\n')]);
  expect(received()).toEqual(expected);
});
