/** Erases a user's data by key (docs/spec/user-data.md#erasure). Why so: docs/adr/0051-erasure-by-key.md. */
import { setTimeout } from 'node:timers/promises';
import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { NetworkUser } from '../../contract/ids.ts';
import { type Erasure, type ItemKind, itemKinds } from '../../contract/user-data.ts';
import { activitiesOf } from '../activity/activities-table.ts';
import { commentMarkersOf } from '../activity/recorded-comments-table.ts';
import { blocksBy, blocksOf } from '../block/blocks-table.ts';
import { batchWrite, queryPages, UnprocessedItemsError } from '../shared/table-requests.ts';

/** The names of the tables that have something about users. */
export interface UserTables {
  readonly blocks: string;
  readonly activities: string;
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
const PAUSE_MILLISECONDS = 250;

const BlockKey = v.object({ netid_uid: v.string(), blocked_userId: v.string() });
const ActivityKey = v.object({ networkId_userId: v.string(), createdAt: v.string() });

interface Place {
  readonly query: QueryCommandInput;
  readonly Key: v.GenericSchema<unknown, Record<string, string>>;
}

/** Where the items of each kind are. */
const placesOf = ({ blocks, activities }: UserTables, user: NetworkUser): Readonly<Record<ItemKind, Place>> => ({
  blocks: { query: blocksBy(blocks, user), Key: BlockKey },
  blockedBy: { query: blocksOf(blocks, user), Key: BlockKey },
  activities: { query: activitiesOf(activities, user), Key: ActivityKey },
  markers: { query: commentMarkersOf(activities, user), Key: ActivityKey },
});

/**
 * Removes what is stored about a user until it has looked everywhere and found nothing, when the index should have all
 * that was written before the erasure. Where the bounds end it earlier, or DynamoDB throttles, it says what may be
 * left. Idempotent. A block costs two write units, anything else one a KB. Throws what DynamoDB throws.
 */
export async function erase(
  client: DynamoDBDocumentClient,
  tables: UserTables,
  user: NetworkUser,
  bounds: ErasureBounds = usualBounds,
): Promise<Erasure> {
  const begun = Date.now();
  const age = (): number => Date.now() - begun;
  const places = placesOf(tables, user);
  const removed = { blocks: new Set(), blockedBy: new Set(), activities: new Set(), markers: new Set() };
  const isOver = (): boolean =>
    age() >= bounds.milliseconds || itemKinds.reduce((sum, kind) => sum + removed[kind].size, 0) >= bounds.items;

  for (;;) {
    const indexIsCurrent = age() >= bounds.lagMilliseconds;
    const left: ItemKind[] = [];
    for (const kind of itemKinds) if (isOver() || !(await foundNothing(kind))) left.push(kind);
    if (left.length === 0 && indexIsCurrent) return { status: 'success', removed: counts(), left };
    if (isOver()) return { status: 'pending', removed: counts(), left };
    await setTimeout(PAUSE_MILLISECONDS);
  }

  /** Looks once, and removes what it finds; after the last item, too, only another look can tell that none is left. */
  async function foundNothing(kind: ItemKind): Promise<boolean> {
    const { query, Key } = places[kind];
    let isEmpty = true;
    try {
      for await (const keys of queryPages(client, { ...query, Limit: bounds.pageItems }, Key)) {
        if (keys.length === 0) continue;
        isEmpty = false;
        await batchWrite(
          client,
          `${query.TableName}`,
          keys.map((key) => ({ DeleteRequest: { Key: key } })),
        );
        for (const key of keys) removed[kind].add(JSON.stringify(key));
        if (isOver()) break;
      }
    } catch (error) {
      if (error instanceof UnprocessedItemsError) return false;
      throw error;
    }
    return isEmpty;
  }

  function counts(): Erasure['removed'] {
    const { blocks, blockedBy, activities, markers } = removed;
    return { blocks: blocks.size, blockedBy: blockedBy.size, activities: activities.size, markers: markers.size };
  }
}
