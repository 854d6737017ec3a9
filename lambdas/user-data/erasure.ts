/** Erases a user's data by key (docs/spec/user-data.md#erasure). Why so: docs/adr/0051-erasure-by-key.md. */
import { setTimeout } from 'node:timers/promises';
import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { NetworkUser } from '../../contract/ids.ts';
import { type Erasure, type ItemKind, itemKinds } from '../../contract/user-data.ts';
import { activitiesOf } from '../activity/activities-table.ts';
import { commentMarkersOf } from '../activity/recorded-comments-table.ts';
import { auditEntriesAbout, EntryAbout, forgetPerson } from '../audit/audit-table.ts';
import { blocksBy, blocksOf } from '../block/block-records-table.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { batchWrite, queryPages, UnprocessedItemsError } from '../shared/table-requests.ts';

/** The names of the tables that have something about users. */
export interface UserTables {
  readonly blocks: string;
  readonly activities: string;
  readonly audit: string;
}

/** How much one erasure does before it says that something is left. */
export interface ErasureBounds {
  readonly milliseconds: number;
  readonly items: number;
  /** Items that are read and removed at once. */
  readonly pageItems: number;
  /** The age at which the index is expected to have a block. */
  readonly lagMilliseconds: number;
}

/**
 * A route has 10 seconds, of which a throttled page takes up to 4. All blocks of one user are in one partition of the
 * index, which takes about 1,000 writes a second, and usually has a write within a fraction of one
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.Writes).
 */
const usualBounds: ErasureBounds = { milliseconds: 5_000, items: 2_500, pageItems: 100, lagMilliseconds: 1_000 };
const PAUSE_MS = 250;
const WRITES_AT_ONCE = 16;

const BlockKey = v.object({ netid_uid: v.string(), blocked_userId: v.string() });
const ActivityKey = v.object({ networkId_userId: v.string(), createdAt: v.string() });

/** Erases a page of the items of a kind after the other; yields what tells those of a page apart. */
type Erasing = (pageItems: number) => AsyncGenerator<readonly string[]>;

function erasingOf(
  client: DynamoDBDocumentClient,
  { blocks, activities, audit }: UserTables,
  user: NetworkUser,
): Readonly<Record<ItemKind, Erasing>> {
  return {
    blocks: deleting(blocksBy(blocks, user), BlockKey),
    blockedBy: deleting(blocksOf(blocks, user), BlockKey),
    activities: deleting(activitiesOf(activities, user), ActivityKey),
    markers: deleting(commentMarkersOf(activities, user), ActivityKey),
    auditEntries: erasing(auditEntriesAbout(audit, user), EntryAbout, (entries) =>
      mapConcurrently(entries, WRITES_AT_ONCE, (entry) => forgetPerson(client, audit, user, entry)),
    ),
  };

  function deleting(query: QueryCommandInput, Key: v.GenericSchema<unknown, Record<string, string>>): Erasing {
    return erasing(query, Key, (keys) =>
      batchWrite(
        client,
        `${query.TableName}`,
        keys.map((key) => ({ DeleteRequest: { Key: key } })),
      ),
    );
  }

  function erasing<T>(
    query: QueryCommandInput,
    schema: v.GenericSchema<unknown, T>,
    eraseAll: (items: readonly T[]) => Promise<unknown>,
  ): Erasing {
    return async function* (Limit) {
      for await (const items of queryPages(client, { ...query, Limit }, schema)) {
        if (items.length === 0) continue;
        await eraseAll(items);
        yield items.map((item) => JSON.stringify(item));
      }
    };
  }
}

/**
 * Removes what is stored about a user, and the id from entries of the audit trail about the user, until it has looked everywhere and found nothing, when the index should have all
 * that was written before the erasure. Where the bounds end it earlier, or DynamoDB throttles, it says what may be
 * left. Idempotent. A block, and an entry of the audit trail, costs two write units, anything else one a KB. Throws what
 * DynamoDB throws.
 */
export async function erase(
  client: DynamoDBDocumentClient,
  tables: UserTables,
  user: NetworkUser,
  bounds: ErasureBounds = usualBounds,
): Promise<Erasure> {
  const begun = Date.now();
  const age = (): number => Date.now() - begun;
  const erasing = erasingOf(client, tables, user);
  const removed = new Map(itemKinds.map((kind) => [kind, new Set<string>()]));
  const countOf = (kind: ItemKind): number => removed.get(kind)?.size ?? 0;
  const isOver = (): boolean =>
    age() >= bounds.milliseconds || itemKinds.reduce((sum, kind) => sum + countOf(kind), 0) >= bounds.items;

  for (;;) {
    const indexIsCurrent = age() >= bounds.lagMilliseconds;
    const left: ItemKind[] = [];
    for (const kind of itemKinds) if (isOver() || !(await foundNothing(kind))) left.push(kind);
    if (left.length === 0 && indexIsCurrent) return { status: 'success', removed: counts(), left };
    if (isOver()) return { status: 'pending', removed: counts(), left };
    await setTimeout(PAUSE_MS);
  }

  /** Looks once, and removes what it finds; after the last item, too, only another look can tell that none is left. */
  async function foundNothing(kind: ItemKind): Promise<boolean> {
    let isEmpty = true;
    try {
      for await (const items of erasing[kind](bounds.pageItems)) {
        isEmpty = false;
        for (const item of items) removed.get(kind)?.add(item);
        if (isOver()) break;
      }
    } catch (error) {
      if (error instanceof UnprocessedItemsError) return false;
      throw error;
    }
    return isEmpty;
  }

  function counts(): Erasure['removed'] {
    return {
      blocks: countOf('blocks'),
      blockedBy: countOf('blockedBy'),
      activities: countOf('activities'),
      markers: countOf('markers'),
      auditEntries: countOf('auditEntries'),
    };
  }
}
