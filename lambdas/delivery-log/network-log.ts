/**
 * The log of a network: its events, the newest first, with the deliveries whose ids follow from them and the webhooks.
 * So what a page costs does not depend on how many webhooks there are (docs/adr/0057-network-log.md).
 */
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import { asksFor } from '../../contract/event-names.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { ACCEPTED_SHARDS } from '../../contract/tables.ts';
import { firstIdOf, timeOf } from '../../contract/time-ids.ts';
import type { DeliveriesTable } from '../deliveries/deliveries-table.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { deliveryIdOf } from '../deliveries/delivery-id.ts';
import { meetsConditions, SHARDS } from '../deliveries/delivery-item.ts';
import type { AcceptedEvent } from '../events/accepted-index.ts';
import type { EventsTable } from '../events/events-table.ts';
import { stageRetention } from '../shared/env.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { DeliveryLog, LogFilter, LogPage } from './delivery-log.ts';

export interface LogTables {
  readonly log: Pick<DeliveryLog, 'page'>;
  readonly deliveries: Pick<DeliveriesTable, 'findAll'>;
  readonly outbox: Pick<EventsTable, 'acceptedBefore'>;
}

type LoggedWebhook = Pick<Webhook, 'networkId' | 'webhookId' | 'events' | 'updatedAt'>;

/** A delivery that there may be. */
type Candidate = Pick<Delivery, 'webhookId' | 'deliveryId'>;

/** With so few webhooks, their own shards are fewer than those of the events. */
const FEW_WEBHOOKS = Math.floor(ACCEPTED_SHARDS / SHARDS);
/** Of one page. A filter that few deliveries match gives short pages rather than a slow response. */
const MAX_CANDIDATES = 1_000;
const MAX_READS_OF_EVENTS = 5;
/** How long after a change an event may still see the old webhook (caches, clock skew). */
const CHANGE_MS = 5 * MINUTE_MS;

/**
 * A page of the deliveries to these webhooks, which are all of the network. It may have fewer than `limit`, even none,
 * and still a `start`. Half a read unit for each of 17 partitions of events, and for each delivery that is looked at.
 */
export async function networkLog(
  tables: LogTables,
  networkId: NetworkId,
  webhooks: readonly LoggedWebhook[],
  filter: LogFilter,
  { eventDays, deliveryDays } = stageRetention(),
): Promise<LogPage> {
  const { limit, start, until, since = '1970-01-01T00:00:00.000Z' } = filter;
  const webhookIds = webhooks.map(({ webhookId }) => webhookId);
  const oldestEvent = Date.now() - eventDays * DAY_MS;
  const bounds = [start && timeOf(start), until && Date.parse(until)].filter((bound) => typeof bound === 'number');
  const newest = Math.min(Date.now() + DAY_MS, ...bounds);
  if (webhooks.length <= FEW_WEBHOOKS || newest < oldestEvent)
    return await tables.log.page(networkId, webhookIds, filter);

  const first = Math.max(oldestEvent, Date.parse(since));
  const found: Delivery[] = [];
  let last: number | undefined = newest;
  let looked = 0;
  for (let reads = 0; last !== undefined; reads++) {
    if (reads === MAX_READS_OF_EVENTS) return { deliveries: found, start: behind(last + 1) };
    const events = await tables.outbox.acceptedBefore(networkId, { since: first, until: last }, filter.event);
    const candidates = candidatesOf(events.events, webhooks, start);
    for (let from = 0; from < candidates.length; ) {
      // Where few of them exist, or match, twice as many are looked at each time.
      const some = candidates.slice(from, from + Math.max(limit + 1, looked));
      const existing = (await tables.deliveries.findAll(networkId, some, false)).toReversed();
      found.push(...existing.filter((delivery) => meetsConditions(delivery, filter)));
      from += some.length;
      looked += some.length;
      if (found.length > limit) return pageOf(found, limit);
      const end = some.at(-1);
      const hasMore = from < candidates.length || events.next !== undefined;
      if (looked >= MAX_CANDIDATES && hasMore && end !== undefined) return { deliveries: found, start: end.deliveryId };
    }
    last = events.next;
  }
  const isAll = deliveryDays <= eventDays || Date.parse(since) >= oldestEvent;
  if (isAll) return { deliveries: found };
  const rest = { ...filter, limit: limit + 1 - found.length, start: behind(oldestEvent) };
  const older = await tables.log.page(networkId, webhookIds, rest);
  found.push(...older.deliveries);
  return found.length > limit ? pageOf(found, limit) : { ...older, deliveries: found };
}

/** Where a page starts that has what is older than a time (milliseconds). */
const behind = (time: number): DeliveryId => v.parse(DeliveryId, firstIdOf(time));

function pageOf(found: readonly Delivery[], limit: number): LogPage {
  const deliveries = found.slice(0, limit);
  const start = deliveries.at(-1)?.deliveryId;
  return start === undefined ? { deliveries } : { deliveries, start };
}

/** The deliveries that events may have, the newest first, behind `start`. */
const candidatesOf = (
  events: readonly AcceptedEvent[],
  webhooks: readonly LoggedWebhook[],
  start: DeliveryId | undefined,
): readonly Candidate[] =>
  events
    .flatMap(({ eventId, acceptedAt, ...event }) =>
      webhooks
        .filter((webhook) => mayHave(webhook, { ...event, acceptedAt }))
        .map(({ networkId, webhookId }) => {
          return { webhookId, deliveryId: deliveryIdOf(networkId, eventId, webhookId, acceptedAt) };
        }),
    )
    .filter(({ deliveryId }) => start === undefined || deliveryId < start)
    .sort((a, b) => (a.deliveryId > b.deliveryId ? -1 : 1));

/** Whether a webhook may have a delivery of an event: it asks for its name, may have asked, or this was a test. */
const mayHave = (
  { events, updatedAt }: LoggedWebhook,
  { event, acceptedAt, isTest }: Pick<AcceptedEvent, 'event' | 'acceptedAt' | 'isTest'>,
): boolean => isTest === true || asksFor(events, event) || Date.parse(acceptedAt) < Date.parse(updatedAt) + CHANGE_MS;
