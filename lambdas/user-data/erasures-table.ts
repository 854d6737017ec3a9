/**
 * The erasures table: what back ends have asked for (docs/spec/user-data.md#by-a-back-end). Keys: `networkId` and `erasureId`.
 *
 * The index `pending` has those that are not done. The ids of users are removed when one is done; the rest expires 30 days later.
 */
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { EXPIRY_ATTRIBUTE, pendingErasuresIndex } from '../../contract/tables.ts';
import { ErasureId, ItemCounts, itemKinds } from '../../contract/user-data.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { expiryAfter } from '../shared/retention.ts';
import { batchGet, isApplied } from '../shared/table-requests.ts';
import { noItems } from './tally.ts';

/** An erasure as it is stored. Times are ISO 8601. */
export const StoredErasure = v.object({
  networkId: NetworkId,
  erasureId: ErasureId,
  requestedAt: v.string(),
  userCount: v.number(),
  /** Absent when it is done. */
  userIds: v.optional(v.array(UserId)),
  nextPassAt: v.optional(v.string()),
  finishedAt: v.optional(v.string()),
  passes: v.number(),
  lastPassAt: v.optional(v.string()),
  /** In all passes, and in the latest one. */
  found: ItemCounts,
  removed: ItemCounts,
  passFound: ItemCounts,
  passRemoved: ItemCounts,
  /** When the last of what the latest pass has left is gone: seconds since 1970. */
  keptUntil: v.optional(v.number()),
});
export type StoredErasure = v.InferOutput<typeof StoredErasure>;

/** The key of an erasure. */
export const ErasureKey = v.object({ networkId: NetworkId, erasureId: ErasureId });
export type ErasureKey = v.InferOutput<typeof ErasureKey>;

/** What a step has found of the users of one erasure. */
export interface FoundOfErasure {
  readonly key: ErasureKey;
  readonly found: ItemCounts;
  readonly removed: ItemCounts;
  readonly keptUntil?: number;
}

const Pending = v.object({ ...ErasureKey.entries, nextPassAt: v.string() });
const PENDING = 'yes';
/** Days for which an erasure that is done is shown. */
const SHOWN_DAYS = 30;

export type ErasuresTable = ReturnType<typeof erasuresTable>;

