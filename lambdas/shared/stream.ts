/**
 * Functions that read a DynamoDB stream.
 *
 * Lambda repeats a record that failed with all records behind it, and holds up its shard meanwhile. So only failures
 * that can pass, such as throttling, are reported to Lambda. A record that can never succeed is set aside: logged, and
 * sent to the on-failure queue, from which `ctl redrive` repeats it.
 */
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { RedriveResult } from '../../contract/redrive.ts';
import { sqsClient } from './clients.ts';
import { required } from './env.ts';
import { loggedError, withLoggedErrors } from './logged-error.ts';
import { processMetrics } from './metrics.ts';

/** Ten full batches. */
const MAX_HANDLED = 1_000;

/** A failure that repeating does not change. */
export class PermanentError extends Error {}

/** A batch of the stream. With `redrive`, `ctl redrive` repeats records that were given up or set aside. */
export type StreamEvent = DynamoDBStreamEvent & { readonly redrive?: boolean };

/** Handles the records of a batch concurrently. `handle` must be idempotent. */
export const eachRecord = (handle: (record: DynamoDBRecord) => Promise<void>, setAside?: SetAside) =>
  wholeBatch(async (records) => {
    const outcomes = await Promise.allSettled(records.map(handle));
    return outcomes.map((outcome) => (outcome.status === 'rejected' ? { reason: outcome.reason } : undefined));
  }, setAside);

/** Why a record failed. */
export interface RecordFailure {
  readonly reason: unknown;
}

/**
 * Handles a batch as a whole: for each record, `handle` returns why it failed, or undefined. It must be idempotent.
 * Records that this process has handled are not handled again when Lambda repeats them with one that failed.
 *
 * In a redrive no record is set aside: every failure is returned with its reason, since `ctl` still has the message.
 */
export function wholeBatch(
  handle: (records: readonly DynamoDBRecord[]) => Promise<readonly (RecordFailure | undefined)[]>,
  setAside: SetAside = toOnFailureQueue(),
) {
  /** Ids of records that were handled in a batch with failures. */
  const handled = new LRUCache<string, true>({ max: MAX_HANDLED });

  return withLoggedErrors(
    async ({ Records, redrive = false }: StreamEvent): Promise<DynamoDBBatchResponse | RedriveResult> => {
      if (redrive) return redriveResult(Records, await handle(Records));
      const records = Records.filter((record) => isNewItem(record) && !handled.has(idOf(record)));
      const failures = await handle(records);
      if (records.length > 0 && failures.every((failure) => failure !== undefined))
        processMetrics.add('BatchesFailed', 1);
      processMetrics.flush();
      const repeats = await Promise.all(
        records.map((record, index) => shouldRepeat(record, failures[index], setAside)),
      );
      const repeated = records.filter((_, index) => repeats[index]);
      if (repeated.length > 0) {
        for (const record of records) if (!repeated.includes(record)) handled.set(idOf(record), true);
      }
      return { batchItemFailures: repeated.map((record) => ({ itemIdentifier: sequenceNumberOf(record) })) };
    },
  );
}

/**
 * The mapping's filter lets only new items through, but of AWS's two pages on filters only one names `eventName`
 * (docs/aws-behaviour.md#dynamodb-streams). Without it, each event would come again when it expires.
 */
const isNewItem = ({ eventName }: DynamoDBRecord): boolean => eventName === undefined || eventName === 'INSERT';

/**
 * An id that no record of another shard has, unlike a sequence number
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_Record.html).
 */
const idOf = (record: DynamoDBRecord): string => record.eventID ?? sequenceNumberOf(record);

const sequenceNumberOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.SequenceNumber ?? '';

function redriveResult(
  records: readonly DynamoDBRecord[],
  failures: readonly (RecordFailure | undefined)[],
): RedriveResult {
  const batchItemFailures = records.flatMap((record, index) => {
    const failure = failures[index];
    if (failure === undefined) return [];
    logFailure(record, failure.reason);
    return [{ itemIdentifier: sequenceNumberOf(record), reason: describe(failure.reason) }];
  });
  return { batchItemFailures };
}

/** Logs a failure, and sets the record aside if it is permanent. Returns whether Lambda should repeat the record. */
async function shouldRepeat(
  record: DynamoDBRecord,
  failure: RecordFailure | undefined,
  setAside: SetAside,
): Promise<boolean> {
  if (failure === undefined) return false;
  if (!isPermanent(failure.reason)) {
    logFailure(record, failure.reason);
    return true;
  }
  const reason = describe(failure.reason);
  try {
    await setAside(record, reason);
  } catch (error) {
    logFailure(record, error);
    return true;
  }
  const message = 'A stream record can never be handled and was set aside.';
  console.error({ name: 'record-set-aside', message, key: record.dynamodb?.Keys, reason });
  return false;
}

function logFailure(record: DynamoDBRecord, error: unknown): void {
  const message = 'A stream record could not be handled.';
  console.error({ message, sequenceNumber: sequenceNumberOf(record), error: loggedError(error) });
}

/** Whether the record, or an item that it needs, is malformed, or DynamoDB refuses what would be written. */
const isPermanent = (error: unknown): boolean =>
  error instanceof PermanentError ||
  error instanceof RangeError ||
  v.isValiError(error) ||
  (error instanceof Error && error.name === 'ValidationException');

/** The reason, without contents of the record. */
function describe(error: unknown): string {
  const { name, errorMessage } = loggedError(error);
  return `${name}: ${errorMessage}`;
}

/** Stores a record that can never be handled, and why (contract/redrive.ts). Throws errors of SQS. */
export type SetAside = (record: DynamoDBRecord, reason: string) => Promise<void>;

/** Sends the key of a record to the reader's on-failure queue; the record itself stays in its table. */
function toOnFailureQueue(QueueUrl: string = required('ON_FAILURE_QUEUE_URL')): SetAside {
  return async (record, reason) => {
    const MessageBody = JSON.stringify({ kind: 'record-set-aside', key: record.dynamodb?.Keys, reason });
    await sqsClient().send(new SendMessageCommand({ QueueUrl, MessageBody }));
  };
}
