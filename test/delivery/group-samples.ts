/** Jobs of one webhook, and flows of its receiver, for tests of what is decided about them and done. */

import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { firstIdOf } from '../../contract/time-ids.ts';
import { type Delivery, newDelivery } from '../../lambdas/deliveries/delivery.ts';
import { type DeliveryMessage, retryMessage } from '../../lambdas/deliveries/messages.ts';
import { BeforeAttemptError } from '../../lambdas/delivery/errors.ts';
import type { Job, PendingJob, RecoverJob, ResolvedJob, WakeUp } from '../../lambdas/delivery/jobs.ts';
import { LEASE_MS } from '../../lambdas/pacing/flow.ts';
import { type Flow, newFlow } from '../../lambdas/pacing/state.ts';
import fc from '../support/fast-check.ts';
import { webhookOfTests } from '../support/samples.ts';

export const now = Date.UTC(2026, 0, 1);
export const iso = (milliseconds: number): string => new Date(now + milliseconds).toISOString();
export const webhook = webhookOfTests();
const { networkId, webhookId } = webhook;

const jobOf = (messageId: string, message: DeliveryMessage): Job => ({ messageId, message, isRepeated: false });

const deliveryOf = (n: number, changes: Partial<Delivery> = {}): Delivery => ({
  ...newDelivery({
    networkId,
    webhookId,
    event: 'shop.didSell',
    acceptedAt: iso(n),
    generation: 0,
    deliveryId: v.parse(DeliveryId, firstIdOf(now + n)),
    eventId: v.parse(EventId, `event-${n}`),
  }),
  ...changes,
});

/** A delivery to attempt, such as `d1`. */
export function pending(n: number, changes: Partial<Delivery> = {}): PendingJob {
  const delivery = deliveryOf(n, changes);
  return { kind: 'pending', job: jobOf(`d${n}`, retryMessage(delivery)), delivery, body: '{}' };
}

/** A delivery that an admin has just sent again. */
export const replayed = (n: number): PendingJob =>
  pending(n, { generation: 1, attemptCount: 8, next: { kind: 'at', at: iso(0) } });

/** A message that asks for the backlog, such as `w1`. */
export const wakeUp = (n: number, requestedAt?: string): WakeUp => ({
  kind: 'wakeUp',
  requestedAt,
  job: jobOf(`w${n}`, { kind: 'backlog', networkId, webhookId, ...(requestedAt && { askedAt: requestedAt }) }),
});

/** A message that asks for a page of a recovery, such as `r1`. */
export function recovery(n: number): RecoverJob {
  const range = { since: iso(-1000), until: iso(0), askedAt: iso(0), state: 'failed' } as const;
  const message = { kind: 'recover', networkId, webhookId, ...range } as const;
  return { kind: 'recover', job: jobOf(`r${n}`, message), message };
}

export const outdated = (n: number): ResolvedJob => ({ kind: 'outdated', job: jobOf(`o${n}`, pending(n).job.message) });
export const unreadable = (n: number): ResolvedJob => ({
  kind: 'unreadable',
  job: jobOf(`u${n}`, pending(n).job.message),
  error: new BeforeAttemptError(),
});

/** A receiver that has responded, with these changes. */
export const flowWith = (changes: Partial<Flow>): Flow => ({ ...newFlow, version: 'v1', response: 20, ...changes });

const kinds = [
  pending,
  replayed,
  (n: number) => wakeUp(n),
  (n: number) => wakeUp(n, iso(-n)),
  recovery,
  outdated,
  unreadable,
];

/** Any jobs of one webhook. */
export const anyJobs: fc.Arbitrary<readonly ResolvedJob[]> = fc
  .array(fc.constantFrom(...kinds), { maxLength: 12 })
  .map((made) => made.map((make, n) => make(n)));

const anyTime = fc.option(fc.integer({ min: -2 * LEASE_MS, max: 3 * LEASE_MS }).map(iso), { nil: undefined });

/** Any flow of a receiver, or none. */
export const anyFlow: fc.Arbitrary<Flow | undefined> = fc.option(
  fc
    .record({
      phase: fc.constantFrom('open' as const, 'paced' as const, 'down' as const),
      leasedUntil: anyTime,
      notBefore: anyTime,
      nextAt: anyTime,
      emptySince: anyTime,
      response: fc.constantFrom(undefined, 20),
    })
    .map(flowWith),
  { nil: undefined },
);