/** The table of the given name; by default the one that the function's environment names. */
export function erasuresTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('ERASURES_TABLE'),
) {
  return { add, countPending, find, readAll, due, beginPass, addFound, postpone, finish };

  /** Adds an erasure, which is due at once. `now` is in milliseconds. Up to 14 write units, and one in the index. */
  async function add(networkId: NetworkId, userIds: readonly UserId[], now: number): Promise<StoredErasure> {
    const erasureId = v.parse(ErasureId, `er_${uuidv7({ msecs: now }).replaceAll('-', '')}`);
    const at = new Date(now).toISOString();
    const counts = { found: noItems, removed: noItems, passFound: noItems, passRemoved: noItems };
    const erasure = { networkId, erasureId, requestedAt: at, userCount: userIds.length, passes: 0, ...counts };
    const Item = { ...erasure, userIds, nextPassAt: at, pending: PENDING, pendingOrder: `${networkId}#${erasureId}` };
    await client.send(new PutCommand({ TableName, Item }));
    return { ...erasure, userIds: [...userIds], nextPassAt: at };
  }

  /** How many erasures of a network are not done; lags. Half a read unit for some 40. */
  async function countPending(networkId: NetworkId): Promise<number> {
    const { Count = 0 } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: pendingErasuresIndex.indexName,
        KeyConditionExpression: 'pending = :pending AND begins_with(pendingOrder, :network)',
        ExpressionAttributeValues: { ':pending': PENDING, ':network': `${networkId}#` },
        Select: 'COUNT',
      }),
    );
    return Count;
  }

  /** An erasure, read consistently, or undefined. */
  async function find(key: ErasureKey): Promise<StoredErasure | undefined> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(key), ConsistentRead: true }));
    return v.parse(v.optional(StoredErasure), Item);
  }

  /** Those of the erasures that exist, in the order of the keys. A read unit for 4 KB. Throws UnprocessedItemsError. */
  async function readAll(keys: readonly ErasureKey[]): Promise<readonly StoredErasure[]> {
    const items = v.parse(v.array(StoredErasure), await batchGet(client, TableName, keys.map(keyOf)));
    const byId = new Map(items.map((item) => [item.erasureId, item]));
    return keys.flatMap(({ erasureId }) => byId.get(erasureId) ?? []);
  }

  /** Erasures whose next pass is due at `at` (ISO 8601): those that have waited longest, at most `limit`. Lags. */
  async function due(at: string, limit: number): Promise<readonly ErasureKey[]> {
    const pages = paginateQuery(
      { client },
      {
        TableName,
        IndexName: pendingErasuresIndex.indexName,
        KeyConditionExpression: 'pending = :pending',
        FilterExpression: 'nextPassAt <= :at',
        ExpressionAttributeValues: { ':pending': PENDING, ':at': at },
      },
    );
    const found: v.InferOutput<typeof Pending>[] = [];
    for await (const { Items } of pages) found.push(...v.parse(v.array(Pending), Items));
    return found
      .sort((a, b) => (a.nextPassAt < b.nextPassAt ? -1 : 1))
      .slice(0, limit)
      .map(keyOf);
  }

  /** Sets the counts of the latest pass to zero, before the next one. Returns whether the erasure is pending. */
  function beginPass(key: ErasureKey): Promise<boolean> {
    return change(key, 'SET passFound = :none, passRemoved = :none REMOVE keptUntil', { ':none': noItems });
  }

  /** Adds to the counts. A write unit a KB of the erasure. An attempt whose response was lost is repeated, and counts twice. */
  async function addFound({ key, found, removed, keptUntil }: FoundOfErasure): Promise<void> {
    const added = { found, passFound: found, removed, passRemoved: removed };
    const parts = Object.entries(added).flatMap(([map, counts]) =>
      itemKinds.filter((kind) => counts[kind] > 0).map((kind) => ({ map, kind, count: counts[kind] })),
    );
    if (parts.length === 0) return;
    const sums = parts.map(({ map, kind, count }) => `#${map}.#${kind} = #${map}.#${kind} + :n${count}`);
    const names = Object.fromEntries(
      parts.flatMap(({ map, kind }) => [
        [`#${map}`, map],
        [`#${kind}`, kind],
      ]),
    );
    await change(key, `SET ${sums.join(', ')}`, Object.fromEntries(parts.map(({ count }) => [`:n${count}`, count])), {
      ExpressionAttributeNames: names,
    });
    if (keptUntil === undefined) return;
    await change(
      key,
      'SET keptUntil = :until',
      { ':until': keptUntil },
      { condition: '(attribute_not_exists(keptUntil) OR keptUntil < :until)' },
    );
  }

  /** Ends a pass that was not the last one. Times are ISO 8601. */
  function postpone(key: ErasureKey, lastPassAt: string, nextPassAt: string): Promise<boolean> {
    return change(key, 'SET lastPassAt = :last, nextPassAt = :next ADD passes :one', {
      ':last': lastPassAt,
      ':next': nextPassAt,
      ':one': 1,
    });
  }

  /** Ends the last pass: what is left names no user. `at` is ISO 8601. */
  function finish(key: ErasureKey, at: string): Promise<boolean> {
    const set = `SET lastPassAt = :at, finishedAt = :at, ${EXPIRY_ATTRIBUTE} = :expiresAt`;
    return change(key, `${set} REMOVE userIds, nextPassAt, pending, pendingOrder ADD passes :one`, {
      ':at': at,
      ':expiresAt': expiryAfter(at, SHOWN_DAYS),
      ':one': 1,
    });
  }

  /** Changes an erasure that is pending, and meets a further condition. Returns whether it did. */
  function change(
    key: ErasureKey,
    UpdateExpression: string,
    values: Readonly<Record<string, unknown>>,
    { condition, ...names }: { condition?: string; ExpressionAttributeNames?: Record<string, string> } = {},
  ): Promise<boolean> {
    const update = new UpdateCommand({
      TableName,
      Key: keyOf(key),
      UpdateExpression,
      ConditionExpression: ['attribute_exists(pending)', ...(condition === undefined ? [] : [condition])].join(' AND '),
      ExpressionAttributeValues: { ...values },
      ...names,
    });
    return isApplied(client.send(update), () => true);
  }
}

const keyOf = ({ networkId, erasureId }: ErasureKey): ErasureKey => ({ networkId, erasureId });
