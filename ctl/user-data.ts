/**
 * Exports and erases everything that is stored about one user.
 *
 * Payloads of stored events may mention anybody. They are neither searched nor changed, and expire after 30 days
 * (docs/spec/delivery.md#retention).
 */
import { type NetworkId, networkUserKey, type UserId } from '../contract/ids.ts';
import { recordedCommentsTable } from '../lambdas/activity/recorded-comments-table.ts';
import { activitiesOfUserTable } from '../lambdas/activity/user-data-table.ts';
import { blocksOfUserTable } from '../lambdas/block/user-data-table.ts';
import type { Connection } from './connection.ts';

/** The number of items removed, by kind. */
export interface Erasure {
  readonly blocks: number;
  readonly blockedBy: number;
  readonly activities: number;
}

/** Yields the user's data as pieces of one JSON text, so that an export of any size needs little memory. */
export async function* exportUser(
  connection: Connection,
  networkId: NetworkId,
  userId: UserId,
): AsyncGenerator<string> {
  const { blocks, blockedBy, activities } = userItems(connection, networkId, userId);
  const head = { networkId, userId, exportedAt: new Date().toISOString() };
  yield JSON.stringify(head, null, 2).slice(0, -2);
  yield* jsonList('blocks', blocks.pages());
  yield* jsonList('blockedBy', blockedBy.pages());
  yield* jsonList('activities', activities.pages());
  yield '\n}\n';
}

/** Removes everything that is stored about the user. Idempotent. Throws UnprocessedItemsError. */
export async function eraseUser(connection: Connection, networkId: NetworkId, userId: UserId): Promise<Erasure> {
  const { blocks, blockedBy, activities } = userItems(connection, networkId, userId);
  const removed = {
    blocks: await removeAll(blocks),
    blockedBy: await removeAll(blockedBy),
    activities: await removeAll(activities),
  };
  await removeMarkers(connection, networkId, userId);
  return removed;
}

/**
 * Removes the user's own blocks and activity, but not the blocks of the user by others: to find these, `eraseUser` reads the
 * whole blocks table. Idempotent. Throws UnprocessedItemsError.
 */
export async function eraseOwnData(connection: Connection, networkId: NetworkId, userId: UserId): Promise<void> {
  const { blocks, activities } = userItems(connection, networkId, userId);
  await removeAll(blocks);
  await removeAll(activities);
  await removeMarkers(connection, networkId, userId);
}

/** Removes the markers of recorded comments, which have nothing that the records don't have, so they are not exported. */
async function removeMarkers({ client, tables }: Connection, networkId: NetworkId, userId: UserId): Promise<void> {
  await recordedCommentsTable(client, tables.activities).removeAll(networkUserKey(networkId, userId));
}

/** The user's items of one kind, in pages, and how to remove them. */
interface UserItems<Item> {
  readonly pages: () => AsyncIterable<Item[]>;
  readonly remove: (items: readonly Item[]) => Promise<void>;
}

function userItems({ client, tables }: Connection, networkId: NetworkId, userId: UserId) {
  const blocks = blocksOfUserTable(client, tables.blocks);
  const activities = activitiesOfUserTable(client, tables.activities);
  return {
    blocks: { pages: () => blocks.blocksBy(networkId, userId), remove: blocks.remove },
    blockedBy: { pages: () => blocks.blocksOf(networkId, userId), remove: blocks.remove },
    activities: { pages: () => activities.recordsOf(networkId, userId), remove: activities.remove },
  };
}

async function removeAll<Item>({ pages, remove }: UserItems<Item>): Promise<number> {
  let removed = 0;
  for await (const items of pages()) {
    await remove(items);
    removed += items.length;
  }
  return removed;
}

/** Yields one more property of a JSON object: a list with one item per line. */
async function* jsonList(name: string, pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  yield `,\n  "${name}": [`;
  let separator = '\n';
  for await (const items of pages) {
    for (const item of items) {
      yield `${separator}    ${JSON.stringify(item)}`;
      separator = ',\n';
    }
  }
  yield separator === '\n' ? ']' : '\n  ]';
}
