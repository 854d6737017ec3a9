/** Functions that read a DynamoDB stream. */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/**
 * Handles every record of a batch side by side and reports the ones that failed.
 *
 * All records are tried in every attempt, so one that can never succeed costs its neighbours nothing: by the time its
 * retries are used up and the rest of the batch is set aside with it, they have been handled. `handle` must be idempotent.
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

/** Handles a batch as a whole: `handle` answers, record by record, why it failed, or undefined. It must be idempotent. */
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
