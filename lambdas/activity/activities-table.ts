/**
 * The activities table: one item per action of a user (docs/spec/activity.md#activity-records).
 *
 * The keys, `networkId_userId` and `createdAt`, are the pagination token. Besides the fields of a record, an item has
 * `eventId`, which identifies a repeated event, and `expiresAt` (seconds since 1970) where the network lets records
 * expire.
 */
import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Action, type ActivityPosition, ActivityRecord } from '../../contract/activity.ts';
import type { EventId } from '../../contract/events.ts';
import { expiryValues, UNEXPIRED } from '../../contract/expiry.ts';
import { type NetworkUser, type NetworkUserKey, networkUserKey } from '../../contract/ids.ts';
import { EXPIRY_ATTRIBUTE } from '../../contract/tables.ts';
import { documentClient } from '../shared/clients.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { required } from '../shared/env.ts';
import { PermanentError } from '../shared/stream.ts';
import { isApplied } from '../shared/table-requests.ts';
import { recordedCommentsTable } from './recorded-comments-table.ts';

// Time stamps of activity records (docs/spec/activity.md#time-stamps): ISO 8601 UTC with six fraction digits,
// `2024-02-28T12:00:00.123456Z`. The first three digits are the time of the action. The last three are a slot within
// that millisecond, taken from the event's id, so that actions of one millisecond stay apart and the same event always
// asks for the same time stamps.

const SLOTS_PER_MILLISECOND = 1000;

/** Time stamps in the millisecond of the action, before later ones are tried. */
const IN_ITS_MILLISECOND = 4;
/** The most time stamps of an event. The last one is up to 1,023 ms after the action. */
const MAX_CANDIDATES = 14;

/** Steps that visit all 1,000 slots before one comes again: the numbers below 1,000 that share no factor with it. */
const steps = Array.from({ length: SLOTS_PER_MILLISECOND }, (_, i) => i).filter((i) => i % 2 !== 0 && i % 5 !== 0);

/**
 * Every time stamp that the event may take, in the order in which to try them. `occurredAt` is in milliseconds.
 *
 * The first are in the millisecond of the action. Each further one is anywhere in a range of time that is twice as long
 * as the one before, so the number of writes grows with the logarithm of the number of actions at one time.
 */
export function* candidateTimes(occurredAt: number, eventId: string): Generator<string> {
  const digest = createHash('sha256').update(eventId).digest();
  const first = digest.readUInt32BE(0) % SLOTS_PER_MILLISECOND;
  const step = steps[digest.readUInt32BE(4) % steps.length] ?? 1;
  for (let i = 0; i < IN_ITS_MILLISECOND; i++) yield timeOfSlot(occurredAt, (first + i * step) % SLOTS_PER_MILLISECOND);

  const laterFirst = digest.readUInt32BE(8);
  const laterStep = digest.readUInt32BE(12);
  for (let i = IN_ITS_MILLISECOND, slots = SLOTS_PER_MILLISECOND; i < MAX_CANDIDATES; i++) {
    slots *= 2;
    yield timeOfSlot(occurredAt, (laterFirst + i * laterStep) % slots);
  }
}

/** The time stamp of a slot, counted from the beginning of the millisecond `occurredAt`. */
function timeOfSlot(occurredAt: number, slot: number): string {
  const milliseconds = new Date(occurredAt + Math.floor(slot / SLOTS_PER_MILLISECOND)).toISOString().slice(0, -1);
  return `${milliseconds}${(slot % SLOTS_PER_MILLISECOND).toString().padStart(3, '0')}Z`;
}

/** An action to record. Times are milliseconds since 1970. */
export interface NewActivity {
  readonly networkId_userId: NetworkUserKey;
  readonly eventId: EventId;
  readonly occurredAt: number;
  readonly action: Action;
  /** Absent where the record never expires. */
  readonly expiresAt?: number;
}

/** A page of a user's records, newest first; `start` is present when another page follows. */
export interface ActivityPage {
  readonly data: ActivityRecord[];
  readonly start?: ActivityPosition;
}

/** Other actions of the user have every time stamp that the event may take. */
class NoFreeTimeError extends PermanentError {}

/** After a read that found expired items there may be many more of them; small reads would take long. */
const EXPIRED_ITEMS_PER_READ = 1000;
/**
 * A page may hold more only if its first record does. Lambda takes 6 MB of response, in which quotes are escaped. A
 * page of records whose ids have the bound of today never comes near; older ones may be a hundred kilobytes each.
 */
const MAX_PAGE_BYTES = 1024 * 1024;
const ActivityRecords = v.array(ActivityRecord);

