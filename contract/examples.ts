/**
 * An example of each operation's request and response, for the OpenAPI document. All are about one small, made-up
 * community, in an order in which the requests work one after another in a new network. A test sends them like that.
 */
import type * as v from 'valibot';
import type { RouteDefinition } from './route.ts';
import type { routes } from './routes.ts';

/** The texts that a caller replaces by its own: ids that the service creates, and the URL of a receiver. */
export const placeholders = {
  networkId: 'demo',
  webhookId: 'wh_01933b2c5d7e7f00a1b2c3d4e5f60718',
  deliveryId: '01JDEXAMPQ7W3N5Y8T2V4X6Z9A',
  hour: '2024-11-24T11',
  eventId: 'event-1',
  receiverUrl: 'https://hooks.example.com/events',
} as const;
const { networkId, webhookId, deliveryId, hour, eventId, receiverUrl } = placeholders;

/** A request and the body of its successful response. */
export interface Example {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | string[]>>;
  readonly body?: unknown;
  readonly response: unknown;
}

type ExampleOf<Route extends RouteDefinition> = {
  readonly response: v.InferInput<Route['response']['body']>;
} & (Route extends { readonly parameters: infer Parameters extends v.GenericSchema }
  ? { readonly parameters: v.InferInput<Parameters> }
  : object) &
  (Route extends { readonly body: { readonly schema: infer Body extends v.GenericSchema } }
    ? { readonly body: v.InferInput<Body> }
    : object);

const created = '2026-03-02T09:15:00.000Z';
const attempted = '2026-03-02T09:15:00.120Z';
const secret = 'whsec_dGhpcyBpcyBhIHNlY3JldCBmb3IgdGhlIGV4YW1wbGU=';
const activity = {
  createdAt: '2024-02-28T12:00:00.000123Z',
  networkId_userId: 'demo_ada',
  targetId: 'post-1',
  targetType: 'post',
  objectId: 'reaction-1',
  objectType: 'reaction_like',
  parentType: 'post',
  parentId: 'post-1',
} as const;
const event = 'v3.post.didAddReaction';
const data = {
  posts: [{ postId: 'post-1' }],
  reactor: { reactionId: 'reaction-1', reactionName: 'like', userId: 'ada' },
};
const payload = JSON.stringify({ event, data });

const webhook = {
  webhookId,
  url: receiverUrl,
  events: ['v3.post.*', 'channel.didCreate'],
  filter: { data: { posts: { postId: ['post-1'] } } },
  description: 'Analytics',
  headers: { 'x-api-key': 'a key of the receiver' },
  legacySignature: false,
  enabled: true,
  state: 'active' as const,
  createdAt: created,
  updatedAt: created,
  updatedBy: { kind: 'admin' as const, name: 'ada' },
};
const parameters = { webhookId };
const success = { status: 'success' } as const;

const attempt = {
  number: 1,
  startedAt: attempted,
  milliseconds: 87,
  class: 'delivered',
  statusCode: 200,
  remoteAddress: '203.0.113.7',
  responseStart: '{}',
} as const;
const delivery = {
  deliveryId,
  eventId,
  event,
  state: 'delivered',
  attemptCount: 1,
  createdAt: created,
  lastAttemptAt: attempted,
  class: 'delivered',
  statusCode: 200,
} as const;
const counts = { delivered: 118, failed: 0, p50: 87, p95: 240 };
const statistics = {
  hours: [{ hour: '2026-03-02T09:00:00.000Z', ...counts }],
  failuresByResult: {},
  failuresByEvent: {},
};
const noticeSettings = {
  addresses: ['on-call@example.com'],
  unconfirmed: ['on-call@example.com'],
  today: { mails: 0, heldBack: 0 },
  sender: 'notices@example.com',
};
const quotas = {
  reads: 2_000,
  writes: 500,
  ingest: 500,
  administration: 50,
  changes: 20,
  ledger: 20,
  userData: 50,
  events: 2_000,
  deliveries: 2_500,
  ingestBytes: 8_388_608,
  testEvents: 60,
};

