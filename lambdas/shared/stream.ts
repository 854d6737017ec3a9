/** Functions that read a DynamoDB stream. */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/**
 * Handles the records of a batch concurrently and reports those that failed.
 *
 * Every attempt tries all records, so one that can never succeed does not hold up the others: when its retries are used up
 * and the rest of the batch is discarded with it, the others have been handled. `handle` must be idempotent.
 */
export const eachRecord = (handle: (record: DynamoDBRecord) => Promise<void>) =>
  wholeBatch(async (records) => {
    const outcomes = await Promise.allSettled(records.map(handle));
    return outcomes.map((outcome) => (outcome.status === 'rejected' ? { reason: outcome.reason } : undefined));
  });

/** Why a record failed. */
export interface RecordFailure {
  readonly reason: unknown;
}

/** Handles a batch as a whole: for each record, `handle` returns why it failed, or undefined. It must be idempotent. */
export function wholeBatch(
  handle: (records: readonly DynamoDBRecord[]) => Promise<readonly (RecordFailure | undefined)[]>,
) {
  return async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const failures = await handle(Records);
    const batchItemFailures = failures.flatMap((failure, index) => {
      if (failure === undefined) return [];
      const itemIdentifier = Records[index]?.dynamodb?.SequenceNumber ?? '';
      const message = 'A stream record could not be handled.';
      console.error({ message, sequenceNumber: itemIdentifier, error: failure.reason });
      return [{ itemIdentifier }];
    });
    return { batchItemFailures };
  };
}
