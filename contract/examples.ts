/**
 * An example of each operation's request, for the OpenAPI document. All are about one small, made-up community. Those of
 * responses are made of the fields' examples (contract/fields.ts).
 *
 * They are in an order in which the requests work one after another in a new network. A test sends them like that.
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

/** The request of an example. */
export interface Example {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | string[]>>;
  readonly body?: unknown;
}

type ExampleOf<Route extends RouteDefinition> = (Route extends {
  readonly parameters: infer Parameters extends v.GenericSchema;
}
  ? { readonly parameters: v.InferInput<Parameters> }
  : object) &
  (Route['body']['maxBytes'] extends 0 ? object : { readonly body: v.InferInput<Route['body']['schema']> });

const event = 'v3.post.didAddReaction';
const data = {
  posts: [{ postId: 'post-1' }],
  reactor: { reactionId: 'reaction-1', reactionName: 'like', userId: 'ada' },
};
const parameters = { webhookId };

export const examples: { readonly [Id in keyof typeof routes]: ExampleOf<(typeof routes)[Id]> & Example } = {
  getHealth: {},
  getOpenApi: {},
  changeNoticeSettings: { body: { addresses: ['on-call@example.com'] } },
  showNoticeSettings: {},
  confirmNoticeAddress: { body: { networkId: 'demo', token: 'kJ3vXq9Tn2LwZc8RbY5mHs7PdF4gKa1VtQe6UxNoWi0' } },
  createAdminLink: { body: { user: 'ada', role: 'admin' } },
  redeemAdminLink: {
    body: { code: 'Zt8Qm2Xr5Vb9Lc3Ks7Hp1Wd6Fy4Gj0Na-TeUiOoPqRs', attempt: '3f9c1b7e-52d4-4a8e-9c06-7d1e5a2b8f40' },
  },
  showNetwork: {},
  blockUser: { body: { blockUserId: 'grace' } },
  listBlockedUsers: { body: {} },
  checkHidden: { query: { checkList: ['grace', 'linus'] } },
  checkAudience: { body: { actorId: 'ada', userIds: ['grace', 'linus'] } },
  unblockUser: { body: { blockUserId: 'grace' } },
  listEventTypes: {},
  createWebhook: {
    body: {
      url: receiverUrl,
      events: ['v3.post.*', 'channel.didCreate'],
      filter: { data: { posts: { postId: ['post-1'] } } },
      description: 'Analytics',
      headers: { 'x-api-key': 'a key of the receiver' },
    },
  },
  listWebhooks: {},
  showWebhook: { parameters },
  updateWebhook: { parameters, body: { description: 'Analytics and search' } },
  listAudit: { query: { webhookId, limit: 20 } },
  sendTestEvent: { parameters, body: { event: 'channel.didCreate' } },
  checkUpWebhook: { parameters },
  ingestEvents: { body: { events: [{ id: eventId, event, data, occurredAt: '2024-02-28T12:00:00.000Z' }] } },
  listEvents: { query: { event, limit: 20 } },
  listActivities: { query: { limit: 10 } },
  listDeliveries: { parameters, query: { state: 'delivered', limit: 20 } },
  listNetworkDeliveries: { query: { statusCode: 200 } },
  findDelivery: { parameters: { deliveryId } },
  showDelivery: { parameters: { webhookId, deliveryId } },
  showEvent: { parameters: { eventId } },
  readLedger: { parameters, body: { networkId, hour } },
  reconcileLedger: { parameters, body: { networkId, hour, deliveryIds: [] } },
  listWebhookStatistics: {},
  showWebhookStatistics: { parameters, query: { hours: 24 } },
  showStatistics: { query: { hours: 24 } },
  replayDelivery: { parameters: { webhookId, deliveryId } },
  retryNow: { parameters },
  recoverDeliveries: { parameters, body: { since: '2024-02-28T12:00:00.000Z' } },
  revealSecret: { parameters },
  rotateSecret: { parameters, body: { takesEffectInHours: 1, overlapHours: 24 } },
  deleteWebhook: { parameters },
  exportUser: { parameters: { userId: 'ada' } },
  eraseUser: { parameters: { userId: 'ada' } },
};
