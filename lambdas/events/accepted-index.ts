/**
 * The index of the events of a network in the order of their acceptance (contract/tables.ts).
 *
 * It lags behind the table, usually by less than a second
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.Writing).
 */

import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DAY_MS } from '../../contract/durations.ts';
import { isNotice } from '../../contract/event-names.ts';
import { AcceptedPosition, EventId } from '../../contract/events.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { ACCEPTED_SHARDS, acceptedIndex } from '../../contract/tables.ts';
import { timeIdOf, timeOf, timePrefix } from '../../contract/time-ids.ts';
import { queryShards } from '../shared/shards.ts';
import type { StoredEvent } from './stored-event.ts';

/** An event as the index has it; `acceptedAt` is ISO 8601 with milliseconds. */
export interface AcceptedEvent extends Pick<StoredEvent, 'eventId' | 'event' | 'acceptedAt' | 'isTest'> {
  readonly position: AcceptedPosition;
}

/** Events in the order of their acceptance, complete before the time `next` (milliseconds), or all there are. */
export interface AcceptedRange {
  readonly events: readonly AcceptedEvent[];
  readonly next?: number;
}

/** Times are milliseconds since 1970, inclusive. */
interface Between {
  readonly since: number;
  readonly until: number;
}

/** Which events to list. Times are ISO 8601, inclusive; `start` is the position of the previous page's last event. */
export interface AcceptedFilter {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly event?: string | undefined;
  readonly limit: number;
  readonly start?: AcceptedPosition | undefined;
}

/** Events of a shard that one read evaluates: what half a read unit holds; more with a filter, which discards most. */
const PER_READ = 20;
const FILTERED_PER_READ = 200;
/** Reads of a shard for one page. A filter that few events match gives short pages rather than a slow response. */
const MAX_READS = 5;
/** Sorts after every position. */
const BEYOND_EVERY_POSITION = '~';

/** The partition of a network's test events, which lists, ledgers and recoveries don't read. */
const testPartition = (networkId: NetworkId): string => `${networkId}_tests`;

const partitions = (networkId: NetworkId): readonly string[] =>
  Array.from({ length: ACCEPTED_SHARDS }, (_, shard) => `${networkId}_${shard}`);

/** The attributes that put an event into the index. */
export function acceptedAttributes({ networkId, eventId, acceptedAt, isTest }: StoredEvent) {
  const digest = createHash('sha256').update(`${networkId} ${eventId}`).digest();
  const shard = digest.readUInt8(digest.length - 1) % ACCEPTED_SHARDS;
  return {
    [acceptedIndex.partitionKey]: isTest ? testPartition(networkId) : `${networkId}_${shard}`,
    [acceptedIndex.sortKey]: timeIdOf(Date.parse(acceptedAt), digest),
  };
}

const Entry = v.object({
  networkId_eventId: v.string(),
  networkId_shard: v.string(),
  acceptedOrder: AcceptedPosition,
  event: v.string(),
});

