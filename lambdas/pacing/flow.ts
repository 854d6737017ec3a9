/**
 * Who sends to a receiver, and when (docs/adr/0015-one-controller.md). Pure: no clock, no table.
 *
 *   new ──▶ paced ──nothing waits, quick──▶ open ──trouble──▶ paced
 *             │ ▲
 *             │ └── a probe succeeds ── down ◀── nothing succeeds
 *             └───────────────────────────▲
 *
 * `open`: every process sends at once, unless the customer has set a ceiling (ceiling.ts). `paced`: one process at a time sends, as many requests as control.ts allows.
 * `down`: one probe at a time, at growing distances.
 */

import { MINUTE_MS } from '../../contract/durations.ts';
import { type AttemptOutcome, isDown, isOverload, QUICK_MS, SLOW_MS } from '../deliveries/attempt.ts';
import { type Ceilings, hasCeiling } from './ceiling.ts';
import { afterRequest, MAX_WINDOW, type Probes } from './control.ts';
import { type Flow, newControl, newFlow } from './state.ts';
import type { Observation } from './trial.ts';

/** The window of a receiver that has just been restrained. */
const RESTRAINED_WINDOW = 4;
/** The longest pause that a receiver can ask for. */
const MAX_PAUSE_SECONDS = 60;
/** Quick responses after which a receiver without a backlog is open. */
const QUICK_RESPONSES_TO_OPEN = 5;
/** After so long without a trial, a limit that was met before says nothing any more. */
const LIMIT_MEMORY_MS = 10 * MINUTE_MS;
/** Longer than a process caches a webhook: by then every process knows that the lease has ended. */
const LAST_CHECK_MS = 5000;
/** How long a process sends alone; more than the time-out of a signer (lib/capabilities/delivery.ts). */
export const LEASE_MS = 15_000;
/** After a fault of ours, such as a table that can't be read. */
const FAULT_DELAY_MS = 5000;

/** Whether every process may send to the receiver of a webhook at once. */
export const isOpen = (webhook: Ceilings & { readonly flow?: Flow | undefined }): boolean =>
  webhook.flow?.phase === 'open' && !hasCeiling(webhook);

/** Whether nobody has tried the receiver yet. */
export const isUnknown = (flow: Flow | undefined): boolean =>
  flow === undefined || (flow.phase === 'paced' && flow.response === undefined && flow.failures === 0);

/**
 * Whether a process sends the receiver's backlog at `now` (milliseconds). A lease of more than twice the usual time was
 * written by a process whose clock was wrong, and counts for nothing.
 */
export function isLeased(flow: Flow | undefined, now: number): boolean {
  const until = Date.parse(flow?.leasedUntil ?? '');
  return until > now && until <= now + 2 * LEASE_MS;
}

/** Whether a process may begin to send at `now` (milliseconds): no other does, and no probe or pause is awaited. */
export const maySend = (flow: Flow | undefined, now: number): boolean =>
  flow === undefined || !(isLeased(flow, now) || pauseOf(flow, now) > 0);

/** Milliseconds from `now` in which nothing may be sent: until the next probe, or as the receiver has asked. */
export const pauseOf = ({ notBefore }: Flow, now: number): number =>
  notBefore === undefined ? 0 : Math.max(0, Date.parse(notBefore) - now);

/** The flow after an attempt; `meanwhile` is what else is so when it ends. */
export function flowAfterAttempt(
  before: Flow,
  outcome: AttemptOutcome,
  meanwhile: Pick<Observation, 'underWay' | 'isFull'>,
  settings: Probes,
): Flow {
  const startedAt = Date.parse(outcome.startedAt);
  const endedAt = startedAt + outcome.milliseconds;
  const hasSucceeded = !isDown(outcome);
  const retryAfterSeconds = isOverload(outcome) ? pauseAskedBy(outcome) : undefined;
  const observation = { hasSucceeded, startedAt, endedAt, retryAfterSeconds, ...meanwhile };
  const { version, leasedUntil, openSince, downSince: since } = before;
  const control = afterRequest(before, observation, settings);
  const isBack = since !== undefined && control.downSince === undefined;
  return {
    ...control,
    version,
    leasedUntil,
    openSince,
    emptySince: undefined,
    nextAt: control.notBefore ?? iso(endedAt),
    phase: control.downSince !== undefined ? 'down' : before.phase === 'open' && hasSucceeded ? 'open' : 'paced',
    quick: quickAfter(before, outcome),
    outage: isBack ? { since, until: iso(endedAt) } : before.outage,
  };
}

const pauseAskedBy = ({ retryAfterSeconds }: AttemptOutcome): number | undefined =>
  retryAfterSeconds && Math.min(retryAfterSeconds, MAX_PAUSE_SECONDS);

function quickAfter({ quick }: Flow, outcome: AttemptOutcome): number {
  const { milliseconds } = outcome;
  if (milliseconds >= SLOW_MS) return 0;
  return !isDown(outcome) && milliseconds <= QUICK_MS ? quick + 1 : quick;
}

/**
 * The flow once nothing waits. A quick receiver that has shown no limit is open; any other one is paced still, and its
 * next delivery is sent at once. A process that has cached the lease may hold a delivery for a moment yet, so the
 * backlog is checked once more.
 */
export function afterLastDelivery(before: Flow, now: number): Flow {
  const { outage: _, nextAt: __, emptySince = iso(now), ...lasting } = before;
  const lastCheck = Date.parse(emptySince) + LAST_CHECK_MS;
  const after = { ...lasting, emptySince, ...(now < lastCheck && { nextAt: iso(lastCheck) }) };
  if (before.phase !== 'paced') return after;
  const isOld = now - before.trial.since > LIMIT_MEMORY_MS;
  const isUnlimited = before.patience === 0 || before.window >= MAX_WINDOW || isOld;
  if (before.quick < QUICK_RESPONSES_TO_OPEN || !isUnlimited) return after;
  return { ...after, phase: 'open', openSince: iso(now) };
}

/** Milliseconds by which a message may come before its time, since clocks differ. */
export const CLOCK_SKEW_MS = 1000;

/** Whether nothing waited, and a message is on its way for another check after `now` (milliseconds). */
export const isCheckPending = (flow: Flow | undefined, now: number): boolean =>
  flow?.emptySince !== undefined && Date.parse(flow.nextAt ?? '') > now + CLOCK_SKEW_MS;

/** The flow when attempts could not be made through a fault of ours. */
export const afterFault = (before: Flow, now: number): Flow => ({ ...before, nextAt: iso(now + FAULT_DELAY_MS) });

/** The flow of an open receiver that is in trouble at `now` (milliseconds): one process sends at a time from then. */
export const restrained = ({ version, response }: Flow, now: number): Flow => ({
  ...newFlow,
  ...newControl(now, RESTRAINED_WINDOW),
  version,
  response,
});

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
