/** Reads a part of a webhook's ledger: events from the outbox, and what is recorded of them. */
import { asksFor } from '../../contract/event-names.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { lastIdOf, timeOf } from '../../contract/time-ids.ts';
import type { DeliveriesTable } from '../deliveries/deliveries-table.ts';
import { deliveryIdOf } from '../deliveries/delivery-id.ts';
import type { IdRange } from '../deliveries/ranges.ts';
import type { AcceptedEvent, AcceptedRange } from '../events/accepted-index.ts';
import type { EventsTable } from '../events/events-table.ts';
import { ERASED_TEXT } from '../events/stored-event.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import type { WebhookKey } from '../shared/webhook-key.ts';
import { passes, type SubscriptionAt } from '../webhooks/subscription.ts';
import { type LedgerPage, ledgerOf } from './missing.ts';

/** What a call reads. */
export interface LedgerRead {
  readonly range: IdRange;
  readonly subscriptionAt: SubscriptionAt;
  /** The most entries to return. */
  readonly limit: number;
  /** The most items of a shard that are read, of either table. */
  readonly perShard: number;
  readonly isConsistent?: boolean;
}

export interface LedgerTables {
  readonly deliveries: Pick<DeliveriesTable, 'recorded'>;
  readonly outbox: Pick<EventsTable, 'accepted' | 'readBody'>;
}

/** Events of a read that are compared with a filter: bodies may have 256 KB. The page ends before the next one. */
const COMPARED_PER_READ = 250;
const BODIES_AT_ONCE = 16;

/**
 * Returns at most `limit` entries, the oldest first. Half a read unit for each 4 KB of the webhook's deliveries and of
 * the network's events in the range, which take some 480 and 140 bytes; twice that for the deliveries of a consistent
 * read. The outbox's index lags all the same. Where the webhook has a filter, each event without a delivery is read as
 * well: a read unit for 4 KB.
 */
export async function readEntries(
  { deliveries, outbox }: LedgerTables,
  webhook: WebhookKey & { readonly networkId: NetworkId },
  { range, subscriptionAt, limit, perShard, isConsistent = false }: LedgerRead,
): Promise<LedgerPage> {
  const time = timeOf(range.first);
  // Behind the last id of a millisecond begins the next one.
  const since = range.first > lastIdOf(time) ? time + 1 : time;
  const between = { since, until: timeOf(range.last) };
  const [recorded, accepted] = await Promise.all([
    deliveries.recorded(webhook, range, perShard, isConsistent),
    outbox.accepted(webhook.networkId, between, perShard),
  ]);
  const passed = await onlyMatching(outbox, webhook, subscriptionAt, recorded, accepted);
  return ledgerOf(webhook, range, subscriptionAt, { recorded, accepted: passed }, limit);
}

type RecordedPage = Awaited<ReturnType<LedgerTables['deliveries']['recorded']>>;

/** The events that the webhook's filter of their time let through; up to a `next` where too many are to compare. */
async function onlyMatching(
  outbox: LedgerTables['outbox'],
  { networkId, webhookId }: WebhookKey & { readonly networkId: NetworkId },
  subscriptionAt: SubscriptionAt,
  recorded: RecordedPage,
  accepted: AcceptedRange,
): Promise<AcceptedRange> {
  const known = new Set(recorded.found.map(({ deliveryId }) => deliveryId));
  const isCompared = ({ eventId, event, acceptedAt }: AcceptedEvent): boolean => {
    const { events, filter } = subscriptionAt(acceptedAt);
    if (filter === '' || !asksFor(events, event)) return false;
    const id = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);
    return !known.has(id) && (recorded.next === undefined || id <= recorded.next);
  };
  const compared = accepted.events
    .filter(isCompared)
    .toSorted((a, b) => Date.parse(a.acceptedAt) - Date.parse(b.acceptedAt));
  // Events of one millisecond are on one page.
  const beyond = compared.slice(COMPARED_PER_READ).find(({ acceptedAt }) => acceptedAt !== compared[0]?.acceptedAt);
  const next = beyond === undefined ? accepted.next : Date.parse(beyond.acceptedAt);
  const isBefore = ({ acceptedAt }: AcceptedEvent): boolean => next === undefined || Date.parse(acceptedAt) < next;
  const leftOut = await mapConcurrently(compared.filter(isBefore), BODIES_AT_ONCE, async (event) => {
    const body = await outbox.readBody(networkId, event.eventId);
    // Nobody knows whether the filter left out one that was erased or has expired. Only the latter counts.
    if (body === ERASED_TEXT) return [event];
    return body === undefined || passes(subscriptionAt(event.acceptedAt).filter, () => JSON.parse(body)) ? [] : [event];
  });
  const out = new Set(leftOut.flat());
  return {
    events: accepted.events.filter((event) => isBefore(event) && !out.has(event)),
    ...(next !== undefined && { next }),
  };
}
