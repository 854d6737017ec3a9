/**
 * What a webhook has to get, and what of it is missing: one definition for the ledger, for reconciling and for recovery
 * (docs/spec/delivery.md#ledger). Pure.
 */
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { asksFor } from '../../contract/event-names.ts';
import type { MissingOutcome } from '../../contract/ledger.ts';
import { lastIdOf } from '../../contract/time-ids.ts';
import { type DeliveryOrigin, payloadLoss, type StorageTime } from '../deliveries/delivery.ts';
import { deliveryIdOf } from '../deliveries/delivery-id.ts';
import type { IdRange, Recorded, RecordedDelivery } from '../deliveries/ranges.ts';
import type { AcceptedRange } from '../events/accepted-index.ts';
import { isNoticeAbout } from '../notices/notice.ts';
import type { WebhookKey } from '../shared/webhook-key.ts';
import type { SubscriptionAt } from '../webhooks/subscription.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';

/**
 * Milliseconds after the acceptance of an event in which the first message about it is attempted without a look at the
 * table. Until then nobody else adds its delivery. A later message may be a repetition: the stream is read again after
 * failures, and up to 24 hours of it when its event source mapping is created anew
 * (https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html).
 */
export const FIRST_ATTEMPT_WINDOW_MS = MINUTE_MS;

/** Whether the first message about an event that was accepted then may still come. `now` is in milliseconds. */
export const isInFirstAttemptWindow = (acceptedAt: string, now: number): boolean =>
  now - Date.parse(acceptedAt) <= FIRST_ATTEMPT_WINDOW_MS;

/**
 * Whether the first attempt of an event may still come by itself, so that nobody else adds its delivery: its message
 * would not look at the table. It does where the webhook has changed since, such as by being enabled. `now` is in
 * milliseconds.
 */
export const isFirstAttemptPending = (
  acceptedAt: string,
  { updatedAt }: Pick<Webhook, 'updatedAt'>,
  now: number,
): boolean => acceptedAt >= updatedAt && isInFirstAttemptWindow(acceptedAt, now);

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

/**
 * What to do about a delivery that the receiver lacks, according to a claim about the moment `claimed`; times are in
 * milliseconds. A claim that is older than the latest attempt says nothing about it: so a repeated request sends
 * nothing twice.
 */
export function missingOutcome(
  entry: LedgerEntry,
  webhook: Pick<Webhook, 'enabled' | 'updatedAt'>,
  claimed: number,
  time: StorageTime,
): MissingOutcome {
  if (!webhook.enabled) return 'webhook_disabled';
  if (entry.kind === 'unrecorded')
    return isFirstAttemptPending(entry.acceptedAt, webhook, time.now) ? 'retrying' : 'sending';
  const loss = payloadLoss(entry, time);
  if (loss !== undefined) return loss;
  const { state, lastAttemptAt } = entry;
  switch (state) {
    case 'retrying':
      return 'retrying';
    case 'delivered':
    case 'failed':
      return lastAttemptAt !== undefined && Date.parse(lastAttemptAt) >= claimed ? 'just_attempted' : 'sending';
  }
}
