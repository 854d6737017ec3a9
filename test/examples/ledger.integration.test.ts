/** The program of examples/ledger, by a ledger that has nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { verifyWebhook } from '@social-platform-services/client/webhooks';
import * as v from 'valibot';
import { type Respond, startReceiver } from '../support/receivers/http-receivers.ts';
import { longest, malformedSecrets, shortest, untidySecrets } from './secrets.ts';

const HOUR = '2026-11-22T21';
const nothing: Respond = (response) => response.end('{"slices":[]}');

/** Runs it with the value of WEBHOOK_SECRET and the lines of stored ids. */
async function reconcile(secrets: string, respond: Respond = nothing, ids = '') {
  const service = await startReceiver(respond);
  const child = spawn('python3', ['examples/ledger/reconcile.py', service.url, 'demo', 'wh', HOUR], {
    env: { ...process.env, WEBHOOK_SECRET: secrets },
  });
  child.stdin.on('error', () => undefined).end(ids);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  await service.stop();
  return { code, said, requests: service.requests };
}

const Asked = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ after: v.optional(v.string()), deliveryIds: v.optional(v.array(v.string())) }),
);
const askedIn = ({ body }: { readonly body: Buffer }) => v.parse(Asked, `${body}`);

test('reads every page of the ledger', async () => {
  const pages = [{ slices: [], next: 'A' }, { slices: [], next: 'B' }, { slices: [] }];
  const { code, requests } = await reconcile(shortest, (response) => response.end(JSON.stringify(pages.shift())));
  expect({ code, cursors: requests.map((request) => askedIn(request).after) }).toEqual({
    code: 0,
    cursors: [undefined, 'A', 'B'],
  });
});

test('signs with each secret of a rotation, whatever white space is around them', async () => {
  const { requests } = await reconcile(untidySecrets, (response) => response.end('{"slices":[]}'));
  for (const secret of [shortest, longest]) {
    // It is signed, and no event.
    const verified = verifyWebhook({
      headers: requests[0]?.headers ?? {},
      body: requests[0]?.body ?? Buffer.of(),
      secret,
    });
    await expect(verified).rejects.toMatchObject({ reason: 'not-an-event' });
  }
});

test.each(malformedSecrets)('asks nothing with %s as its secret, and says so', async (_, value) => {
  const { code, said, requests } = await reconcile(value);
  expect({ code, requests }).toEqual({ code: 1, requests: [] });
  expect(said).toMatch(/^Each secret in WEBHOOK_SECRET must be whsec_ and the Base64 of 24 to 64 bytes\.\n$/);
});

test('compares the ids of the hour, and leaves other lines out', async () => {
  const answers = [{ slices: [{ digest: 'another' }] }, { missing: [] }];
  const own = '01M82JMYY00000000000000001';
  const lines = ['', 'msg_2KWPBgLl', 'Zürich', '01JDEXAMPQ7W3N5Y8T2V4X6Z9A', `${own}\r`, own.toLowerCase(), ''];
  const { code, requests } = await reconcile(
    shortest,
    (response) => response.end(JSON.stringify(answers.shift())),
    lines.join('\n'),
  );
  expect({ code, ids: requests.map((request) => askedIn(request).deliveryIds) }).toEqual({
    code: 0,
    ids: [undefined, [own]],
  });
});

test('says what the service responds with', async () => {
  const refuse: Respond = (response) => response.writeHead(401).end('{"message":"the signature is wrong"}');
  const { code, said } = await reconcile(shortest, refuse);
  expect({ code, said }).toEqual({
    code: 1,
    said: 'The service responded with 401: {"message":"the signature is wrong"}\n',
  });
});
