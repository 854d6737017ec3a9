/** The parts of notices by e-mail that AWS keeps: who gets them, and what waits to be sent. */
import { randomBytes } from 'node:crypto';
import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { connectTo } from '@social-platform-services/ctl/connection';
import { credentialsOf } from '@social-platform-services/local/aws-clients';
import { startQueueServer } from '@social-platform-services/local/sqs/queues';
import { LOCAL_ACCOUNT } from '@social-platform-services/local/template/names';
import * as v from 'valibot';
import { eventSample } from '../../contract/event-samples.ts';
import { NetworkId } from '../../contract/ids.ts';
import { auditTable } from '../../lambdas/audit/audit-table.ts';
import { ofToday } from '../../lambdas/notices/notice-addresses.ts';
import { noticeAddressesTable } from '../../lambdas/notices/notice-addresses-table.ts';
import { noticeQueue } from '../../lambdas/notices/notice-queue.ts';
import type { route } from '../../lambdas/shared/route.ts';
import { stages } from '../../lib/config.ts';
import { lambdaContext, requestWith } from '../support/route-requests.ts';
import { cloud, connection, createNetwork, emulatorVariables, eventually } from '../support/service.ts';

const server = await startQueueServer(credentialsOf('key'));
afterAll(() => server.stop());

test('of changes at the same time none is lost, and what changes nothing is not written', async () => {
  const { client } = connectTo(cloud());
  const tableOf = (by: typeof client) => noticeAddressesTable(by, connection().tables.webhooks);
  const networkId = v.parse(NetworkId, `t${randomBytes(8).toString('hex')}`);
  // As an earlier version stored it: without a revision.
  const Item = { networkId: `${networkId}#notices`, webhookId: 'addresses', addresses: ['old@example.com'] };
  await client.send(new PutCommand({ TableName: connection().tables.webhooks, Item }));
  const add = (by: typeof client, address: string) =>
    tableOf(by).change(networkId, (before) => ({
      after: { ...before, addresses: [...before.addresses, address] },
      result: address,
    }));
  const first = ['a@example.com', 'b@example.com'];
  client.middlewareStack.add(
    (next) => async (args) => {
      const address = 'TransactItems' in args.input ? first.shift() : undefined;
      if (address !== undefined) await add(connection().client, address);
      return await next(args);
    },
    { step: 'initialize' },
  );
  expect(await add(client, 'c@example.com')).toBe('c@example.com');
  expect(await tableOf(client).change(networkId, () => undefined)).toBeUndefined();
  const addresses = ['old@example.com', 'a@example.com', 'b@example.com', 'c@example.com'];
  expect(await tableOf(client).read(networkId)).toMatchObject({ addresses, revision: 3 });
  client.destroy();
});

test('all that waits is received and removed in batches, but what is malformed or unknown stays', async () => {
  const properties = { VisibilityTimeout: 300 };
  await server.create([{ logicalId: 'notices', path: 'notices', name: 'notices', properties }]);
  const QueueUrl = `${server.url}/${LOCAL_ACCOUNT}/notices`;
  const bodyOf = (event: string) => JSON.stringify({ event, data: eventSample('webhook.didGoDown') });
  const ofNewerVersion = { networkId: 'demo', eventId: 'newer', at: 'now', body: bodyOf('webhook.didLearnToFly') };
  const notices = Array.from({ length: 12 }, (_, n) => ({
    networkId: 'demo',
    eventId: `${n}`,
    at: 'now',
    body: bodyOf('webhook.didGoDown'),
  }));
  for (const body of ['malformed', ...[ofNewerVersion, ...notices].map((notice) => JSON.stringify(notice))])
    await server.client.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
  const error = jest.spyOn(console, 'error').mockReturnValue();
  // SQS may return fewer than it is asked for, though more are waiting.
  server.client.middlewareStack.add(
    (next) => async (args) => {
      if ('MaxNumberOfMessages' in args.input) args.input.MaxNumberOfMessages = 4;
      return await next(args);
    },
    { step: 'initialize' },
  );
  const queue = noticeQueue(QueueUrl, server.client);
  const received = await queue.receiveAll();
  error.mockRestore();
  const idsOf = (all: readonly { readonly eventId: string }[]) => new Set(all.map(({ eventId }) => eventId));
  expect(idsOf(received.map(({ notice }) => notice))).toEqual(idsOf(notices));
  await queue.remove(received);
  const left = 'ApproximateNumberOfMessagesNotVisible';
  const { Attributes } = await server.client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages', left] }),
  );
  expect(Attributes).toEqual({ ApproximateNumberOfMessages: '0', [left]: '2' });

  server.client.middlewareStack.add(
    () => async () => ({
      output: { $metadata: {}, Successful: [], Failed: [{ Id: '0', SenderFault: false, Code: 'InternalError' }] },
      response: undefined,
    }),
    { step: 'initialize' },
  );
  await expect(queue.remove(received)).rejects.toThrow('SQS did not delete 1 messages.');
});

