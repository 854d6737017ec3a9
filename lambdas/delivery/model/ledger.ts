/** What a webhook's ledger says, and what becomes of a delivery that a receiver lacks (docs/spec/delivery.md#ledger). Pure. */
import { createHash } from 'node:crypto';
import type { DeliveryId } from '../../../contract/deliveries.ts';
import {
  type LedgerRange,
  type LedgerSlice,
  MAX_DELIVERIES_PER_SLICE,
  type MissingOutcome,
  startOfHour,
} from '../../../contract/ledger.ts';
import { timePrefix } from '../../../contract/time-ids.ts';
import type { Delivery } from './delivery.ts';

/** A delivery as far as the ledger needs it. */
export type LedgerEntry = Pick<
  Delivery,
  'deliveryId' | 'webhookId' | 'event' | 'state' | 'generation' | 'lastAttemptAt'
>;

const HOUR_MILLISECONDS = 60 * 60_000;
/** How long after its acceptance an event may still be on its way to the table, while nothing is wrong for long. */
const SETTLING_MILLISECONDS = 15 * 60_000;

/** Whether more deliveries of the hour may come. `now` is in milliseconds. */
export const isOpen = (hour: string, now: number): boolean =>
  now < startOfHour(hour) + HOUR_MILLISECONDS + SETTLING_MILLISECONDS;

/** Whether deliveries of the hour may have expired, which are stored for so many days. `now` is in milliseconds. */
export const isExpired = (hour: string, now: number, retentionDays: number): boolean =>
  startOfHour(hour) + retentionDays * 24 * HOUR_MILLISECONDS < now;

/** The first and the last sort key of a range. Ids have 26 characters: a longer text sorts behind the id that it begins with. */
export function keysOf({ hour, after, until }: LedgerRange): { readonly first: string; readonly last: string } {
  const start = startOfHour(hour);
  return {
    first: after === undefined ? timePrefix(start) : `${after}0`,
    last: until ?? `${timePrefix(start + HOUR_MILLISECONDS - 1)}~`,
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

/**
 * The moment that a claim is about, in milliseconds: when the ids were read (ISO 8601), which is no later than the second in which it was
 * signed, or else that second.
 */
export const claimedAt = (signedAt: number, readAt?: string): number =>
  readAt === undefined ? signedAt : Math.min(Date.parse(readAt), signedAt + 999);

/**
 * What to do about a delivery that the receiver lacks, according to a claim about the moment `claimed` (milliseconds). A claim that is
 * older than the latest attempt says nothing about it: so a repeated request sends nothing twice.
 */
export function outcomeOf(
  { state, lastAttemptAt }: Pick<LedgerEntry, 'state' | 'lastAttemptAt'>,
  { enabled }: { readonly enabled: boolean },
  claimed: number,
): MissingOutcome {
  if (!enabled) return 'webhook_disabled';
  if (state === 'retrying') return 'retrying';
  return lastAttemptAt !== undefined && Date.parse(lastAttemptAt) >= claimed ? 'just_attempted' : 'sending';
}
