/** What webhooks have to get, what is recorded, and what a receiver lacks (docs/spec/delivery.md#ledger). Pure. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { DeliveryId } from '../../../contract/deliveries.ts';
import { asksFor } from '../../../contract/event-names.ts';
import {
  type LedgerRange,
  type LedgerSlice,
  MAX_DELIVERIES_PER_SLICE,
  type MissingOutcome,
  startOfHour,
} from '../../../contract/ledger.ts';
import { lastIdOf, timePrefix } from '../../../contract/time-ids.ts';
import { type DeliveryOrigin, isUnseen } from '../../deliveries/delivery.ts';
import { deliveryIdOf } from '../../deliveries/delivery-id.ts';
import type { IdRange, Recorded, RecordedDelivery } from '../../deliveries/ranges.ts';
import type { AcceptedRange } from '../../events/accepted-index.ts';
import { isNoticeAbout } from '../../notices/notice.ts';
import type { WebhookKey } from '../../shared/webhook-key.ts';
import type { SubscriptionAt } from '../../webhooks/subscription.ts';
import type { Webhook } from '../../webhooks/webhooks-table.ts';

/** An event for a webhook: its delivery, or what that is made from where it has none that can be read. */
export type LedgerEntry =
  | (RecordedDelivery & { readonly kind: 'recorded' })
  | (Omit<DeliveryOrigin, 'generation'> & { readonly kind: 'unrecorded'; readonly isMalformed: boolean });

/** Entries in ascending order of ids; `next` is the id up to which they are complete, absent at the range's end. */
export interface LedgerPage {
  readonly entries: readonly LedgerEntry[];
  readonly next?: DeliveryId;
}

/** What was read of a range: deliveries up to an id, events that passed filters before a time (ms); else all. */
interface Read {
  readonly recorded: { readonly found: readonly Recorded[]; readonly next?: string };
  readonly accepted: AcceptedRange;
}

/**
 * What the webhook has to get of a range: each event that it asked for, whatever became of it, and whatever else is
 * recorded, such as what was recovered, or is older than the outbox. At most `limit` entries.
 */
export function ledgerOf(
  { networkId, webhookId }: WebhookKey,
  { first, last }: IdRange,
  subscriptionAt: SubscriptionAt,
  { recorded, accepted }: Read,
  limit: number,
): LedgerPage {
  const asked = accepted.events
    .filter(({ event, acceptedAt }) => asksFor(subscriptionAt(acceptedAt).events, event))
    .filter((event) => !isNoticeAbout(event, webhookId))
    .map(({ eventId, event, acceptedAt }) => {
      const deliveryId = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);
      return { kind: 'unrecorded', deliveryId, networkId, webhookId, eventId, event, acceptedAt } as const;
    });
  const records = new Map(recorded.found.map((one) => [one.deliveryId, one]));
  const unrecorded = asked.filter(({ deliveryId }) => records.get(deliveryId)?.record === undefined);
  const ends = [recorded.next, accepted.next && lastIdOf(accepted.next - 1)].filter((end) => end !== undefined).sort();
  const entries = [
    ...recorded.found.flatMap(({ record }) => (record ? { kind: 'recorded' as const, ...record } : [])),
    ...unrecorded.map((entry) => ({ ...entry, isMalformed: records.has(entry.deliveryId) })),
  ]
    .filter(({ deliveryId: id }) => first <= id && id <= last && (ends[0] === undefined || id <= ends[0]))
    .sort((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1));
  const page = entries.slice(0, limit);
  const next = entries.length > limit ? page.at(-1)?.deliveryId : ends[0];
  return next === undefined ? { entries: page } : { entries: page, next: v.parse(DeliveryId, next) };
}

const HOUR_MILLISECONDS = 60 * 60_000;

/**
 * Whether something of the hour can still be on its way, as far as these entries show: an event that is accepted now or
 * was a moment ago, one without a delivery, or a delivery that is not final. `now` is in milliseconds.
 */
export const isOpen = (hour: string, entries: readonly LedgerEntry[], now: number): boolean =>
  isUnseen(new Date(startOfHour(hour) + HOUR_MILLISECONDS).toISOString(), now) ||
  entries.some((entry) => entry.kind === 'unrecorded' || entry.state === 'retrying');

/** Whether deliveries of the hour may have expired, which are stored for so many days. `now` is in milliseconds. */
export const isExpired = (hour: string, now: number, retentionDays: number): boolean =>
  startOfHour(hour) + retentionDays * 24 * HOUR_MILLISECONDS < now;

/** The first and last sort key of a range. Ids have 26 characters: a longer text sorts behind the id it begins with. */
export function keysOf({ hour, after, until }: LedgerRange): IdRange {
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
 * Whether nobody else adds the delivery of an event: its first message may still come, and would not look at the table.
 * It does where the webhook has changed since, such as by being enabled. `now` is in milliseconds.
 */
export const comesByItself = (acceptedAt: string, { updatedAt }: Pick<Webhook, 'updatedAt'>, now: number): boolean =>
  acceptedAt >= updatedAt && isUnseen(acceptedAt, now);

/** A receiver's clock is at most so far ahead of ours: an earlier or later signature is refused. */
export const TOLERANCE_MILLISECONDS = 300_000;

/**
 * The moment that a claim is about, in milliseconds: when the ids were read (ISO 8601), which is no later than the
 * second in which it was signed, or else that second. A claim that comes before its own time was made by a clock that
 * is ahead by an unknown time, so it says nothing about the last minutes.
 */
export function claimedAt(signedAt: number, readAt: string | undefined, now: number): number {
  const claimed = readAt === undefined ? signedAt : Math.min(Date.parse(readAt), signedAt + 999);
  return signedAt > now ? Math.min(claimed, now - TOLERANCE_MILLISECONDS) : claimed;
}

/**
 * What to do about a delivery that the receiver lacks, according to a claim about the moment `claimed`; times are in
 * milliseconds. A claim that is older than the latest attempt says nothing about it: so a repeated request sends
 * nothing twice.
 */
export function outcomeOf(
  entry: LedgerEntry,
  webhook: Pick<Webhook, 'enabled' | 'updatedAt'>,
  claimed: number,
  now: number,
): MissingOutcome {
  if (!webhook.enabled) return 'webhook_disabled';
  if (entry.kind === 'unrecorded') return comesByItself(entry.acceptedAt, webhook, now) ? 'retrying' : 'sending';
  const { state, lastAttemptAt } = entry;
  if (state === 'retrying') return 'retrying';
  return lastAttemptAt !== undefined && Date.parse(lastAttemptAt) >= claimed ? 'just_attempted' : 'sending';
}
