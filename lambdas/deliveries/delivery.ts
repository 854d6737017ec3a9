/**
 * A delivery: one event on its way to one webhook, and how its state changes. Pure: no clock, no table.
 *
 * `delivered` and `failed` are final until somebody sends it again (contract/delivery-states.ts). A `retrying` delivery has a `next`: a time, or `held`
 * while it waits in the webhook's backlog.
 */
import * as v from 'valibot';
import { Attempt, DeliveryId } from '../../contract/deliveries.ts';
import { DeliveryResult } from '../../contract/delivery-classes.ts';
import type { DeliverySettings } from '../../contract/delivery-settings.ts';
import { DeliveryState } from '../../contract/delivery-states.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { timeOf } from '../../contract/time-ids.ts';
import { Trace } from '../../contract/traceparent.ts';
import { type AttemptOutcome, isGone } from './attempt.ts';

/** Attempts that are kept with a delivery: those of three schedules. */
export const MAX_ATTEMPTS_KEPT = 24;

/** When a retrying delivery is attempted again: in its turn in the backlog (`held`), or at a time (ISO 8601). */
const Next = v.variant('kind', [
  v.object({ kind: v.literal('held') }),
  v.object({ kind: v.literal('at'), at: v.string() }),
]);
type Next = v.InferOutput<typeof Next>;

export const Delivery = v.object({
  deliveryId: DeliveryId,
  networkId: NetworkId,
  webhookId: v.string(),
  eventId: EventId,
  event: v.string(),
  /** When the event was accepted: ISO 8601. */
  createdAt: v.string(),
  state: DeliveryState,
  next: v.optional(Next),
  class: DeliveryResult,
  statusCode: v.optional(v.number()),
  attempts: v.array(Attempt),
  attemptCount: v.number(),
  /** Attempts on the current schedule; a replay starts a new one. */
  attemptsOnSchedule: v.number(),
  lastAttemptAt: v.optional(v.string()),
  /** The number of replays. Messages of an earlier generation are dropped. */
  generation: v.number(),
  /** When the recovery was asked for (ISO 8601) that was the last to send it again. */
  recovery: v.optional(v.string()),
  /** The request that was the last to replay it, so that the same one does not do so twice. */
  replay: v.optional(v.string()),
  /** What it was before that recovery, and is again if the recovery is stopped before it is attempted. */
  beforeRecovery: v.optional(v.picklist(['failed', 'delivered'])),
  /** The trace of its event, once it is known. */
  trace: v.optional(Trace),
  /** Whether its event is a test (docs/spec/delivery.md#test-event): not in recoveries, not in the ledger. */
  isTest: v.optional(v.literal(true)),
  /** Whether the payload of its event was erased, so that it can't be sent again. */
  isErased: v.optional(v.literal(true)),
});
export type Delivery = v.InferOutput<typeof Delivery>;

