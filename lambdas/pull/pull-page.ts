/** Reads a page of a webhook's events for a receiver that asks for them (docs/adr/0066-pull.md). */
import { asksFor } from '../../contract/event-names.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { MAX_PULLED_BYTES } from '../../contract/pull.ts';
import { lastIdOf } from '../../contract/time-ids.ts';
import type { AcceptedEvent } from '../events/accepted-index.ts';
import type { EventsTable } from '../events/events-table.ts';
import { ERASED_TEXT } from '../events/stored-event.ts';
import { isNoticeAbout } from '../notices/notice.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import type { WebhookKey } from '../shared/webhook-key.ts';
import { passes, type SubscriptionAt } from '../webhooks/subscription.ts';
import { advanced, type Cursor, firstTimeBehind, HORIZON_MS, settledRange, verified } from './pull-cursor.ts';

/** What a page is read from. */
export interface PullTables {
  readonly outbox: Pick<EventsTable, 'accepted' | 'readBodies' | 'readBody'>;
}

/** What to read; times are milliseconds since 1970. */
export interface PullRequest {
  readonly webhook: WebhookKey & { readonly networkId: NetworkId };
  readonly subscriptionAt: SubscriptionAt;
  readonly cursor: Cursor;
  /** Events that were accepted earlier are left out. */
  readonly since: number;
  readonly limit: number;
  readonly now: number;
}

interface PulledEvent extends Pick<AcceptedEvent, 'eventId' | 'event' | 'acceptedAt'> {
  readonly payload: string;
}

/** Events, the oldest first; `isComplete` where there were no more at that time. */
export interface PulledPage {
  readonly results: readonly PulledEvent[];
  readonly cursor: Cursor;
  readonly isComplete: boolean;
}

/** Entries of a shard that one read of the index has: half a read unit for each shard. */
const PER_SHARD = 25;
/** Reads of the index for one page, so that few matching events make short pages rather than slow responses. */
const MAX_READS = 4;
/** Entries of a shard, and reads, that count settled intervals: some 30,000 events. */
const COUNTED_PER_SHARD = 500;
const MAX_COUNTING_READS = 4;
/** Texts are read together, of up to 256 KB each. */
const TEXTS_AT_ONCE = 16;
/** Texts of one page that are compared with a filter, and their characters. */
const MAX_COMPARED = 192;
const MAX_COMPARED_LENGTH = 4 * MAX_PULLED_BYTES;

/**
 * Reads a page. It costs half a read unit for each shard of the index, up to four times, and half a unit for each 4 KB
 * of the events that the patterns let through; and once more for the index when the events are two minutes old.
 */
export async function pullPage({ outbox }: PullTables, request: PullRequest): Promise<PulledPage> {
  const { now, webhook } = request;
  const { networkId } = webhook;
  let cursor = await countAgain(outbox, networkId, request.cursor, now);
  const results: PulledEvent[] = [];
  if (settledRange(cursor, now) !== undefined) return { results, cursor, isComplete: false };
  const work = { compared: 0, length: 0, bytes: 0 };
  const horizon = now - HORIZON_MS;
  for (let reads = 0; reads < MAX_READS && results.length < request.limit; reads++) {
    const { position } = cursor;
    const since = firstTimeBehind(position);
    if (since >= horizon) return { results, cursor, isComplete: true };
    const range = await outbox.accepted(networkId, { since, until: horizon - 1 }, PER_SHARD);
    const fresh = range.events.filter((event) => event.position > position);
    const stoppedAt = await collect(outbox, { ...request, cursor }, fresh, results, work);
    const end = stoppedAt ?? lastIdOf((range.next ?? horizon) - 1);
    cursor = advanced(
      cursor,
      end,
      fresh.map((event) => event.position),
      now,
    );
    if (stoppedAt !== undefined) break;
    if (range.next === undefined) return { results, cursor, isComplete: true };
  }
  return { results, cursor, isComplete: false };
}

/** Counts settled intervals, as many as some reads show but at least one. */
async function countAgain(
  outbox: PullTables['outbox'],
  networkId: NetworkId,
  cursor: Cursor,
  now: number,
): Promise<Cursor> {
  const range = settledRange(cursor, now);
  if (range === undefined) return cursor;
  const positions: string[] = [];
  let { since } = range;
  for (let reads = 1; ; reads++) {
    const { events, next } = await outbox.accepted(networkId, { since, until: range.until }, COUNTED_PER_SHARD);
    positions.push(...events.map(({ position }) => position));
    const end = next ?? range.until + 1;
    const after = verified(cursor, positions, end, now);
    const hasProgress = after.counts.length < cursor.counts.length;
    if (next === undefined || (reads >= MAX_COUNTING_READS && hasProgress)) return after;
    since = next;
  }
}

/**
 * Adds the events that the webhook asks for to `results`. Returns the position at which the page has to end; undefined
 * where all events were looked at.
 */
async function collect(
  outbox: PullTables['outbox'],
  { webhook, subscriptionAt, since, limit, cursor }: PullRequest,
  events: readonly AcceptedEvent[],
  results: PulledEvent[],
  work: { compared: number; length: number; bytes: number },
): Promise<string | undefined> {
  const isAsked = (event: AcceptedEvent): boolean =>
    Date.parse(event.acceptedAt) >= since &&
    asksFor(subscriptionAt(event.acceptedAt).events, event.event) &&
    !isNoticeAbout(event, webhook.webhookId);
  const asked = events.filter(isAsked);
  let last = cursor.position;
  for (let begin = 0; begin < asked.length; begin += TEXTS_AT_ONCE) {
    const some = asked.slice(begin, begin + TEXTS_AT_ONCE);
    const texts = await textsOf(outbox, webhook.networkId, some);
    for (const { position, eventId, event, acceptedAt } of some) {
      const payload = texts.get(eventId);
      if (
        payload !== undefined &&
        payload !== ERASED_TEXT &&
        passes(subscriptionAt(acceptedAt).filter, () => JSON.parse(payload))
      ) {
        const bytes = Buffer.byteLength(payload);
        const isFull = results.length >= limit || (results.length > 0 && work.bytes + bytes > MAX_PULLED_BYTES);
        if (isFull) return last;
        results.push({ eventId, event, acceptedAt, payload });
        work.bytes += bytes;
      }
      last = position;
      work.compared++;
      work.length += payload?.length ?? 0;
    }
    const isLast = begin + TEXTS_AT_ONCE >= asked.length;
    if (!isLast && (work.compared >= MAX_COMPARED || work.length >= MAX_COMPARED_LENGTH)) return last;
  }
  return undefined;
}

/** The texts of events that have not expired and are not erased. */
async function textsOf(
  outbox: PullTables['outbox'],
  networkId: NetworkId,
  events: readonly AcceptedEvent[],
): Promise<ReadonlyMap<AcceptedEvent['eventId'], string>> {
  const found = new Map(await outbox.readBodies(networkId, events));
  // That read may lag behind the index; an event that it lacks is looked for again.
  const missing = events.filter(({ eventId }) => !found.has(eventId));
  await mapConcurrently(missing, TEXTS_AT_ONCE, async ({ eventId }) => {
    const text = await outbox.readBody(networkId, eventId);
    if (text !== undefined) found.set(eventId, text);
  });
  return found;
}
