/** Functions that read a DynamoDB stream. */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/**
 * Handles every record of a batch side by side and reports the ones that failed.
 *
 * All records are tried in every attempt, so one that can never succeed costs its neighbours nothing: by the time its
 * retries are used up and the rest of the batch is set aside with it, they have been handled. `handle` must be idempotent.
 */
export function eachRecord(handle: (record: DynamoDBRecord) => Promise<void>) {
  return async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const outcomes = await Promise.all(Records.map(tried));
    return { batchItemFailures: outcomes.filter((failure) => failure !== undefined) };
  };

  async function tried(record: DynamoDBRecord): Promise<{ itemIdentifier: string } | undefined> {
    try {
      await handle(record);
      return undefined;
    } catch (error) {
      const itemIdentifier = record.dynamodb?.SequenceNumber ?? '';
      console.error({ message: 'A stream record could not be handled.', sequenceNumber: itemIdentifier, error });
      return { itemIdentifier };
    }
  }
}