/** What decides when a failed attempt is repeated. */
export interface RetryTerms {
  readonly settings: Pick<DeliverySettings, 'retryDelaysSeconds'>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** What identifies a delivery; `acceptedAt` is when its event was accepted (ISO 8601). */
export type DeliveryOrigin = Pick<
  Delivery,
  'deliveryId' | 'networkId' | 'webhookId' | 'eventId' | 'event' | 'generation'
> & { readonly acceptedAt: string; readonly trace?: Trace | undefined };

/** A delivery before its first attempt. */
export const newDelivery = (origin: DeliveryOrigin): Delivery => ({
  deliveryId: origin.deliveryId,
  networkId: origin.networkId,
  webhookId: origin.webhookId,
  eventId: origin.eventId,
  event: origin.event,
  createdAt: origin.acceptedAt,
  state: 'retrying',
  class: 'not_sent',
  attempts: [],
  attemptCount: 0,
  attemptsOnSchedule: 0,
  generation: origin.generation,
  ...(origin.trace && { trace: origin.trace }),
});

/** The delivery after an attempt. */
export function deliveryAfterAttempt(before: Delivery, outcome: AttemptOutcome, terms: RetryTerms): Delivery {
  const { retryAfterSeconds, ...seen } = outcome;
  const number = before.attemptCount + 1;
  const attemptsOnSchedule = before.attemptsOnSchedule + 1;
  const { next: _, statusCode: __, ...lasting } = before;
  const attempted = {
    ...lasting,
    class: outcome.class,
    ...(outcome.statusCode !== undefined && { statusCode: outcome.statusCode }),
    attempts: [...before.attempts.map(withoutHeaders), { number, ...seen }].slice(-MAX_ATTEMPTS_KEPT),
    attemptCount: number,
    attemptsOnSchedule,
    lastAttemptAt: outcome.startedAt,
  };
  if (outcome.class === 'delivered') return { ...attempted, state: 'delivered' };
  const isLast = isGone(outcome) || outcome.class === 'aborted' || outcome.class === 'bus_too_large';
  const delay = isLast ? undefined : retryDelay(terms.settings, attemptsOnSchedule, retryAfterSeconds, terms.random);
  if (delay === undefined) return { ...attempted, state: 'failed' };
  const next: Next = { kind: 'at', at: new Date(terms.now + delay).toISOString() };
  return { ...attempted, state: 'retrying', next };
}

/** Headers are kept of the latest attempt only: those of all would make each write cost several units. */
const withoutHeaders = ({ responseHeaders: _, ...attempt }: Attempt): Attempt => attempt;

/** The delivery in its webhook's backlog, and why it is not sent now. No attempt is used up. */
export const held = (delivery: Delivery, why: 'receiver_down' | 'window_full'): Delivery => ({
  ...delivery,
  state: 'retrying',
  next: { kind: 'held' },
  class: delivery.attemptCount === 0 ? why : delivery.class,
});

/** The delivery when it ends for a reason other than its receiver. It can still be replayed. */
export function abandoned(delivery: Delivery, why: 'webhook_disabled' | 'event_expired' | 'event_erased'): Delivery {
  const { next: _, ...lasting } = delivery;
  return { ...lasting, state: 'failed', class: why };
}

/** The present time, in milliseconds, and the days for which the stage stores events. */
export interface StorageTime {
  readonly now: number;
  readonly eventDays: number;
}

/**
 * Why a delivery can't be sent again: the payload of its event was erased (docs/spec/events.md#erasing-a-payload), or
 * the event has expired (docs/spec/delivery.md#retention). Undefined if it can.
 */
export function payloadLoss(
  { class: outcome, isErased, deliveryId }: Pick<Delivery, 'class' | 'isErased' | 'deliveryId'>,
  { now, eventDays }: StorageTime,
): 'event_erased' | 'event_expired' | undefined {
  if (isErased === true || outcome === 'event_erased') return 'event_erased';
  return timeOf(deliveryId) + eventDays * DAY_MS <= now ? 'event_expired' : undefined;
}

/** A state that a recovery may be taken back to: a delivery that was retrying is sent in any case. */
export const finalState = (state: DeliveryState): Delivery['beforeRecovery'] =>
  state === 'retrying' ? undefined : state;

/** The share by which a delay varies either way, so that retries don't reach a recovered receiver all at once. */
const JITTER = 0.2;
/** The longest delay that a receiver may ask for, as a multiple of the planned one. */
const MAX_RETRY_AFTER = 2;

/**
 * When a failed delivery is attempted again (docs/spec/delivery.md#retry-schedule).
 *
 * Milliseconds until the next attempt, or undefined after the last one. `attempts` is the number already made on the
 * current schedule; `retryAfterSeconds` is what the receiver asked for; `random` is from 0 to 1.
 */
export function retryDelay(
  { retryDelaysSeconds }: Pick<DeliverySettings, 'retryDelaysSeconds'>,
  attempts: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number | undefined {
  const planned = retryDelaysSeconds[attempts - 1];
  if (planned === undefined) return undefined;
  const spread = planned * (1 + JITTER * (2 * random - 1));
  const asked = Math.min(retryAfterSeconds ?? 0, planned * MAX_RETRY_AFTER);
  return Math.round(Math.max(spread, asked) * 1000);
}
