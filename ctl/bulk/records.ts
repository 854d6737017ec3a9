/** The kinds of records that can be imported and exported: blocks and activity. */
import { hash } from 'node:crypto';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { Action, ActivityRecord } from '../../contract/activity.ts';
import { ActivityId } from '../../contract/activity-payloads.ts';
import { isWithinTenYears } from '../../contract/block-requests.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { EventId, OccurredAt } from '../../contract/events.ts';
import { expiryValues, UNEXPIRED } from '../../contract/expiry.ts';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { TIMESTAMP, timestamp } from '../../contract/schema.ts';
import { importActivities, type NewActivity } from '../../lambdas/activity/activities-table.ts';
import { importBlocks, StoredBlock, timesOf } from '../../lambdas/block/block-records-table.ts';
import type { Connection } from '../connection.ts';
import { findNetwork } from '../networks.ts';

export const recordKindNames = ['blocks', 'activity'] as const;
export type RecordKindName = (typeof recordKindNames)[number];

/** One kind of records of a network. */
export interface RecordKind {
  /** Members that a record must have: the columns of a CSV file. */
  readonly required: readonly string[];
  /** Begins a batch. `add` throws a ValiError for what is no such record; `write` writes all, also repeatedly. */
  readonly batch: () => { readonly add: (record: unknown) => void; readonly write: () => Promise<void> };
  /** Reads all records of the network, some at a time. */
  readonly all: () => AsyncIterable<readonly object[]>;
}

/** Throws NetworkNotFoundError. */
export async function openKind(
  connection: Connection,
  networkId: NetworkId,
  name: RecordKindName,
): Promise<RecordKind> {
  const { activityRetentionDays } = await findNetwork(connection, networkId);
  switch (name) {
    case 'blocks':
      return blocksOf(connection, networkId);
    case 'activity':
      return activityOf(connection, networkId, activityRetentionDays);
  }
}

/**
 * Returns a text that only the records of this kind in this network have: another network of the same id has another
 * one, and so has a table that was restored or begun anew. Throws NetworkNotFoundError.
 */
export async function identityOf(connection: Connection, networkId: NetworkId, name: RecordKindName): Promise<string> {
  const { client, tables } = connection;
  const { createdAt } = await findNetwork(connection, networkId);
  const TableName = { blocks: tables.blocks, activity: tables.activities }[name];
  const { Table: { TableArn, TableId, CreationDateTime } = {} } = await client.send(
    new DescribeTableCommand({ TableName }),
  );
  // DynamoDB Local gives tables no id.
  return `${name} of ${networkId} since ${createdAt} in ${TableArn} ${TableId ?? CreationDateTime?.toISOString()}`;
}

/** What is said of a record that is no object, or of a member of it that is missing or unknown. */
function aboutMembers({ expected }: v.StrictObjectIssue): string {
  if (expected === 'Object') return 'must be a JSON object';
  return expected === 'never' ? 'is not a member of such a record' : 'is missing';
}

const EXPIRES_AT = `${TIMESTAMP}, ahead of now, and by at most ten years: what has ended is not imported`;

const Block = v.pipe(
  v.strictObject(
    {
      blocker: UserId,
      blocked: UserId,
      createdAt: v.optional(OccurredAt),
      expiresAt: v.optional(
        v.pipe(
          timestamp(EXPIRES_AT),
          v.check((end) => Date.parse(end) > Date.now() && isWithinTenYears(end), EXPIRES_AT),
        ),
      ),
    },
    aboutMembers,
  ),
  v.check(({ blocker, blocked }) => blocker !== blocked, 'blocker and blocked must not be the same user'),
);

/** Blocks as records `{blocker, blocked, createdAt?, expiresAt?}`. */
function blocksOf({ client, tables }: Connection, networkId: NetworkId): RecordKind {
  return {
    required: ['blocker', 'blocked'],
    batch: batchOf(Block, (blocks) => {
      const items = blocks.map(({ blocker, blocked, createdAt, expiresAt }) => ({
        netid_uid: networkUserKey(networkId, blocker),
        blocked_userId: blocked,
        ...(createdAt !== undefined && { c: Date.parse(createdAt) }),
        ...(expiresAt !== undefined && { expiresAt: Math.ceil(Date.parse(expiresAt) / 1000) }),
      }));
      return importBlocks(client, tables.blocks, items);
    }),
    async *all() {
      for await (const items of scanned(client, { TableName: tables.blocks, key: 'netid_uid' }, networkId, StoredBlock))
        yield items.map((block) => ({
          blocker: userOf(networkId, block.netid_uid),
          blocked: block.blocked_userId,
          ...timesOf(block),
        }));
    },
  };
}

