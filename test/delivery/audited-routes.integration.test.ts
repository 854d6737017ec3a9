/** No change, secret or request to a receiver without an audit entry (docs/spec/audit.md#when-an-entry-is-written). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { EventId } from '../../contract/events.ts';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { type OperationId, routes } from '../../contract/routes.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';
import { deliveriesTable } from '../../lambdas/deliveries/deliveries-table.ts';
import { newDelivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { deliveryLog } from '../../lambdas/delivery-log/delivery-log.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { noticeAddressesTable } from '../../lambdas/notices/notice-addresses-table.ts';
import { webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { stages } from '../../lib/config.ts';
import { handlerOf } from '../../lib/functions/handlers.ts';
import { setFunctionVariables } from '../support/functions.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { lambdaContext, RouteResponse, requestWith } from '../support/route-requests.ts';
import { cloud, connection, createNetwork } from '../support/service.ts';
import { adminOf, create } from '../webhooks/admin.ts';

/** What is sent to each route that has an entry. */
const requests = {
  createWebhook: { url: 'https://hooks.example.com/in' },
  putWebhook: { url: 'https://hooks.example.com/other' },
  updateWebhook: { description: 'changed' },
  deleteWebhook: undefined,
  revealSecret: undefined,
  rotateSecret: {},
  sendTestEvent: undefined,
  checkUpWebhook: undefined,
  replayDelivery: undefined,
  retryNow: undefined,
  recoverDeliveries: { since: new Date(Date.now() - 3_600_000).toISOString() },
  stopRecoveries: undefined,
  changeNoticeSettings: { addresses: ['other@example.com'] },
  sendTestNotice: undefined,
  createAdminLink: { user: 'ann', role: 'admin' },
  eraseUser: undefined,
  eraseEventData: undefined,
} satisfies Partial<Record<OperationId, unknown>>;

const { outputs } = cloud();
setFunctionVariables({
  AUDIT_TABLE: 'there-is-no-such-table',
  DELIVERY_SETTINGS: '{}',
  NOTICE_SENDER: 'notices@sps.test',
  QUOTAS: JSON.stringify(stages.local.quotas.network),
  TARGET_POLICY: '{"allowHttp":true,"allowedRanges":["loopback"]}',
});

let networkId: NetworkId;
let webhookId: WebhookId;
let deliveryId: string;
const receiver = await startReceiver();
const { client } = connection();
const webhooks = webhooksTable(client, outputs['WebhooksTableName']);
const notices = noticeAddressesTable(client, outputs['WebhooksTableName']);
const outbox = eventsTable(client, outputs['EventsTableName']);
const deliveries = deliveriesTable(client, outputs['DeliveriesTableName']);
const blocks = blocksTable(client, outputs['BlocksTableName']);
const [userId, other] = [v.parse(UserId, 'ann'), v.parse(UserId, 'bob')];

beforeAll(async () => {
  networkId = v.parse(NetworkId, await createNetwork({ features: ['webhooks'] }));
  ({ webhookId } = v.parse(
    v.object({ webhookId: WebhookId }),
    await create(await adminOf(networkId), { url: receiver.url }),
  ));
  const addresses = ['on-call@example.com'];
  await notices.change(networkId, (before) => ({
    after: { ...before, addresses, confirmed: addresses },
    result: true,
  }));
  const [acceptedAt, eventId, event] = [new Date().toISOString(), v.parse(EventId, 'e'), 'shop.didSell'];
  const id = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);
  deliveryId = id;
  const origin = { networkId, webhookId, deliveryId: id, eventId, event, acceptedAt, generation: 0 };
  await deliveries.putAll([{ ...newDelivery(origin), state: 'failed' }]);
  await outbox.add({ networkId, eventId, event, body: '{}', occurredAt: acceptedAt, acceptedAt, isTest: true });
  await blocks.add({ netid_uid: networkUserKey(networkId, userId), blocked_userId: other });
});
afterAll(() => receiver.stop());

const stored = async () => ({
  webhooks: await webhooks.list(networkId),
  event: await outbox.read(networkId, v.parse(EventId, 'e')),
  notices: await notices.read(networkId),
  blocks: await blocks.page(networkUserKey(networkId, userId)),
  ...(await deliveryLog(client, outputs['DeliveriesTableName']).page(networkId, [webhookId], { limit: 10 })),
});

/** The outbox is the record of one, and the other only reads. */
const WITHOUT_ENTRY: readonly OperationId[] = ['ingestEvents', 'checkAudience'];

test('every route of admins and servers that changes something or shows a secret is in the list', () => {
  const audited = Object.values(routes)
    .filter(({ role, method, operationId }) => {
      const isChange = method !== 'GET' || operationId === 'revealSecret';
      return (role === 'admin' || role === 'server') && isChange && !WITHOUT_ENTRY.includes(operationId);
    })
    .map(({ operationId }) => operationId);
  expect(Object.keys(requests).sort()).toEqual(audited.sort());
});

test.each(Object.entries(requests))(
  '%s does nothing and tells nothing where there can be no entry',
  async (name, body) => {
    const before = await stored();
    const route = Object.values(routes).find(({ operationId }) => operationId === name);
    const { handler } = await import(`../../lambdas/${route && handlerOf(route.operationId)}.ts`);
    const pathParameters: Readonly<Record<string, string>> = { webhookId, deliveryId, userId, eventId: 'e' };
    const lambda = {
      networkId,
      userId: 'root',
      role: route?.role,
      features: ['webhooks'],
      hideMode: 'blocker',
      expiresAt: 2 ** 33,
    };
    const request = requestWith({
      ...(body === undefined ? { headers: {} } : { body: JSON.stringify(body) }),
      rawPath: route?.path.replaceAll(/\{(\w+)\}/g, (_, parameter) => `${pathParameters[parameter]}`) ?? '',
      pathParameters,
      caller: lambda,
    });
    const response = v.parse(RouteResponse, await handler(request, lambdaContext()));
    expect({ name, statusCode: response.statusCode }).toEqual({ name, statusCode: 500 });
    expect(response.body).not.toContain('whsec_');
    expect(await stored()).toEqual(before);
    expect(receiver.requests).toEqual([]);
  },
);
