/** What the stubbed tables hold, as plain values: one network, its webhooks, a user's rows, a webhook's deliveries. */
import { BAND_BOUNDS } from '../../../lambdas/delivery/statistics/attempt-counts.ts';
import { nthReaction, nthUser } from '../filled-tables.ts';

export const networkId = 'bench';
export const userId = nthUser(0);
export const webhookId = 'wh_00000000000000000000000000000001';
export const deliveryId = '01JDQ7V0000000000000000000';
export const eventId = '01933b2c-5d7e-7f00-a1b2-c3d4e5f60718';

const at = '2026-01-01T00:00:00.000Z';
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Ids of the stubbed webhooks, the first of them `webhookId`. */
const webhookIds = [1, 2, 3].map((n) => `wh_${`${n}`.padStart(32, '0')}`);

export const network = {
  networkId,
  features: { blockUser: true, userActivity: true, webhooks: true },
  hideMode: 'blocker',
  signingKeys: [{ keyId: 'key-1', secret, createdAt: at }],
  signingKeyNames: [{ keyId: 'key-1', createdAt: at }],
  createdAt: at,
};

/** Webhooks to a receiver. */
export const webhooksTo = (url: string) =>
  webhookIds.map((id) => ({
    networkId,
    webhookId: id,
    url,
    events: ['*'],
    description: 'a webhook of the bench',
    headers: { 'x-team': 'bench' },
    legacySignature: false,
    enabled: true,
    secrets: [{ secret, activeFrom: at }],
    createdAt: at,
    updatedAt: at,
    lane: 'fast',
  }));

export const blocks = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ netid_uid: `${networkId}_${userId}`, blocked_userId: nthUser(n + 1) }));

export const activities = (count: number) =>
  Array.from({ length: count }, (_, n) => nthReaction(`${networkId}_${userId}`, n, Date.parse(at) - n * 1_000));

/** Deliveries that failed, each with one attempt. */
export const deliveries = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    webhookId_shard: `${webhookId}_0`,
    deliveryId: `${deliveryId.slice(0, -2)}${`${n}`.padStart(2, '0')}`,
    networkId,
    webhookId,
    eventId,
    event: 'channel.didCreate',
    createdAt: at,
    state: 'failed',
    class: 'http_5xx',
    statusCode: 503,
    attempts: [
      { number: 1, startedAt: at, milliseconds: 12, class: 'http_5xx', statusCode: 503, remoteAddress: '127.0.0.1' },
    ],
    attemptCount: 1,
    attemptsOnSchedule: 1,
    lastAttemptAt: at,
    generation: 0,
  }));

/** A day of attempts to a webhook. */
export const hoursOfAttempts = () =>
  Array.from({ length: 24 }, (_, n) => ({
    webhookId_shard: `${webhookId}_hours`,
    deliveryId: `2026-01-01T${`${n}`.padStart(2, '0')}`,
    deliveredCount: 90,
    failedCount: 10,
    ...Object.fromEntries(BAND_BOUNDS.slice(0, 5).map((bound) => [`ms${bound}`, 20])),
  }));

/** What a receiver gets of the stubbed event. */
export const eventBody = JSON.stringify({ event: 'channel.didCreate', data: { userIds: ['ann', 'bob'] } });
