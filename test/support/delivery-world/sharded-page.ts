/** Pages of what is spread over partitions, as lambdas/shared/shards.ts reads them. */
import type { ShardedPage } from '../../../lambdas/shared/shards.ts';

/**
 * The items in the order of their keys, at most `perShard` of each shard. As in DynamoDB, a shard of which as many are
 * read may have no more.
 */
export function shardedPage<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  shardOf: (item: T) => string,
  perShard: number,
): ShardedPage<T> {
  const sorted = items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const ends = [...Map.groupBy(sorted, shardOf).values()].flatMap((shard) => shard[perShard - 1] ?? []);
  const [end] = ends.map(keyOf).sort();
  if (end === undefined) return { found: sorted };
  return { found: sorted.filter((item) => keyOf(item) <= end), next: end };
}
