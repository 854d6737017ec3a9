/**
 * The ceilings that a customer sets for a webhook (docs/adr/0065-ceilings.md). Pure: no clock, no table. Times are
 * milliseconds since 1970.
 *
 * A webhook with a ceiling is never open: one process at a time sends, and hands on when the next request may begin.
 */
import type { PaceSetter } from '../../contract/webhook-states.ts';
import type { Control, Flow } from './state.ts';

/** What the customer sets, as it is stored with the webhook. */
export interface Ceilings {
  readonly maxRequestsPerSecond?: number | undefined;
  readonly maxConcurrentRequests?: number | undefined;
}

/** A webhook, as far as the time of its next request depends on it. */
interface CeilingWebhook extends Ceilings {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly flow?: Flow | undefined;
}

/** What the ceiling is counted over. */
const COUNTED_MS = 10_000;
/** From so many requests in that time on, lateness of timers is caught up with; it adds at most a hundredth. */
const CAUGHT_UP_FROM = 100;
const CATCH_UP_MS = 100;
/** By then each request follows a change of the webhook (docs/spec/webhooks.md#changes). */
const SETTLED_MS = 5000;
/** Milliseconds by which a lease may be taken before its end, since clocks differ. */
const EARLY_MS = 1000;

export const hasCeiling = ({ maxRequestsPerSecond, maxConcurrentRequests }: Ceilings): boolean =>
  maxRequestsPerSecond !== undefined || maxConcurrentRequests !== undefined;

/** Milliseconds from one request to the next. The sum guards against the rounding of products such as 1.1 times 10. */
export function spacingOf({ maxRequestsPerSecond }: Ceilings): number {
  if (maxRequestsPerSecond === undefined) return 0;
  return COUNTED_MS / Math.max(1, Math.floor((maxRequestsPerSecond * COUNTED_MS) / 1000 + 1e-6));
}

/**
 * When the request after one may begin that was due at `dueAt` and began at `beganAt`. So at most ten seconds' worth of
 * requests, or a hundredth and one more if that is a hundred or more, begin in any ten seconds.
 */
export function nextDue(dueAt: number, beganAt: number, spacing: number): number {
  const caughtUp = spacing * CAUGHT_UP_FROM <= COUNTED_MS ? CATCH_UP_MS : 0;
  return Math.max(dueAt, beganAt - caughtUp) + spacing;
}

/**
 * When the first request of a turn may begin that takes the lease of a webhook at `now`. A turn that did not end may
 * have sent until the end of its lease, and after a change other processes may still send as they did before. Where the
 * flow was reset, because the webhook was disabled or enabled, it is not known when the latest of these requests began.
 */
export function firstDue(webhook: CeilingWebhook, now: number): number {
  const { createdAt, updatedAt, flow } = webhook;
  const spacing = spacingOf(webhook);
  const stored = Date.parse(flow?.ceilingAt ?? '') || 0;
  const abandoned = flow?.leasedUntil === undefined ? 0 : Date.parse(flow.leasedUntil) + spacing;
  const spaced = Math.min(Math.max(stored, abandoned), now + EARLY_MS + spacing);
  const changedAt = updatedAt === createdAt ? 0 : Date.parse(updatedAt);
  const settled = stored < changedAt ? Math.min(changedAt, now) + SETTLED_MS + (stored === 0 ? spacing : 0) : 0;
  return Math.max(spaced, settled);
}

/** A flow that hands on when the next request may begin. */
export const withDue = (flow: Flow, dueAt: number): Flow => ({
  ...flow,
  ceilingAt: new Date(Math.ceil(dueAt)).toISOString(),
});

/** What sets the pace of a webhook; undefined if it has no ceiling. */
export function paceSetter(webhook: Ceilings & { readonly flow?: Flow | undefined }): PaceSetter | undefined {
  if (!hasCeiling(webhook)) return undefined;
  const { flow } = webhook;
  if (flow?.downSince !== undefined) return 'receiver';
  // It has not met a limit yet.
  if (flow === undefined || flow.patience === 0) return 'ceiling';
  const { maxConcurrentRequests = Number.POSITIVE_INFINITY } = webhook;
  const isCeiling = flow.window >= maxConcurrentRequests || spacingOf(webhook) >= spacingFor(flow);
  return isCeiling ? 'ceiling' : 'receiver';
}

/** Milliseconds from one request to the next with the window that has proven good. */
const spacingFor = ({ window, response = 0 }: Control): number => response / window;