describe('while SES refuses mails', () => {
  const table = noticeAddressesTable(connection().client, connection().tables.webhooks);
  beforeAll(() => {
    const { outputs } = cloud();
    Object.assign(process.env, {
      NOTICE_SENDER: 'notices@sps.test',
      WEBHOOKS_TABLE: outputs['WebhooksTableName'],
      AUDIT_TABLE: outputs['AuditTableName'],
      QUOTAS_TABLE: outputs['QuotasTableName'],
      QUOTAS: JSON.stringify(stages.local.quotas.network),
      ...emulatorVariables(),
      AWS_ENDPOINT_URL_SESV2: 'http://127.0.0.1:9',
    });
  });

  /** Calls a route as an admin of the network. */
  async function asked(handler: ReturnType<typeof route>, networkId: string, body = '') {
    const who = { networkId, userId: 'root', role: 'admin', features: ['webhooks'], hideMode: 'blocker' };
    return await handler(requestWith({ body, caller: { ...who, expiresAt: 2 ** 33 } }), lambdaContext());
  }

  test('an admin is told where an address could not be asked, and it is asked again on request', async () => {
    const { handler } = await import('../../lambdas/notices/change-notice-settings.ts');
    const networkId = await createNetwork();
    const error = jest.spyOn(console, 'error').mockReturnValue();
    // After Retry-After the same request is no success: it mails again.
    for (const _ of [1, 2]) {
      const response = await asked(handler, networkId, '{"addresses":["a@example.com"]}');
      expect(response).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } });
    }
    error.mockRestore();
    const latest = { 'a@example.com': expect.objectContaining({ at: expect.any(Number) }) };
    expect(await table.read(networkId)).toMatchObject({ asked: latest, today: { confirmations: 2 } });
    expect(await asked(handler, networkId, '{"addresses":[]}')).toMatchObject({ statusCode: 200 });
    await eventually(async () => {
      const { results } = await auditTable(connection().client, connection().tables.audit).page(networkId, {
        limit: 1,
      });
      expect(results).toMatchObject([{ changes: [{ field: 'addresses', from: 'a…@example.com' }] }]);
    });
  });

  test('a test mail beyond the limit of the day is refused until midnight UTC', async () => {
    const { handler } = await import('../../lambdas/notices/send-test-notice.ts');
    const networkId = await createNetwork();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(new Date().setUTCHours(23, 0, 0, 0));
    await table.change(networkId, (before) => {
      const today = { ...ofToday(before, Date.now()), tests: 20 };
      return { after: { ...before, addresses: ['a@b.c'], confirmed: ['a@b.c'], today }, result: true };
    });
    const refused = await asked(handler, networkId);
    expect(refused).toMatchObject({ statusCode: 429, headers: { 'retry-after': '3600' } });
    clock.mockRestore();
  });
});
