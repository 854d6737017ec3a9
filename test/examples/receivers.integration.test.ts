/** The receivers of examples/receivers, against the table of all receivers. */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { eventually } from '../support/eventually.ts';
import { call, createNetwork, tokenFor } from '../support/service.ts';
import { framings, sendFramed } from './framing.ts';
import { canRun, type Language, languages, php, python, startProcess } from './languages.ts';
import { type RunningReceiver, receiverTests } from './receiver-tests.ts';
import { EVENT, signedRequest } from './requests.ts';
import { shortest } from './secrets.ts';
import { send } from './send.ts';

test('every receiver of examples/receivers has its tests here', () => {
  expect(readdirSync('examples/receivers').toSorted()).toEqual(
    Object.values(languages)
      .map(({ file }) => file)
      .toSorted(),
  );
});

/** Every machine that runs the tests has these; SPS_REQUIRE_LANGUAGES names more of them, such as `Go,Ruby`. */
const required = new Set(['Node', 'Python', ...(process.env['SPS_REQUIRE_LANGUAGES'] ?? '').split(',')]);
const untested: string[] = [];

for (const [name, language] of Object.entries(languages)) {
  if (required.has(name) || canRun(language)) {
    describe(`The ${name} receiver`, () => {
      receiverTests({ start: (secrets, key) => startProcess(language, secrets, key) });
    });
    describe(`The server of the ${name} receiver`, () => serverTests(language));
  } else {
    untested.push(name);
    test.skip(`the ${name} receiver is not tested: \`${language.probe.join(' ')}\` can't be run here`, () => {});
  }
}
afterAll(() => {
  // Not by the console, which is silent in a run of all tests.
  if (untested.length > 0)
    process.stderr.write(`Example receivers: ${untested.length} not tested: ${untested.join(', ')}\n`);
});

/** What is the server's part: the client leaves it to a framework. */
function serverTests(language: Language): void {
  let receiver: RunningReceiver;
  let webhook: { readonly path: string; readonly token: string };
  beforeAll(async () => {
    const token = await tokenFor(await createNetwork(), 'root', 'admin');
    const { body: created } = await call('POST', '/webhooks', {
      token,
      body: { url: 'https://example.com/', enabled: false },
    });
    const { webhookId, secret } = v.parse(v.object({ webhookId: v.string(), secret: v.string() }), created);
    webhook = { path: `/webhooks/${webhookId}`, token };
    receiver = await startProcess(language, `${shortest} ${secret}`);
  });
  afterAll(() => receiver.stop());

  test('passes the check-up of its webhook', async () => {
    const { token, path } = webhook;
    await call('PATCH', path, { token, body: { url: `${receiver.url}/` } });
    const { body: checked } = await call('POST', `${path}/checkup`, { token });
    const { results } = v.parse(v.object({ results: v.array(v.looseObject({ verdict: v.string() })) }), checked);
    expect(results.filter(({ verdict }) => verdict !== 'passed')).toMatchObject([{ question: 'accepts_legacy' }]);
  });

  test.each([
    ['GET', '{}', undefined],
    ['HEAD', '', undefined],
    ['PUT', '{}', 'a body'],
  ] as const)(
    'responds with 405 to %s, and to what follows on the connection as always',
    async (method, text, body) => {
      const answer = await send(receiver.url, { method, ...(body !== undefined && { body }) });
      expect(answer).toMatchObject({ status: 405, text, headers: { allow: 'POST' } });
      expect(await send(receiver.url, signedRequest('1'))).toMatchObject({ status: 200 });
    },
  );
}

describe('The Python receiver, whose server leaves chunks to it,', () => {
  let receiver: RunningReceiver;
  beforeAll(async () => {
    receiver = await startProcess(python, shortest);
  });
  afterAll(() => receiver.stop());

  test.each(framings)('responds with $status to a body with $name, and to the next as always', async (framing) => {
    const [id, after] = [randomUUID(), randomUUID()];
    const { headers = {}, body } = signedRequest(id, `{"event":"${EVENT}","data":{}}`.padEnd(100));
    expect(await sendFramed(receiver.url, headers, `${body}`, framing)).toBe(framing.status);
    expect(await send(receiver.url, signedRequest(after))).toMatchObject({ status: 200 });
    const handled = framing.status === 200 ? [id, after] : [after];
    await eventually(() =>
      expect(receiver.received().slice(-handled.length)).toEqual(handled.map((one) => `${EVENT} ${one}`)),
    );
    expect(receiver.received().join()).toMatch(framing.status === 200 ? id : new RegExp(`^(?!.*${id})`));
  });
});

(canRun(php()) ? test : test.skip)('PHP that cannot compute a signature does not respond with 200', async () => {
  const receiver = await startProcess(php('-d', 'disable_functions=hash_hmac'), shortest);
  const { status } = await send(receiver.url, signedRequest('1'));
  await receiver.stop();
  expect(status).toBe(500);
});
