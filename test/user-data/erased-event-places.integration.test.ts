/** What an erasure of a payload leaves in the tables, against docs/spec/events.md#erasing-a-payload. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { patience } from '../support/eventually.ts';
import { membersOf } from '../support/members.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';
import { type Client, call, createNetwork, eventually, serverOf, tokenFor } from '../support/service.ts';
import { create } from '../webhooks/admin.ts';
import { whereIs } from './where-is.ts';

jest.setTimeout(patience(60_000));

const [BODY, RESPONSE, KEPT] = ['events body', 'deliveries attempts[].responseStart', 'webhooks response'];

let receiver: Receiver;
beforeAll(async () => {
  // It returns what it gets, as careless receivers do.
  receiver = await startReceiver((response, { body }) => response.end(body));
});
afterAll(() => receiver.stop());

async function parties() {
  const networkId = await createNetwork();
  const [server, token] = await Promise.all([serverOf(networkId), tokenFor(networkId, 'root', 'admin')]);
  const admin = (...[method, path, body]: Parameters<Client>) => call(method, path, { token, body });
  return { server, admin, token };
}

test('an erased payload is nowhere but in responses to a webhook that was deleted before', async () => {
  const { server, admin } = await parties();
  const text = `text-${randomUUID()}`;
  const [kept, deleted] = [await create(admin, { url: receiver.url }), await create(admin, { url: receiver.url })];
  const events = [{ id: 'erased', event: 'app.opened', data: { text } }];
  expect(await server('POST', '/events', { events })).toMatchObject({ status: 202 });
  const logOf = async ({ webhookId }: { readonly webhookId: string }) =>
    JSON.stringify((await admin('GET', `/webhooks/${webhookId}/deliveries`)).body);
  await eventually(async () => {
    for (const webhook of [kept, deleted]) expect(await logOf(webhook)).toContain('"state":"delivered"');
  }, 30_000);
  expect(await whereIs(text)).toEqual([RESPONSE, BODY]);

  await admin('DELETE', `/webhooks/${deleted.webhookId}`);
  // Within a minute of the acceptance it says that attempts may be under way.
  expect(await server('DELETE', '/events/erased/data')).toMatchObject({ status: 202 });
  expect(await whereIs(text)).toEqual([RESPONSE]);
});

test('an erased test event is in the response that a key keeps for a day', async () => {
  const { server, admin, token } = await parties();
  const text = `text-${randomUUID()}`;
  const { webhookId } = await create(admin, { url: receiver.url });
  const headers = { 'idempotency-key': randomUUID() };
  const { body } = await call('POST', `/webhooks/${webhookId}/test`, { token, body: { data: { text } }, headers });
  const { eventId } = membersOf(body);
  expect(await whereIs(text)).toEqual([RESPONSE, BODY, KEPT]);
  expect(await server('DELETE', `/events/${eventId}/data`)).toMatchObject({ status: 202 });
  expect(await whereIs(text)).toEqual([KEPT]);
});

test('the specification says of both that they go by themselves', () => {
  const page = readFileSync('docs/spec/events.md', 'utf8').replaceAll(/\s+/g, ' ');
  expect(page).toMatch(
    /responses of receivers to webhooks that were deleted before the erasure, at the end of their \[retention\]/,
  );
  expect(page).toMatch(
    /request for a \[test event\]\(.*?\), after a day\. The service stores this response only if the request had an \[idempotency key\]/,
  );
});
