/** The API reference's samples send the request of the operation's example: curl in bash, JavaScript and Python. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createClient } from '../../client/index.ts';
import { type Example, examples } from '../../contract/examples.ts';
import type { RouteDefinition } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import { sampleSetup, samplesOf } from '../../scripts/api-samples.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import type { Receiver } from '../../testing/receivers/listening.ts';

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