/** `createdAt` is the time of the action. */
const Activity = v.strictObject(
  {
    userId: UserId,
    createdAt: OccurredAt,
    ...Action.entries,
    targetId: ActivityId,
    objectId: ActivityId,
    parentId: ActivityId,
  },
  aboutMembers,
);
type Activity = v.InferOutput<typeof Activity>;

/**
 * Activity records with their users: `{userId, createdAt, targetId, …}`. `retentionDays` are those of the network:
 * records that would have expired are refused.
 */
function activityOf(
  { client, tables }: Connection,
  networkId: NetworkId,
  retentionDays = Number.POSITIVE_INFINITY,
): RecordKind {
  const expiryOf = ({ createdAt }: Activity): number => Date.parse(createdAt) + retentionDays * DAY_MS;
  const EXPIRED = `createdAt is more than ${retentionDays} days ago, which is how long the network keeps records`;
  const Kept = v.pipe(
    Activity,
    v.check((activity) => expiryOf(activity) > Date.now(), EXPIRED),
  );
  const newActivity = (activity: Activity): NewActivity => {
    const { userId, createdAt, ...action } = activity;
    const occurredAt = Date.parse(createdAt);
    const expiresAt = expiryOf(activity);
    return {
      networkId_userId: networkUserKey(networkId, userId),
      // The same record is the same event, whenever and however often it is imported.
      eventId: v.parse(EventId, hash('sha256', JSON.stringify([userId, occurredAt, action]))),
      occurredAt,
      action,
      ...(Number.isFinite(expiresAt) && { expiresAt }),
    };
  };
  return {
    required: Object.keys(Activity.entries).filter((member) => member !== 'action'),
    batch: batchOf(Kept, (activities) => importActivities(client, tables.activities, activities.map(newActivity))),
    async *all() {
      const table = { TableName: tables.activities, key: 'networkId_userId' };
      for await (const items of scanned(client, table, networkId, ActivityRecord))
        yield items.map(({ networkId_userId, ...record }) => ({
          userId: userOf(networkId, networkId_userId),
          ...record,
        }));
    },
  };
}

/** The `batch` of a kind whose records are checked with `schema`. */
const batchOf =
  <Item>(
    schema: v.GenericSchema<unknown, Item>,
    write: (items: readonly Item[]) => Promise<void>,
  ): RecordKind['batch'] =>
  () => {
    const items: Item[] = [];
    return { add: (record) => void items.push(v.parse(schema, record)), write: () => write(items) };
  };

/** The user of a key `<networkId>_<userId>`; network ids have no `_`. */
const userOf = (networkId: NetworkId, key: string): UserId => v.parse(UserId, key.slice(networkId.length + 1));

/**
 * Reads all items of a network that have not expired, a page of at most 1 MB at a time; many pages have none. `key` is the partition key,
 * which begins with the network. There is no index by network, since no route needs one: this reads the whole table, a
 * read unit for 4 KiB. Throws a ValiError for an item that does not fit the schema.
 */
async function* scanned<Item>(
  client: DynamoDBDocumentClient,
  { TableName, key }: { readonly TableName: string; readonly key: string },
  networkId: NetworkId,
  schema: v.GenericSchema<unknown, Item>,
): AsyncGenerator<readonly Item[]> {
  const pages = paginateScan(
    { client },
    {
      TableName,
      ConsistentRead: true,
      // Network ids have no `_`, so this is the prefix of one network.
      FilterExpression: `begins_with(#partition, :network) AND ${UNEXPIRED}`,
      ExpressionAttributeNames: { '#partition': key },
      ExpressionAttributeValues: { ':network': `${networkId}_`, ...expiryValues() },
    },
  );
  for await (const { Items } of pages) yield v.parse(v.array(schema), Items);
}
