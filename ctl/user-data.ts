/**
 * Everything that the tables hold about one user, and its erasure.
 *
 * Events in the outbox are the platform's own payloads and may name anybody; they expire after 30 days (decision 30) and are
 * neither searched nor changed.
 */
import type { NetworkId, UserId } from '../contract/ids.ts';
import { activitiesOfUserTable } from '../lambdas/activity/user-data-table.ts';
import { blocksOfUserTable } from '../lambdas/block/user-data-table.ts';
import type { Connection } from './connection.ts';

/** How many items were removed. */
export interface Erasure {
  readonly blocks: number;
  readonly blockedBy: number;
  readonly activities: number;
}

/** The user's data as pieces of one JSON text, so that a user of any size takes little memory. */
export async function* exportUser(
  connection: Connection,
  networkId: NetworkId,
  userId: UserId,
): AsyncGenerator<string> {
  const { blocks, blockedBy, activities } = holdings(connection, networkId, userId);
  const head = { networkId, userId, exportedAt: new Date().toISOString() };
  yield JSON.stringify(head, null, 2).slice(0, -2);
  yield* jsonList('blocks', blocks.pages());
  yield* jsonList('blockedBy', blockedBy.pages());
  yield* jsonList('activities', activities.pages());
  yield '\n}\n';
}

/** Removes all that `exportUser` shows. Doing it again removes what has come since. Throws UnprocessedItemsError. */
export async function eraseUser(connection: Connection, networkId: NetworkId, userId: UserId): Promise<Erasure> {
  const { blocks, blockedBy, activities } = holdings(connection, networkId, userId);
  return {
    blocks: await removeAll(blocks),
    blockedBy: await removeAll(blockedBy),
    activities: await removeAll(activities),
  };
}

/** A kind of item: what there is of it, page by page, and how a page is removed. */
interface Holding<Item> {
  readonly pages: () => AsyncIterable<Item[]>;
  readonly remove: (items: readonly Item[]) => Promise<void>;
}

function holdings({ client, tables }: Connection, networkId: NetworkId, userId: UserId) {
  const blocks = blocksOfUserTable(client, tables.blocks);
  const activities = activitiesOfUserTable(client, tables.activities);
  return {
    blocks: { pages: () => blocks.blocksBy(networkId, userId), remove: blocks.remove },
    blockedBy: { pages: () => blocks.blocksOf(networkId, userId), remove: blocks.remove },
    activities: { pages: () => activities.recordsOf(networkId, userId), remove: activities.remove },
  };
}

async function removeAll<Item>({ pages, remove }: Holding<Item>): Promise<number> {
  let removed = 0;
  for await (const items of pages()) {
    await remove(items);
    removed += items.length;
  }
  return removed;
}

/** A further property of an object whose text is under way: a list with an item a line. */
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