/** Reads the index. */
export function acceptedReader(client: DynamoDBDocumentClient, TableName: string, eventDays: number) {
  return { newest, accepted, acceptedBefore };

  /**
   * A page of events, the newest first; `start` is present where there may be more. With a filter it may have fewer
   * than `limit`, even none, and still a `start`. Half a read unit a shard, unless a filter asks for more reads.
   */
  async function newest(networkId: NetworkId, { since, until, event, limit, start }: AcceptedFilter) {
    const first = timePrefix(Date.parse(since ?? '1970-01-01T00:00:00Z'));
    const results: AcceptedEvent[] = [];
    const end = until === undefined ? BEYOND_EVERY_POSITION : timePrefix(Date.parse(until) + 1);
    let before: string = start !== undefined && start < end ? start : end;
    for (let reads = 0; reads < MAX_READS && results.length <= limit; reads++) {
      const page = await read(networkId, partitions(networkId), first, before, newestFirst(event));
      const last = before;
      // As for patterns: whoever asks for all events gets no notices.
      results.push(...page.found.filter((one) => one.position < last && (event !== undefined || !isNotice(one.event))));
      if (page.next === undefined) {
        before = '';
        break;
      }
      before = page.next;
    }
    const shown = results.slice(0, limit);
    const next = results.length > limit ? shown.at(-1)?.position : before;
    return { results: shown, ...(next && { start: v.parse(AcceptedPosition, next) }) };
  }

  /**
   * Events that were accepted between two times (milliseconds since 1970, inclusive), the oldest first, some `perShard`
   * of each shard; `next` is the time from which on they are not complete. It is later than `since`: of one millisecond
   * all are read.
   */
  async function accepted(networkId: NetworkId, { since, until }: Between, perShard: number): Promise<AcceptedRange> {
    const [first, last] = [timePrefix(since), timePrefix(until + 1)];
    const page = await read(networkId, partitions(networkId), first, last, { Limit: perShard });
    if (page.next === undefined) return { events: page.found };
    const next = timeOf(page.next);
    if (next <= since) return await accepted(networkId, { since, until }, 4 * perShard);
    return { events: page.found.filter(({ position }) => timeOf(position) < next), next };
  }

  /**
   * Events that were accepted between two times, the newest first, test events included; of one name, if given. `next`
   * is the time down to which they are not complete. It is earlier than `until`. Half a read unit a shard.
   */
  async function acceptedBefore(
    networkId: NetworkId,
    { since, until }: Between,
    event: string | undefined,
    times = 1,
  ): Promise<AcceptedRange> {
    const keys = [...partitions(networkId), testPartition(networkId)];
    const query = newestFirst(event, times);
    const page = await read(networkId, keys, timePrefix(since), timePrefix(until + 1), query);
    if (page.next === undefined) return { events: page.found };
    const next = timeOf(page.next);
    if (next >= until) return await acceptedBefore(networkId, { since, until }, event, 4 * times);
    return { events: page.found.filter(({ position }) => timeOf(position) > next), next };
  }

  function read(networkId: NetworkId, keys: readonly string[], from: string, last: string, query: object) {
    // What has expired is deleted some time later; the index has no expiry.
    const kept = timePrefix(Math.max(0, Date.now() - eventDays * DAY_MS));
    const first = from < kept ? kept : from;
    return queryShards(
      client,
      {
        ...query,
        TableName,
        IndexName: acceptedIndex.indexName,
        partitions: { name: acceptedIndex.partitionKey, keys },
        sortKey: acceptedIndex.sortKey,
        first,
        last,
      },
      (item) => eventOfEntry(networkId, item),
      ({ position }) => position,
    );
  }
}

const newestFirst = (event: string | undefined, times = 1) => ({
  ScanIndexForward: false,
  Limit: times * (event === undefined ? PER_READ : FILTERED_PER_READ),
  ...(event !== undefined && {
    FilterExpression: '#event = :event',
    ExpressionAttributeNames: { '#event': 'event' },
    ExpressionAttributeValues: { ':event': event },
  }),
});

/** The event of an entry; nothing for a malformed one, which is logged and keeps no other event from being read. */
function eventOfEntry(networkId: NetworkId, item: Readonly<Record<string, unknown>>): readonly AcceptedEvent[] {
  const entry = v.safeParse(Entry, item);
  const eventId = v.safeParse(EventId, entry.success && entry.output.networkId_eventId.slice(networkId.length + 1));
  if (!entry.success || !eventId.success) {
    logMalformed(item['networkId_eventId']);
    return [];
  }
  const { acceptedOrder: position, event, networkId_shard } = entry.output;
  const acceptedAt = new Date(timeOf(position)).toISOString();
  const isTest = networkId_shard === testPartition(networkId) && { isTest: true as const };
  return [{ position, eventId: eventId.output, event, acceptedAt, ...isTest }];
}

/** Says that the item of an event is malformed. It keeps no other event from being read. */
export const logMalformed = (key: unknown): void => console.error({ name: 'malformed-item', table: 'events', key });
