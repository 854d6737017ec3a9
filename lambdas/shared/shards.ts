/** Reads what is spread over several partitions, in the common order of their sort keys. */
import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';

/** Entries in the query's order; `next` is the sort key up to which they are complete, absent if there are no more. */
export interface ShardedPage<T> {
  readonly found: readonly T[];
  readonly next?: string;
}

/** What to read: `first` and `last` bound the sort key, both inclusive. `Limit` is that of one partition. */
export interface ShardedQuery extends QueryCommandInput {
  readonly partitions: { readonly name: string; readonly keys: readonly string[] };
  readonly sortKey: string;
  readonly first: string;
  readonly last: string;
}

/**
 * Queries each partition once, and returns what is complete of all of them. `parse` returns nothing for an item that is
 * left out; `keyOf` returns the sort key. Where `next` is present, read on from it: that one item comes again.
 */
export async function queryShards<T>(
  client: DynamoDBDocumentClient,
  { partitions, sortKey, first, last, ...query }: ShardedQuery,
  parse: (item: Readonly<Record<string, unknown>>) => readonly T[],
  keyOf: (entry: T) => string,
): Promise<ShardedPage<T>> {
  // BETWEEN needs its bounds in order.
  if (first > last) return { found: [] };
  const pages = await Promise.all(
    partitions.keys.map((key) =>
      client.send(
        new QueryCommand({
          ...query,
          KeyConditionExpression: `${partitions.name} = :partition AND ${sortKey} BETWEEN :first AND :last`,
          ExpressionAttributeValues: {
            ...query.ExpressionAttributeValues,
            ':partition': key,
            ':first': first,
            ':last': last,
          },
        }),
      ),
    ),
  );
  const isBefore = (a: string, b: string): boolean => (query.ScanIndexForward === false ? a > b : a < b);
  const [next] = pages
    .flatMap(({ LastEvaluatedKey: end }) => (end ? v.parse(v.string(), end[sortKey]) : []))
    .sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const found = pages
    .flatMap(({ Items = [] }) => Items.flatMap(parse))
    .filter((entry) => next === undefined || !isBefore(next, keyOf(entry)))
    .sort((a, b) => (isBefore(keyOf(a), keyOf(b)) ? -1 : 1));
  return { found, ...(next !== undefined && { next }) };
}
