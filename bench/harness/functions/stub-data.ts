/** The items of the stubbed tables, as plain values: one network, its webhooks, a user's blocks. */
import * as v from 'valibot';
import { UserId } from '../../../contract/ids.ts';
import { newFlow } from '../../../lambdas/pacing/state.ts';

/** Settings of deliveries with which receivers on this machine may be called. */
export const loopbackTargets = { allowHttp: true, allowedRanges: ['loopback'] } as const;

/** The `n`th id in order: 24 characters, as in many systems. */
export const nthUser = (n: number): UserId => v.parse(UserId, `user-${`${n}`.padStart(19, '0')}`);

export const networkId = 'bench';
export const userId = nthUser(0);
export const eventId = '01933b2c-5d7e-7f00-a1b2-c3d4e5f60718';

const at = '2026-01-01T00:00:00.000Z';
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const signingKey = { keyId: '20260101-0123456789abcdef', secret, createdAt: at };

export const webhookIds = [1, 2, 3].map((n) => `wh_${`${n}`.padStart(32, '0')}`);

export const network = {
  networkId,
  features: { blockUser: true, userActivity: true, webhooks: true },
  hideMode: 'blocker',
  signingKeys: [signingKey],
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
    flow: { ...newFlow, version: 'v', phase: 'open', response: 20, quick: 8 },
  }));

/** What a hide check finds. */
export const blocks = Array.from({ length: 5 }, (_, n) => ({
  netid_uid: `${networkId}_${userId}`,
  blocked_userId: nthUser(n + 1),
}));
