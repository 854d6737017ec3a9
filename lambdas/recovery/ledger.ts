/** The ledger of an hour, by which a receiver checks that it has everything (docs/spec/delivery.md#ledger). Pure. */

import { createHash } from 'node:crypto';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { isFinal } from '../../contract/delivery-states.ts';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import { type LedgerRange, type LedgerSlice, MAX_DELIVERIES_PER_SLICE, startOfHour } from '../../contract/ledger.ts';
import { timePrefix } from '../../contract/time-ids.ts';
import type { IdRange } from '../deliveries/ranges.ts';
import { isInFirstAttemptWindow, type LedgerEntry } from './missing.ts';

/**
 * Whether something of the hour can still be on its way, as far as these entries show: an event that is accepted now or
 * was a moment ago, one without a delivery, or a delivery that is not final. `now` is in milliseconds.
 */
export const isHourOpen = (hour: string, entries: readonly LedgerEntry[], now: number): boolean =>
  isInFirstAttemptWindow(new Date(startOfHour(hour) + HOUR_MS).toISOString(), now) ||
  entries.some((entry) => entry.kind === 'unrecorded' || !isFinal(entry.state));

/** Whether deliveries of the hour may have expired, which are stored for so many days. `now` is in milliseconds. */
export const isExpired = (hour: string, now: number, retentionDays: number): boolean =>
  startOfHour(hour) + retentionDays * DAY_MS < now;

/** The first and last sort key of a range. Ids have 26 characters: a longer text sorts behind the id it begins with. */
export function idRangeOf({ hour, after, until }: LedgerRange): IdRange {
  const start = startOfHour(hour);
  return {
    first: after === undefined ? timePrefix(start) : `${after}0`,
    last: until ?? `${timePrefix(start + HOUR_MS - 1)}~`,
  };
}

/** Divides the ids of a range, in ascending order, into slices that cover it without a gap. */
export function slicesOf(ids: readonly DeliveryId[], { after, until }: Omit<LedgerRange, 'hour'>): LedgerSlice[] {
  const own = ids.slice(0, MAX_DELIVERIES_PER_SLICE);
  const rest = ids.slice(MAX_DELIVERIES_PER_SLICE);
  const end = rest.length === 0 ? until : own.at(-1);
  const slice = {
    ...(after !== undefined && { after }),
    ...(end !== undefined && { until: end }),
    count: own.length,
    digest: digestOf(own),
  };
  return rest.length === 0 ? [slice] : [slice, ...slicesOf(rest, { after: end, until })];
}

/** Hexadecimal SHA-256 of ids in ascending order, each followed by a line feed. */
const digestOf = (ids: readonly DeliveryId[]): string =>
  createHash('sha256')
    .update(ids.map((id) => `${id}\n`).join(''))
    .digest('hex');

/** A receiver's clock is at most so far ahead of ours: an earlier or later signature is refused. */
export const TOLERANCE_MS = 300_000;

/**
 * The moment that a claim is about, in milliseconds: when the ids were read (ISO 8601), which is no later than the
 * second in which it was signed, or else that second. A claim that comes before its own time was made by a clock that
 * is ahead by an unknown time, so it says nothing about the last minutes.
 */
export function claimedAt(signedAt: number, readAt: string | undefined, now: number): number {
  const claimed = readAt === undefined ? signedAt : Math.min(Date.parse(readAt), signedAt + 999);
  return signedAt > now ? Math.min(claimed, now - TOLERANCE_MS) : claimed;
}
