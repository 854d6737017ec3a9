/** What every table module needs of DynamoDB: conditional writes, and batches whose unprocessed items are sent again. */
import { setTimeout } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { TemporaryError } from './temporary-errors.ts';

/** Waits for a conditional write. Returns false where its condition did not hold; other errors are thrown. */
export async function isApplied(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/**
 * Waits for a conditional write and returns its output. Where its condition did not hold, throws what `refusal` returns; it
 * gets whether the item exists, if the command has `ReturnValuesOnConditionCheckFailure: 'ALL_OLD'`.
 */
export async function appliedOrThrow<T>(write: Promise<T>, refusal: (exists: boolean) => Error): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw error instanceof ConditionalCheckFailedException ? refusal(error.Item !== undefined) : error;
  }
}

/** DynamoDB kept returning unprocessed items: it is throttling. Items of earlier rounds are written. */
export class UnprocessedItemsError extends TemporaryError {}

/** The limits of DynamoDB's batch requests. */
const WRITES_PER_BATCH = 25;
const READS_PER_BATCH = 100;
/** Rounds for one batch, by default: with the pauses between them, about a second. */
const MAX_ROUNDS = 6;
const LONGEST_PAUSE_MS = 10_000;

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

/** Puts or deletes any number of items, 25 at a time. No two requests may name one item. Throws UnprocessedItemsError. */
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

/** Reads the items of distinct keys consistently, 100 at a time, in no order; missing ones are left out. Throws UnprocessedItemsError. */
export async function batchGet(
  client: DynamoDBDocumentClient,
  TableName: string,
  keys: readonly object[],
): Promise<readonly Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  await inBatches(
    keys.map((key) => ({ ...key })),
    READS_PER_BATCH,
    MAX_ROUNDS,
    async (Keys: Record<string, unknown>[]) => {
      const { Responses, UnprocessedKeys } = await client.send(
        new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }),
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
      if (round > 0) await setTimeout(Math.min(2 ** round * 20, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2));
      rest = await send(rest);
    }
  }
}
