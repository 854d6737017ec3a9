/**
 * The audit table: one item per change (docs/spec/audit.md).
 *
 * Keys: `networkId` and `entryId`, which begins with the time and is the page token. Entries about a webhook, or about a
 * person, are in the index `webhook` as well. `expiresAt` (seconds since 1970) is 400 days after the change, or as the stage sets.
 */
import {
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import type { Caller } from '../../contract/access.ts';
import { type AuditAction, AuditChange, AuditEntry, type AuditEntryId, ERASED } from '../../contract/audit.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { expiryAfter } from '../../contract/expiry.ts';
import type { NetworkId, NetworkUser, UserId } from '../../contract/ids.ts';
import { EXPIRY_ATTRIBUTE, webhookAuditIndex } from '../../contract/tables.ts';
import { adminOf } from '../shared/caller.ts';
import { documentClient } from '../shared/clients.ts';
import { required, stageRetention } from '../shared/env.ts';
import { isApplied, queryPages } from '../shared/table-requests.ts';

/** An entry before it has an id. `at` is ISO 8601. */
export interface NewAuditEntry extends Omit<AuditEntry, 'entryId' | 'changes'> {
  readonly networkId: NetworkId;
  readonly changes?: readonly AuditEntry['changes'][number][];
  /** Whom the changes name; never with a webhook. By this the entry is found when the user is erased. */
  readonly about?: UserId;
  /** A UUIDv7 of its time, from which the id of the entry follows: the same entry is there once. A new one by default. */
  readonly seedId?: string | undefined;
}

/** Which entries to list. Times are ISO 8601 and inclusive; `start` is the last entry of the previous page. */
export interface AuditFilter {
  readonly webhookId?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
  readonly start?: AuditEntryId | undefined;
}

/** A page of entries, the latest first; `start` is present when there may be another page. */
export interface AuditPage {
  readonly results: AuditEntry[];
  readonly start?: string;
}

const AuditEntries = v.array(AuditEntry);
const Changes = v.pick(AuditEntry, ['at', 'changes']);

export type AuditTable = ReturnType<typeof auditTable>;

/** The table of this name, by default that of the function's environment. `now` returns milliseconds since 1970. */
export function auditTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('AUDIT_TABLE'),
  now: () => number = Date.now,
  { auditDays } = stageRetention(),
) {
  return { add, addRequest, put, page, changesOf };

  /** Adds an entry by itself, for what changes no table. One write unit a KB, and another one in the index. */
  async function add(entry: NewAuditEntry): Promise<void> {
    await client.send(new PutCommand(put(entry)));
  }

  /**
   * Adds an entry for a request that writes no table, before it acts (docs/spec/audit.md#when-an-entry-is-written). A
   * request that is done again with the same seed has one entry.
   */
  async function addRequest(
    caller: Pick<Caller, 'networkId' | 'userId'>,
    action: AuditAction,
    about: Pick<NewAuditEntry, 'webhookId' | 'deliveryId' | 'changes'>,
    { id: seedId, at }: { readonly id?: string; readonly at: string } = { at: new Date().toISOString() },
  ): Promise<void> {
    const { networkId } = caller;
    await add({ networkId, at, by: adminOf(caller), action, ...about, seedId });
  }

  /** The write of an entry, as a part of the transaction that makes the change. Twice the write units of `add`. */
  function put(entry: NewAuditEntry) {
    return { TableName, Item: itemOf(entry, auditDays) };
  }

  /**
   * Up to `limit` entries, the latest first; fewer where they have more than 1 MB. One query: half a read unit for each
   * 4 KB of the page. It is not consistent: an entry is listed within a second or so.
   */
  async function page(
    networkId: NetworkId,
    { webhookId, since, until, limit, start }: AuditFilter,
  ): Promise<AuditPage> {
    const kept = now() - auditDays * DAY_MS;
    const first = firstAuditIdOf(since === undefined ? kept : Math.max(kept, Date.parse(since)));
    const newest = until === undefined ? HIGHEST_ID : lastAuditIdOf(Date.parse(until));
    const last = start === undefined || start > newest ? newest : idBefore(start);
    if (first > last) return { results: [] };
    const partition = webhookId === undefined ? networkId : webhookPartition(networkId, webhookId);
    const { Items, LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        ...(webhookId !== undefined && { IndexName: webhookAuditIndex.indexName }),
        KeyConditionExpression: '#partition = :partition AND entryId BETWEEN :first AND :last',
        ExpressionAttributeNames: {
          '#partition': webhookId === undefined ? 'networkId' : webhookAuditIndex.partitionKey,
        },
        ExpressionAttributeValues: { ':partition': partition, ':first': first, ':last': last },
        ScanIndexForward: false,
        // One more than the page shows whether another page follows, so that the last page is never empty.
        Limit: limit + 1,
      }),
    );
    const found = v.parse(AuditEntries, Items);
    const results = found.slice(0, limit);
    const end = results.at(-1)?.entryId;
    const isLast = LastEvaluatedKey === undefined && found.length <= limit;
    return isLast || end === undefined ? { results } : { results, start: end };
  }

  /**
   * The changes of a webhook's configuration since a time (ISO 8601), the oldest first. Half a read unit for each 4 KB
   * of the entries about the webhook since then.
   */
  async function changesOf(
    { networkId, webhookId }: { readonly networkId: NetworkId; readonly webhookId: string },
    since: string,
  ): Promise<readonly Pick<AuditEntry, 'at' | 'changes'>[]> {
    const found: Pick<AuditEntry, 'at' | 'changes'>[] = [];
    const query: QueryCommandInput = {
      TableName,
      IndexName: webhookAuditIndex.indexName,
      KeyConditionExpression: '#partition = :partition AND entryId >= :first',
      FilterExpression: '#action = :updated',
      ExpressionAttributeNames: { '#partition': webhookAuditIndex.partitionKey, '#action': 'action', '#at': 'at' },
      ProjectionExpression: '#at, changes',
      Select: 'SPECIFIC_ATTRIBUTES',
      ExpressionAttributeValues: {
        ':partition': webhookPartition(networkId, webhookId),
        ':first': firstAuditIdOf(Date.parse(since)),
        ':updated': 'webhookUpdated' satisfies AuditAction,
      },
    };
    for await (const entries of queryPages(client, query, Changes)) found.push(...entries);
    return found;
  }
}

