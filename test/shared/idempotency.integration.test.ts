/**
 * Functions that are killed while they do a request with an idempotency key: at any call to DynamoDB, before it arrives
 * or after it has taken effect. The same request is sent until a function survives.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { type OperationId, routes } from '../../contract/routes.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { auditTable } from '../../lambdas/audit/audit-table.ts';
import { adminLinksTable } from '../../lambdas/auth/admin-links-table.ts';
import { deliveriesTable } from '../../lambdas/deliveries/deliveries-table.ts';
import { abandoned, newDelivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { documentClient } from '../../lambdas/shared/clients.ts';
import { webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { stages } from '../../lib/config.ts';
import { handlerOf } from '../../lib/functions/handlers.ts';
import { patience } from '../support/eventually.ts';
import fc from '../support/fast-check.ts';
import { setFunctionVariables } from '../support/functions.ts';
import { connection, createNetwork } from '../support/service.ts';

jest.setTimeout(patience(120_000));
setFunctionVariables({
  QUOTAS: JSON.stringify(stages.local.quotas.network),
  TARGET_POLICY: '{"allowHttp":true,"allowedRanges":["loopback"]}',
});

/** A function that is killed at its nth call to DynamoDB, which has taken effect or has not. */
interface Death {
  readonly at: number;
  readonly isSent: boolean;
}

const TIME_LIMIT_MS = 10_000;
let clock = Date.now();
beforeEach(() => {
  jest.spyOn(Date, 'now').mockImplementation(() => clock);
});
afterEach(() => {
  jest.restoreAllMocks();
});

let death: Death | undefined;
let calls = 0;

const { client, tables } = connection();
const webhooks = webhooksTable(client, tables.webhooks);
const audit = auditTable(client, tables.audit);
let networkId: NetworkId;

type Handler = (event: object, context: object) => Promise<unknown>;
const Reply = v.object({
  statusCode: v.number(),
  body: v.pipe(v.string(), v.parseJson(), v.looseObject({})),
  headers: v.record(v.string(), v.string()),
});

/** The function of a route, whose calls to DynamoDB end with the death that is set. */
async function functionOf(operation: OperationId): Promise<Handler> {
  const { handler } = await import(`../../lambdas/${handlerOf(operation)}.ts`);
  documentClient().middlewareStack.add(
    (next) => async (args) => {
      calls += 1;
      const isKilled = death !== undefined && calls >= death.at;
      if (!isKilled || (death?.isSent && calls === death.at)) {
        const sent = await next(args);
        if (!isKilled) return sent;
      }
      throw new Error('The function is killed.');
    },
    { step: 'initialize', name: 'kill', override: true },
  );
  return handler;
}

async function send(
  operation: OperationId,
  handler: Handler,
  key: string,
  body: object,
  pathParameters: Readonly<Record<string, string>> = {},
) {
  const { method, path, role } = routes[operation];
  const lambda = { networkId, userId: 'root', role, features: ['webhooks'], hideMode: 'blocker', expiresAt: 2 ** 33 };
  const event = {
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
    isBase64Encoded: false,
    rawQueryString: '',
    rawPath: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathParameters[name] ?? ''),
    pathParameters,
    requestContext: { http: { method }, authorizer: { lambda } },
  };
  const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => TIME_LIMIT_MS };
  return v.parse(Reply, await handler(event, context));
}

const webhook = { url: 'https://hooks.example.com/in' };
const Created = v.object({ webhookId: WebhookId });

/** Up to three functions in a row that are killed. */
const deaths = fc.array(fc.record({ at: fc.integer({ min: 1, max: 8 }), isSent: fc.boolean() }), { maxLength: 3 });

/** Sends a request with each death, and then until it is done. Returns the response, which a repetition gets as well. */
async function sendThrough(
  operation: OperationId,
  handler: Handler,
  through: readonly Death[],
  body: object,
  parameters: Readonly<Record<string, string>> = {},
) {
  const key = randomUUID();
  const sendOnce = () => send(operation, handler, key, body, parameters);
  for (const next of through) {
    [death, calls] = [next, 0];
    await sendOnce();
    clock += TIME_LIMIT_MS;
  }
  death = undefined;
  const reply = await sendOnce();
  expect(await sendOnce()).toMatchObject({
    statusCode: reply.statusCode,
    body: reply.body,
  });
  return reply;
}

const webhookOf = async () => {
  const making = await functionOf('createWebhook');
  return v.parse(Created, (await send('createWebhook', making, randomUUID(), webhook)).body);
};

const entriesOf = async (webhookId: string, action: string) =>
  (await audit.page(networkId, { webhookId, limit: 100 })).results.filter((entry) => entry.action === action);

