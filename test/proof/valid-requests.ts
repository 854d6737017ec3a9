/** A valid query and body for every route that has one: what the fuzz starts from. */
import { DAY_MS } from '../../contract/durations.ts';
import { hourOfDelivery } from '../../contract/ledger.ts';
import type { OperationId } from '../../contract/routes.ts';
import { pageTokenOf } from '../../contract/user-data.ts';
import type { Tenant } from './tenant.ts';

/** The parts of a request that depend on the route. Query values are percent-encoded. */
export interface ValidRequest {
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What Alice, or an admin of the tenant, may send. Webhooks point to `receiverUrl`. */
export function validRequests(
  tenant: Tenant,
  receiverUrl: string,
): Readonly<Partial<Record<OperationId, ValidRequest>>> {
  const { blocked, blockPosition, activityPosition } = tenant.users.alice;
  const webhook = {
    url: receiverUrl,
    events: ['fuzz.*'],
    description: 'fuzz',
    headers: { 'x-custom': 'one' },
    legacySignature: true,
    maxRequestsPerSecond: 500,
    maxConcurrentRequests: 32,
    enabled: true,
  };
  const occurredAt = '2024-02-28T12:00:00.000Z';
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const reaction = {
    posts: [{ postId: 'post' }],
    reactor: { reactionId: 'r', reactionName: 'like', userId: 'alice' },
  };
  const range = [
    ['since', '2020-01-01T00:00:00Z'],
    ['until', '2030-01-01T00:00:00Z'],
    ['limit', '5'],
  ] as const;
  const start = ['start', tenant.deliveryId] as const;
  const ofDeliveries = ['state=delivered', 'event=shop.didSell', 'class=delivered', 'statusCode=200'].map(pair);
  const logQuery = [...ofDeliveries, ...range, start];
  const claim = { networkId: tenant.networkId, hour: hourOfDelivery(tenant.deliveryId) };
  return {
    blockUser: { body: { blockUserId: 'carol', expiresAt: new Date(Date.now() + DAY_MS).toISOString() } },
    unblockUser: { body: { blockUserId: 'carol', expiresAt: new Date(Date.now() + DAY_MS).toISOString() } },
    listBlockedUsers: { body: { paginationToken: blockPosition, withHideMode: true } },
    checkHidden: { query: [blocked, 'carol'].map((id) => ['checkList', id]) },
    checkAudience: { body: { actorId: 'alice', userIds: [blocked, 'bob', 'carol'] } },
    listActivities: { query: [['limit', '5'], ...Object.entries(activityPosition).map(encoded)] },
    ingestEvents: {
      body: { events: [{ id: 'one', event: 'v3.post.didAddReaction', data: reaction, occurredAt, traceparent }] },
    },
    createWebhook: { body: webhook },
    putWebhook: { body: webhook },
    updateWebhook: { body: webhook },
    rotateSecret: { body: { takesEffectInHours: 1, overlapHours: 1 } },
    sendTestEvent: { body: { event: 'channel.didCreate' } },
    listEvents: { query: [...['event=shop.didSell', 'userId=alice'].map(pair), ...range, start] },
    listDeliveries: { query: logQuery },
    listNetworkDeliveries: { query: logQuery },
    recoverDeliveries: { body: { since: '2020-01-01T00:00:00Z', until: '2030-01-01T00:00:00Z', statusCode: 500 } },
    stopRecoveries: { query: ['askedAt=2020-01-01T00:00:00Z'].map(pair) },
    readLedger: { body: claim },
    reconcileLedger: { body: { ...claim, deliveryIds: [tenant.deliveryId] } },
    pullEvents: {
      query: [
        ['limit', '5'],
        ['networkId', tenant.networkId],
        ['since', '2020-01-01T00:00:00Z'],
      ],
    },
    showWebhookStatistics: { query: [['hours', '24']] },
    showStatistics: { query: [['hours', '720']] },
    exportUser: { query: [['pageToken', pageTokenOf({ of: 'blocks', after: blocked })]] },
    listAudit: { query: [['webhookId', tenant.webhookId], ...range, ['start', 'f'.repeat(32)]] },
    changeNoticeSettings: { body: { addresses: ['on-call@example.com'] } },
    createAdminLink: { body: { user: 'root', role: 'viewer', sessionSeconds: 60 } },
    redeemAdminLink: { body: { code: 'x'.repeat(43), attempt: 'x'.repeat(16) } },
    confirmNoticeAddress: { body: { networkId: tenant.networkId, token: 'x'.repeat(43) } },
  };
}

const encoded = ([name, value]: readonly [string, string]): readonly [string, string] => [
  name,
  encodeURIComponent(value),
];

/** A name and a value, written as in a query. */
function pair(text: string): readonly [string, string] {
  const [name = '', value = ''] = text.split('=');
  return [name, value];
}