/** The table of the given name; by default the one that the function's environment names. */
export function activitiesTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('ACTIVITIES_TABLE'),
) {
  const comments = recordedCommentsTable(client, TableName);
  return { record, page };

  /**
   * Records an action. Recording the same event again changes nothing, nor does another event of the same comment
   * (docs/spec/activity.md#one-record-for-a-comment); another action in the same millisecond gets another time stamp
   * (docs/spec/activity.md#time-stamps). One write unit, one more for a comment, and one for each time stamp found
   * taken, at most 14. Throws NoFreeTimeError.
   */
  async function record(activity: NewActivity): Promise<void> {
    const { eventId, occurredAt, networkId_userId, action } = activity;
    const expiresAt = activity.expiresAt === undefined ? undefined : Math.floor(activity.expiresAt / 1000);
    const isComment = action.objectType === 'comment';
    // First, so that of several events only one continues; if its process dies here, the stream delivers it again.
    if (isComment && !(await comments.claim({ ...activity, expiresAt }))) return;
    for (const createdAt of candidateTimes(occurredAt, eventId)) {
      const Item = {
        networkId_userId,
        createdAt,
        eventId,
        ...action,
        ...(expiresAt !== undefined && { [EXPIRY_ATTRIBUTE]: expiresAt }),
      };
      if (await putUnlessTaken(Item, eventId)) return;
    }
    throw new NoFreeTimeError(`The user has too many actions at ${new Date(occurredAt).toISOString()}.`);
  }

  async function putUnlessTaken(Item: Record<string, unknown>, eventId: EventId): Promise<boolean> {
    const put = new PutCommand({
      TableName,
      Item,
      ConditionExpression: 'attribute_not_exists(createdAt) OR eventId = :eventId',
      ExpressionAttributeValues: { ':eventId': eventId },
    });
    return await isApplied(client.send(put));
  }

  /** Up to `limit` records older than `after`, newest first; fewer if they are large. Expired ones are left out. */
  async function page(networkId_userId: NetworkUserKey, limit: number, after?: string): Promise<ActivityPage> {
    const found: ActivityRecord[] = [];
    let from = after;
    do {
      const { Items, LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName,
          // The same as an ExclusiveStartKey, which DynamoDB Local evaluates in linear time.
          KeyConditionExpression: `networkId_userId = :user${from === undefined ? '' : ' AND createdAt < :from'}`,
          FilterExpression: UNEXPIRED,
          ExpressionAttributeValues: { ':user': networkId_userId, ':from': from, ...expiryValues() },
          ScanIndexForward: false,
          // One more than the page shows whether another page follows, so that the last page is never empty.
          Limit: from === after ? limit + 1 : EXPIRED_ITEMS_PER_READ,
        }),
      );
      found.push(...v.parse(ActivityRecords, Items));
      from = v.parse(v.optional(v.string()), LastEvaluatedKey?.['createdAt']);
    } while (from !== undefined && pageLength(found, limit) === found.length);

    const data = found.slice(0, pageLength(found, limit));
    const last = data.at(-1);
    if (found.length === data.length || last === undefined) return { data };
    return { data, start: { createdAt: last.createdAt, networkId_userId } };
  }
}

/** Conditional writes of an import that are in flight at once. */
const CONCURRENT_RECORDS = 50;

/** Records any number of actions, as `record` does, also repeatedly. Throws NoFreeTimeError. */
export async function importActivities(
  client: DynamoDBDocumentClient,
  TableName: string,
  activities: readonly NewActivity[],
): Promise<void> {
  await mapConcurrently(activities, CONCURRENT_RECORDS, activitiesTable(client, TableName).record);
}

/** How many of the records go on one page: at most `limit`, no more than a response can hold, and at least one. */
function pageLength(records: readonly ActivityRecord[], limit: number): number {
  let bytes = 0;
  const next = records.findIndex((record, index) => {
    bytes += Buffer.byteLength(JSON.stringify(record));
    return index === limit || (index > 0 && bytes > MAX_PAGE_BYTES);
  });
  return next < 0 ? records.length : next;
}

/** A record as it is stored: its fields, the event that it came from, and its expiry in seconds since 1970. */
export const StoredActivity = v.object({
  ...ActivityRecord.entries,
  eventId: v.string(),
  expiresAt: v.optional(v.number()),
});
export type StoredActivity = v.InferOutput<typeof StoredActivity>;

/** A user's records for export and erasure, oldest first, with expired ones that still exist. A read unit for 4 KB. */
export const activitiesOf = (TableName: string, { networkId, userId }: NetworkUser): QueryCommandInput => ({
  TableName,
  ConsistentRead: true,
  KeyConditionExpression: 'networkId_userId = :user',
  ExpressionAttributeValues: { ':user': networkUserKey(networkId, userId) },
});
