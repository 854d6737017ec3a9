/** The items of the stubbed tables, as plain values: one network, its webhooks, a user's blocks, a delivery. */
import { nthUser } from '../filled-tables.ts';

export const networkId = 'bench';
export const userId = nthUser(0);
export const webhookId = 'wh_00000000000000000000000000000001';
export const deliveryId = '01JDQ7V0000000000000000000';
export const eventId = '01933b2c-5d7e-7f00-a1b2-c3d4e5f60718';

const at = '2026-01-01T00:00:00.000Z';
const keyId = '20260101-0123456789abcdef';
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Ids of the stubbed webhooks; the first is `webhookId`. */
const webhookIds = [1, 2, 3].map((n) => `wh_${`${n}`.padStart(32, '0')}`);

export const network = {
  networkId,
  features: { blockUser: true, userActivity: true, webhooks: true },
  hideMode: 'blocker',
  signingKeys: [{ keyId, secret, createdAt: at }],
  signingKeyNames: [{ keyId, createdAt: at }],
  createdAt: at,
};

/** Webhooks with this URL. */
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
    flow: { version: 'v', phase: 'open', window: 8, proven: true, failures: 0, quick: 8, failedProbes: 0 },
  }));

export const blocks = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ netid_uid: `${networkId}_${userId}`, blocked_userId: nthUser(n + 1) }));

/** A delivery that failed after one attempt. */
export const delivery = {
  webhookId_shard: `${webhookId}_0`,
  deliveryId,
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
};
