/** The items that a query by user finds: blocks by the user, activity records, and markers of comments. */
import { type NetworkUser, networkUserKey } from '../../contract/ids.ts';
import type { ItemKind } from '../../contract/user-data.ts';
import type { UserTables } from './user-tables.ts';

/** The number of items of a page. */
export interface CountedPage {
  readonly kind: ItemKind;
  readonly count: number;
}

/** Counts the user's own items page by page, and removes them where `erases`. Idempotent. Throws UnprocessedItemsError. */
export async function* ownItems(
  { blocks, activities, markers }: Pick<UserTables, 'blocks' | 'activities' | 'markers'>,
  { networkId, userId }: NetworkUser,
  erases: boolean,
): AsyncGenerator<CountedPage> {
  yield* counted('blocks', blocks.blocksBy(networkId, userId), erases && blocks.remove);
  yield* counted('activities', activities.recordsOf(networkId, userId), erases && activities.remove);
  yield* counted('markers', markers.markersOf(networkUserKey(networkId, userId)), erases && markers.remove);
}

async function* counted<Item>(
  kind: ItemKind,
  pages: AsyncIterable<readonly Item[]>,
  remove: false | ((items: readonly Item[]) => Promise<void>),
): AsyncGenerator<CountedPage> {
  for await (const items of pages) {
    if (remove) await remove(items);
    if (items.length > 0) yield { kind, count: items.length };
  }
}
