/**
 * The world of all examples of the API reference: the network `demo` of Riverside, a made-up community of hikers, on
 * the morning of 2 March 2026. Ids fit their times; quotas are those of the stage `prod`.
 *
 * Examples of routes are made of it, in their definitions. Those of single fields stand beside the fields, as literals
 * (contract/documentation.ts says why); a test compares the two.
 */

import { productionQuotas } from './production-quotas.ts';

const createdAt = '2026-03-02T09:00:00.000Z';
const updatedAt = '2026-03-02T09:20:00.000Z';
const occurredAt = '2026-03-02T09:14:58.000Z';
const acceptedAt = '2026-03-02T09:15:00.000Z';
const attemptedAt = '2026-03-02T09:15:00.120Z';

const networkId = 'demo';
const webhookId = 'wh_019cadc69a8070c4aa1b2c3d4e5f6071';
const eventId = 'event-1';
const deliveryId = '01KJPX8NH0Q7W3N5Y8T2V4X6Z9';
const receiverUrl = 'https://hooks.riverside.example/events';
const secret = 'whsec_dGhpcyBpcyBhIHNlY3JldCBmb3IgdGhlIGV4YW1wbGU=';
const linkCode = 'Zt8Qm2Xr5Vb9Lc3Ks7Hp1Wd6Fy4Gj0Na-TeUiOoPqRs';
const address = 'on-call@riverside.example';
const otherAddress = 'office@riverside.example';

const event = 'v3.post.didAddReaction';
const data = {
  posts: [{ postId: 'post-1' }],
  reactor: { reactionId: 'reaction-1', reactionName: 'like', userId: 'ada' },
} as const;

const activity = {
  createdAt: '2026-03-02T09:14:58.000000Z',
  networkId_userId: 'demo_ada',
  targetId: 'post-1',
  targetType: 'post',
  objectId: 'reaction-1',
  objectType: 'reaction_like',
  parentType: 'post',
  parentId: 'post-1',
} as const;

/** What an admin has set of the webhook. */
const configuration = {
  url: receiverUrl,
  events: ['v3.post.*', 'channel.didCreate'],
  filter: { data: { posts: { postId: ['post-1'] } } },
  description: 'Analytics',
  headers: { 'x-api-key': 'a key of the receiver' },
} as const;

const webhook = {
  webhookId,
  ...configuration,
  legacySignature: false,
  enabled: true,
  state: 'active',
  createdAt,
  updatedAt: createdAt,
  updatedBy: { kind: 'admin', name: 'ada' },
} as const;

const attempt = {
  number: 1,
  startedAt: attemptedAt,
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
  createdAt: acceptedAt,
  lastAttemptAt: attemptedAt,
  class: 'delivered',
  statusCode: 200,
} as const;

/** The attempts of the hour from nine to ten, which were the first of the webhook. */
const counts = { delivered: 118, failed: 2, p50: 87, p95: 240 } as const;
const hoursBefore = Array.from({ length: 23 }, () => 0);
const webhookCounts = {
  webhookId,
  ...counts,
  hourlyDelivered: [...hoursBefore, counts.delivered],
  hourlyFailed: [...hoursBefore, counts.failed],
};
const statistics = {
  hours: [
    { hour: '2026-03-02T09:00:00.000Z', ...counts, durations: [0, 0, 0, 0, 0, 0, 0, 100, 14, 0, 6, 0, 0, 0, 0, 0] },
  ],
  periods: [{ at: '2026-03-02T09:10:00.000Z', delivered: 118, failed: 2 }],
  failuresByResult: { '503': 2 },
  failuresByEvent: { [event]: 2 },
} as const;

const noticeSettings = {
  addresses: [address, otherAddress],
  unconfirmed: [otherAddress],
  today: { mails: 0, heldBack: 0 },
  sender: 'notices@riverside.example',
} as const;

/** What examples are made of. */
export const world = {
  createdAt,
  updatedAt,
  occurredAt,
  acceptedAt,
  attemptedAt,
  networkId,
  webhookId,
  eventId,
  deliveryId,
  /** Of the event in the list of its network. */
  position: '01KJPX8NH04V6X2T8Y5N3W7Q9Z',
  /** The hour of the delivery, for the ledger. */
  hour: '2026-03-02T09',
  /** Of the delivery alone, as the ledger has it. */
  digest: 'd1fc0f1cd7cb312f45ed82da88d09c2815ef8d469803d7b7c362ac7bd610b648',
  entryId: '019cadd8ea0070c4aa1b2c3d4e5f6072',
  /** Of an event that was sent as a test at five past nine. */
  testEventId: '019cadcb-2e60-70c4-aa1b-2c3d4e5f6073',
  testDeliveryId: '01KJPWPBK02Q8R5V7W9Y1Z3A5B',
  testedAt: '2026-03-02T09:05:00.120Z',
  receiverUrl,
  secret,
  nextSecret: 'whsec_YW5vdGhlciBzZWNyZXQgZm9yIHRoZSBleGFtcGxlLi4=',
  linkCode,
  link: `https://panel.riverside.example/admin/#link=${linkCode}`,
  /** Made up by whoever redeems the link. */
  attemptId: '3f9c1b7e-52d4-4a8e-9c06-7d1e5a2b8f40',
  keyId: '20260302-0123456789abcdef',
  token: 'eyJhbGciOiJIUzI1NiIs…',
  address,
  otherAddress,
  confirmationToken: 'kJ3vXq9Tn2LwZc8RbY5mHs7PdF4gKa1VtQe6UxNoWi0',
  success: { status: 'success' },
  event,
  data,
  /** The exact text of the event. */
  payload: JSON.stringify({ event, data }),
  activity,
  configuration,
  webhook,
  attempt,
  delivery,
  webhookCounts,
  statistics,
  noticeSettings,
  /** Of a network that has set nothing else. */
  quotas: productionQuotas,
} as const;
