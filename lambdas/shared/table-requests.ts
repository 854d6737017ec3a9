/** What all table modules need of DynamoDB: conditional writes, and batches that send unprocessed items again. */
import { setTimeout } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
  paginateQuery,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { TemporaryError } from './errors.ts';

/** A conditional write whose condition did not hold. */
export interface FailedCondition {
  /**
   * The item as DynamoDB stores it, undefined where there is none. Only commands with
   * `ReturnValuesOnConditionCheckFailure: 'ALL_OLD'` get it.
   */
  readonly item: Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether the SDK made several attempts at the write, since a response was lost or late. Then an earlier one may have
   * taken effect, and the condition may have failed because of it.
   */
  readonly isRepeated: boolean;
}

/**
 * Waits for a conditional write and returns its result, or that of `otherwise` where its condition did not hold. Throws
 * what `otherwise` throws, and other errors of the write.
 */
export async function conditionally<T>(
  write: Promise<T>,
  otherwise: (failed: FailedCondition) => T | Promise<T>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return await otherwise({ item: error.Item, isRepeated: (error.$metadata.attempts ?? 1) > 1 });
  }
}

/**
 * Waits for a conditional write. Returns false where its condition did not hold, unless the write was repeated and
 * `isDone` finds that an earlier attempt took effect. Other errors are thrown.
 */
export const isApplied = (
  write: Promise<unknown>,
  isDone: (item: FailedCondition['item']) => boolean | Promise<boolean> = () => false,
): Promise<boolean> =>
  conditionally(
    write.then(() => true),
    async ({ item, isRepeated }) => isRepeated && (await isDone(item)),
  );

/** DynamoDB kept returning unprocessed items: it is throttling. Items of earlier rounds are written. */
export class UnprocessedItemsError extends TemporaryError {}

/** The limits of DynamoDB's batch requests. */
const WRITES_PER_BATCH = 25;
const READS_PER_BATCH = 100;
/** Rounds for one batch, by default: with the pauses between them, about a second. */
const MAX_ROUNDS = 6;
const LONGEST_WAIT_MS = 10_000;

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

/** Puts or deletes any number of items, 25 at a time, each named by one request. Throws UnprocessedItemsError. */
export async function batchWrite(
  client: DynamoDBDocumentClient,
  TableName: string,
  requests: readonly WriteRequest[],
  maxRounds = MAX_ROUNDS,
): Promise<void> {
  await inBatches(requests, WRITES_PER_BATCH, maxRounds, async (batch) => {
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: batch } }));
    return UnprocessedItems?.[TableName] ?? [];
  });
}

/** The existing items of distinct keys, 100 a read, unordered, by default consistent. Throws UnprocessedItemsError. */
export async function batchGet(
  client: DynamoDBDocumentClient,
  TableName: string,
  keys: readonly object[],
  ConsistentRead = true,
): Promise<readonly Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  await inBatches(
    keys.map((key) => ({ ...key })),
    READS_PER_BATCH,
    MAX_ROUNDS,
    async (Keys: Record<string, unknown>[]) => {
      const { Responses, UnprocessedKeys } = await client.send(
        new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead } } }),
      );
      items.push(...(Responses?.[TableName] ?? []));
      return UnprocessedKeys?.[TableName]?.Keys ?? [];
    },
  );
  return items;
}

/** `send` returns what DynamoDB left unprocessed of a batch; it is sent again after a pause that doubles each round. */
async function inBatches<T>(
  all: readonly T[],
  size: number,
  maxRounds: number,
  send: (batch: T[]) => Promise<T[]>,
): Promise<void> {
  for (let start = 0; start < all.length; start += size) {
    let rest = all.slice(start, start + size);
    for (let round = 0; rest.length > 0; round++) {
      if (round === maxRounds) throw new UnprocessedItemsError(`DynamoDB left ${rest.length} items unprocessed.`);
      if (round > 0) await setTimeout(Math.min(2 ** round * 20, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2));
      rest = await send(rest);
    }
  }
}

/** All that a query finds, in pages of at most 1 MB. Throws a ValiError for an item that is not as `schema` says. */
export async function* queryPages<T>(
  client: DynamoDBDocumentClient,
  query: QueryCommandInput,
  schema: v.GenericSchema<unknown, T>,
): AsyncGenerator<readonly T[]> {
  for await (const { Items } of paginateQuery({ client }, query)) yield v.parse(v.array(schema), Items);
}