export const examples: { readonly [Id in keyof typeof routes]: ExampleOf<(typeof routes)[Id]> & Example } = {
  getHealth: { response: { status: 'ok' } },
  getOpenApi: { response: { openapi: '3.1.0' } },
  changeNoticeSettings: {
    body: { addresses: ['on-call@example.com'] },
    response: noticeSettings,
  },
  showNoticeSettings: { response: noticeSettings },
  confirmNoticeAddress: {
    body: { networkId: 'demo', token: 'kJ3vXq9Tn2LwZc8RbY5mHs7PdF4gKa1VtQe6UxNoWi0' },
    response: { address: 'on-call@example.com' },
  },
  sendTestNotice: { response: { addresses: ['on-call@example.com'] } },
  createAdminLink: {
    body: { user: 'ada', role: 'admin' },
    response: {
      link: 'https://panel.example.com/admin/#link=Zt8Qm2Xr5Vb9Lc3Ks7Hp1Wd6Fy4Gj0Na-TeUiOoPqRs',
      code: 'Zt8Qm2Xr5Vb9Lc3Ks7Hp1Wd6Fy4Gj0Na-TeUiOoPqRs',
      expiresAt: '2026-11-22T09:10:00.000Z',
    },
  },
  redeemAdminLink: {
    body: { code: 'Zt8Qm2Xr5Vb9Lc3Ks7Hp1Wd6Fy4Gj0Na-TeUiOoPqRs', attempt: '3f9c1b7e-52d4-4a8e-9c06-7d1e5a2b8f40' },
    response: { token: 'eyJhbGciOiJIUzI1NiIs…' },
  },
  showNetwork: {
    response: {
      networkId: 'demo',
      features: { blockUser: true, userActivity: true, webhooks: true },
      hideMode: 'blocker',
      quotas,
      signingKeys: [{ keyId: '20261122-0123456789abcdef', createdAt: created }],
      branding: {},
    },
  },
  blockUser: { body: { blockUserId: 'grace' }, response: success },
  listBlockedUsers: { body: {}, response: { results: [{ blocked_userId: 'grace', netid_uid: 'demo_ada' }] } },
  checkHidden: { query: { checkList: ['grace', 'linus'] }, response: { grace: true, linus: false } },
  checkAudience: {
    body: { actorId: 'ada', userIds: ['grace', 'linus'] },
    response: {
      results: { grace: { hasBlocked: false, isBlocked: true }, linus: { hasBlocked: false, isBlocked: false } },
    },
  },
  unblockUser: { body: { blockUserId: 'grace' }, response: success },
  listEventTypes: {
    response: {
      results: [
        {
          event: 'channel.didCreate',
          description: 'A channel was created.',
          keys: ['userIds', 'channel', 'users'],
          sample: { userIds: ['ada', 'grace'], channel: { channelId: 'channel-hiking' }, users: [{ userId: 'ada' }] },
          schema: { type: 'object' },
        },
      ],
    },
  },
  createWebhook: {
    body: {
      url: receiverUrl,
      events: ['v3.post.*', 'channel.didCreate'],
      filter: { data: { posts: { postId: ['post-1'] } } },
      description: 'Analytics',
      headers: { 'x-api-key': 'a key of the receiver' },
    },
    response: { ...webhook, secret },
  },
  listWebhooks: { response: { results: [webhook] } },
  showWebhook: { parameters, response: webhook },
  updateWebhook: {
    parameters,
    body: { description: 'Analytics and search' },
    response: { ...webhook, description: 'Analytics and search' },
  },
  listAudit: {
    query: { webhookId, limit: 20 },
    response: {
      results: [
        {
          entryId: '019cadc39fa07f00a1b2c3d4e5f60718',
          at: '2026-03-02T09:20:00.000Z',
          by: { kind: 'admin', name: 'ada' },
          action: 'webhookUpdated',
          webhookId,
          changes: [{ field: 'description', from: 'Analytics', to: 'Analytics and search' }],
        },
      ],
    },
  },
  sendTestEvent: {
    parameters,
    body: { event: 'channel.didCreate' },
    response: {
      ...attempt,
      deliveryId: '01JMXK3T2Q8R5V7W9Y1Z3A5B7C',
      eventId: '01933b2c-5d7e-7f00-a1b2-c3d4e5f60718',
      event: 'channel.didCreate',
      payload: '{"event":"channel.didCreate","data":{"userIds":["ada","grace"]}}',
      leftOut: true,
    },
  },
  checkUpWebhook: {
    parameters,
    response: {
      results: [
        {
          question: 'accepts_valid',
          verdict: 'passed',
          finding: 'A valid request was accepted.',
          class: 'delivered',
          statusCode: 200,
          milliseconds: 87,
        },
      ],
    },
  },
  ingestEvents: {
    body: { events: [{ id: eventId, event, data, occurredAt: '2024-02-28T12:00:00.000Z' }] },
    response: { results: [{ id: eventId, status: 'accepted' }] },
  },
  listEvents: { query: { event, limit: 20 }, response: { results: [{ id: eventId, event, acceptedAt: created }] } },
  listActivities: { query: { limit: 10 }, response: { data: [activity] } },
  listDeliveries: { parameters, query: { state: 'delivered', limit: 20 }, response: { results: [delivery] } },
  listNetworkDeliveries: { query: { statusCode: 200 }, response: { results: [{ webhookId, ...delivery }] } },
  findDelivery: { parameters: { deliveryId }, response: { webhookId, ...delivery } },
  showDelivery: {
    parameters: { webhookId, deliveryId },
    response: { ...delivery, payload, attempts: [attempt] },
  },
  showEvent: {
    parameters: { eventId },
    response: {
      ...{ eventId, event, occurredAt: '2024-02-28T12:00:00.000Z', acceptedAt: created, payload },
      webhooks: [{ webhookId, outcome: 'delivery' }],
      deliveries: [{ webhookId, ...delivery }],
    },
  },
  readLedger: {
    parameters,
    body: { networkId, hour },
    response: {
      slices: [{ count: 1, digest: '388d9f34ffc3822d59c9776e5b4ccaa3ab4386da6b998f6b1587e80d09641163' }],
      open: true,
    },
  },
  reconcileLedger: {
    parameters,
    body: { networkId, hour, deliveryIds: [] },
    response: { missing: [{ deliveryId, event, outcome: 'sending' }], unknown: [], open: true },
  },
  listWebhookStatistics: {
    response: { results: [{ webhookId, ...counts, hourlyDelivered: [118], hourlyFailed: [2] }] },
  },
  showWebhookStatistics: { parameters, query: { hours: 24 }, response: statistics },
  showStatistics: { query: { hours: 24 }, response: statistics },
  replayDelivery: {
    parameters: { webhookId, deliveryId },
    response: { ...delivery, state: 'retrying', nextAttemptAt: attempted },
  },
  retryNow: { parameters, response: success },
  recoverDeliveries: {
    parameters,
    body: { since: '2024-02-28T12:00:00.000Z' },
    response: { recovering: 12, progress: { at: created, waiting: 0, delivered: 0, failed: 0, ended: false } },
  },
  revealSecret: { parameters, response: { secrets: [{ secret, activeFrom: created }] } },
  rotateSecret: {
    parameters,
    body: { takesEffectInHours: 1, overlapHours: 24 },
    response: {
      secrets: [
        { secret: 'whsec_YW5vdGhlciBzZWNyZXQgZm9yIHRoZSBleGFtcGxlLi4=', activeFrom: '2026-03-02T10:15:00.000Z' },
        { secret, activeFrom: created, expiresAt: '2026-03-03T10:15:00.000Z' },
      ],
    },
  },
  deleteWebhook: { parameters, response: success },
  exportUser: { parameters: { userId: 'ada' }, response: { blocks: [], activities: [activity] } },
  eraseUser: {
    parameters: { userId: 'ada' },
    response: {
      status: 'success',
      removed: { blocks: 0, blockedBy: 0, activities: 1, markers: 0, auditEntries: 0 },
      left: [],
    },
  },
};