function itemOf(entry: NewAuditEntry, auditDays: number) {
  const { at, networkId, webhookId, about, changes = [], seedId, ...rest } = entry;
  return {
    networkId,
    entryId: (seedId ?? uuidv7({ msecs: Date.parse(at) })).replaceAll('-', ''),
    at,
    ...rest,
    ...(webhookId !== undefined && {
      webhookId,
      [webhookAuditIndex.partitionKey]: webhookPartition(networkId, webhookId),
    }),
    ...(about !== undefined && {
      [webhookAuditIndex.partitionKey]: personPartition({ networkId, userId: about }),
    }),
    changes,
    [EXPIRY_ATTRIBUTE]: expiryAfter(at, auditDays),
  };
}

const webhookPartition = (networkId: NetworkId, webhookId: string): string => `${networkId}_${webhookId}`;
/** Ids of networks have no `#`, so it is never that of a webhook. */
const personPartition = ({ networkId, userId }: NetworkUser): string => `${networkId}#about_${userId}`;

/** A UUIDv7 begins with the milliseconds since 1970, in 48 bits; these are the lowest and the highest id of a time. */
const ID_LENGTH = 32;
const HIGHEST_ID = 'f'.repeat(ID_LENGTH);
const timeInId = (milliseconds: number): string => Math.max(0, milliseconds).toString(16).padStart(12, '0');
const firstAuditIdOf = (milliseconds: number): string => timeInId(milliseconds).padEnd(ID_LENGTH, '0');
const lastAuditIdOf = (milliseconds: number): string => timeInId(milliseconds).padEnd(ID_LENGTH, 'f');
const idBefore = (id: AuditEntryId): string => (BigInt(`0x${id}`) - 1n).toString(16).padStart(ID_LENGTH, '0');

/**
 * What a user did as an admin, and what is about the user, oldest first, for export: reads all entries of the network.
 * A read unit for 4 KB.
 */
export const auditEntriesOf = (TableName: string, user: NetworkUser): QueryCommandInput => ({
  TableName,
  ConsistentRead: true,
  KeyConditionExpression: 'networkId = :network',
  FilterExpression: '(#by.kind = :admin AND #by.#name = :user) OR #partition = :about',
  ExpressionAttributeNames: { '#by': 'by', '#name': 'name', '#partition': webhookAuditIndex.partitionKey },
  ExpressionAttributeValues: {
    ':network': user.networkId,
    ':admin': 'admin',
    ':user': user.userId,
    ':about': personPartition(user),
  },
});

/** An entry about a person, as far as its erasure needs it. */
export const EntryAbout = v.object({ networkId: v.string(), entryId: v.string(), changes: v.array(AuditChange) });
export type EntryAbout = v.InferOutput<typeof EntryAbout>;

/** Finds the entries about a user, for erasure, in the index, which lags. Half a read unit for 4 KB. */
export const auditEntriesAbout = (TableName: string, user: NetworkUser): QueryCommandInput => ({
  TableName,
  IndexName: webhookAuditIndex.indexName,
  KeyConditionExpression: '#partition = :about',
  ExpressionAttributeNames: { '#partition': webhookAuditIndex.partitionKey },
  ExpressionAttributeValues: { ':about': personPartition(user) },
  ProjectionExpression: 'networkId, entryId, changes',
  Select: 'SPECIFIC_ATTRIBUTES',
});

/**
 * Takes the id of a user out of an entry, which stays, and is about nobody then. Returns false where that was done
 * before. Two write units a KB.
 */
export async function forgetPerson(
  client: DynamoDBDocumentClient,
  TableName: string,
  user: NetworkUser,
  { networkId, entryId, changes }: EntryAbout,
): Promise<boolean> {
  const without = (change: (typeof changes)[number]) => (change.field === 'user' ? { ...change, to: ERASED } : change);
  const update = new UpdateCommand({
    TableName,
    Key: { networkId, entryId },
    UpdateExpression: 'SET changes = :changes REMOVE #partition',
    ConditionExpression: '#partition = :about',
    ExpressionAttributeNames: { '#partition': webhookAuditIndex.partitionKey },
    ExpressionAttributeValues: {
      ':about': personPartition(user),
      ':changes': changes.map(without),
    },
  });
  return await isApplied(client.send(update));
}
