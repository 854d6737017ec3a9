/**
 * Functions that read a DynamoDB stream.
 *
 * Lambda repeats a record that failed with all records behind it, and holds up its shard meanwhile. So only failures that can
 * pass, such as throttling, are reported to Lambda. A record that can never succeed is set aside: logged with its key.
 */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';

/** Ten full batches. */
const MAX_HANDLED = 1_000;

/** A failure that repeating does not change. */
export class PermanentError extends Error {}

/** Handles the records of a batch concurrently. `handle` must be idempotent. */
export const eachRecord = (handle: (record: DynamoDBRecord) => Promise<void>) =>
  wholeBatch(async (records) => {
    const outcomes = await Promise.allSettled(records.map(handle));
    return outcomes.map((outcome) => (outcome.status === 'rejected' ? { reason: outcome.reason } : undefined));
  });

/** Why a record failed. */
export interface RecordFailure {
  readonly reason: unknown;
}

/**
 * Handles a batch as a whole: for each record, `handle` returns why it failed, or undefined. It must be idempotent. Records
 * that this process has handled are not handled again when Lambda repeats them with one that failed.
 */
export function wholeBatch(
  handle: (records: readonly DynamoDBRecord[]) => Promise<readonly (RecordFailure | undefined)[]>,
) {
  /** Sequence numbers of records that were handled in a batch with failures. */
  const handled = new LRUCache<string, true>({ max: MAX_HANDLED });

  return async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const records = Records.filter((record) => !handled.has(sequenceNumberOf(record)));
    const failures = await handle(records);
    const repeated = records.filter((record, index) => shouldRepeat(record, failures[index]));
    if (repeated.length > 0) {
      for (const record of records) if (!repeated.includes(record)) handled.set(sequenceNumberOf(record), true);
    }
    return { batchItemFailures: repeated.map((record) => ({ itemIdentifier: sequenceNumberOf(record) })) };
  };
}

const sequenceNumberOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.SequenceNumber ?? '';

/** Logs a failure. Returns whether Lambda should repeat the record. */
function shouldRepeat(record: DynamoDBRecord, failure: RecordFailure | undefined): boolean {
  if (failure === undefined) return false;
  if (!isPermanent(failure.reason)) {
    const message = 'A stream record could not be handled.';
    console.error({ message, sequenceNumber: sequenceNumberOf(record), error: failure.reason });
    return true;
  }
  const message = 'A stream record can never be handled and was set aside.';
  // An alarm counts log entries with this name (lib/constructs/service-alarms.ts).
  console.error({ name: 'record-set-aside', message, key: record.dynamodb?.Keys, reason: describe(failure.reason) });
  return false;
}

/** Whether the record, or an item that it needs, is malformed, or DynamoDB refuses what would be written. */
const isPermanent = (error: unknown): boolean =>
  error instanceof PermanentError ||
  error instanceof RangeError ||
  v.isValiError(error) ||
  (error instanceof Error && error.name === 'ValidationException');

/** The reason without contents of the record, which the message of a ValiError may quote. */
const describe = (error: unknown): string =>
  v.isValiError(error) ? `ValiError: ${v.getDotPath(error.issues[0]) ?? 'it'} is malformed` : String(error);