test('a webhook is created once, and its secret is the one in the response', async () => {
  const handler = await functionOf('createWebhook');
  await fc.assert(
    fc.asyncProperty(deaths, async (through) => {
      networkId = await createNetwork({ features: ['webhooks'] });
      const reply = await sendThrough('createWebhook', handler, through, webhook);
      expect(reply.statusCode).toBe(201);
      const [created, ...others] = await webhooks.list(networkId);
      expect(others).toEqual([]);
      if (created === undefined) throw new Error('There is no webhook.');
      expect(reply.body).toMatchObject({ webhookId: created.webhookId, secret: created.secrets[0]?.secret });
      expect(await entriesOf(created.webhookId, 'webhookCreated')).toHaveLength(1);
    }),
    { numRuns: 40, examples: [[[{ at: 5, isSent: true }]], [[{ at: 6, isSent: false }]], [[{ at: 6, isSent: true }]]] },
  );
});

test('a secret is rotated once', async () => {
  const handler = await functionOf('rotateSecret');
  await fc.assert(
    fc.asyncProperty(deaths, async (through) => {
      networkId = await createNetwork({ features: ['webhooks'] });
      const { webhookId } = await webhookOf();
      const reply = await sendThrough('rotateSecret', handler, through, { overlapHours: 0 }, { webhookId });
      const { secrets } = await webhooks.read({ networkId, webhookId });
      expect(reply).toMatchObject({ statusCode: 200, body: { secrets: secrets.slice(0, 1) } });
      expect(await entriesOf(webhookId, 'secretRotated')).toHaveLength(1);
    }),
    { numRuns: 40 },
  );
});

test('a delivery is replayed once', async () => {
  const handler = await functionOf('replayDelivery');
  const deliveries = deliveriesTable(client, tables.deliveries);
  await fc.assert(
    fc.asyncProperty(deaths, async (through) => {
      networkId = await createNetwork({ features: ['webhooks'] });
      const { webhookId } = await webhookOf();
      const [eventId, acceptedAt] = [v.parse(EventId, randomUUID()), new Date(clock).toISOString()];
      const deliveryId = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);
      const origin = { deliveryId, networkId, webhookId, eventId, event: 'a.b', acceptedAt, generation: 0 };
      await deliveries.putAll([abandoned(newDelivery(origin), 'webhook_disabled')]);
      const reply = await sendThrough('replayDelivery', handler, through, {}, { webhookId, deliveryId });
      expect(reply).toMatchObject({ statusCode: 202, body: { deliveryId } });
      expect(await deliveries.find({ networkId, webhookId }, deliveryId)).toMatchObject({ generation: 1 });
      expect(await entriesOf(webhookId, 'deliveryReplayed')).toHaveLength(1);
    }),
    { numRuns: 20 },
  );
});

test.each([
  ['retryNow', 'retriedNow', {}],
  ['recoverDeliveries', 'deliveriesRecovered', { since: '2026-01-01T00:00:00Z' }],
] as const)('%s has one entry in the audit trail', async (operation, action, body) => {
  const handler = await functionOf(operation);
  await fc.assert(
    fc.asyncProperty(deaths, async (through) => {
      networkId = await createNetwork({ features: ['webhooks'] });
      const { webhookId } = await webhookOf();
      expect((await sendThrough(operation, handler, through, body, { webhookId })).statusCode).toBeLessThan(300);
      expect(await entriesOf(webhookId, action)).toHaveLength(1);
    }),
    { numRuns: 8 },
  );
});

test('a link into the panel is made once, and works', async () => {
  const handler = await functionOf('createAdminLink');
  const links = adminLinksTable(client, tables.adminLinks);
  const Link = v.object({ code: v.string() });
  await fc.assert(
    fc.asyncProperty(deaths, async (through) => {
      networkId = await createNetwork();
      const { code } = v.parse(Link, (await sendThrough('createAdminLink', handler, through, { user: 'ada' })).body);
      const { results } = await audit.page(networkId, { limit: 100 });
      expect(results.filter(({ action }) => action === 'adminLinkCreated')).toHaveLength(1);
      expect(await links.redeem(code, 'one', clock)).toMatchObject({ networkId, userId: 'ada' });
      expect(await links.redeem(code, 'other', clock)).toBeUndefined();
    }),
    { numRuns: 20 },
  );
});

test('a request that others send at the same time is done once; they get 409 with a time, or its response', async () => {
  networkId = await createNetwork({ features: ['webhooks'] });
  const handler = await functionOf('createWebhook');
  const key = randomUUID();
  const replies = await Promise.all(Array.from({ length: 8 }, () => send('createWebhook', handler, key, webhook)));
  const done = replies.filter(({ statusCode }) => statusCode === 201);
  const [created, ...others] = await webhooks.list(networkId);
  expect(others).toEqual([]);
  for (const reply of done) expect(reply.body).toMatchObject({ webhookId: created?.webhookId });
  for (const reply of replies.filter((one) => !done.includes(one))) {
    expect(reply).toMatchObject({ statusCode: 409, body: { code: 400315 } });
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(10);
  }
  expect(done.length).toBeGreaterThan(0);
});
