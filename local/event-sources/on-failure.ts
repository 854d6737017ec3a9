/**
 * Messages about what was not processed: the position of lost records, not the records themselves, for the on-failure
 * queue of a stream mapping; and messages that Lambda stopped as a loop, for the dead-letter queue.
 */
import { type Message, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { GivenUp } from './stream-batch.ts';

export interface FailedBatchOrigin {
  readonly functionArn: string;
  readonly streamArn: string;
  readonly shardId: string;
}

/** The message in AWS's form. */
function failureMessage({ records, condition, attempts, requestId }: GivenUp, origin: FailedBatchOrigin): object {
  const first = records[0];
  const last = records.at(-1);
  const time = (milliseconds: number | undefined): string => new Date(milliseconds ?? 0).toISOString();
  return {
    requestContext: {
      requestId,
      functionArn: `${origin.functionArn}:$LATEST`,
      condition,
      approximateInvokeCount: attempts,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: origin.shardId,
      startSequenceNumber: first?.sequenceNumber ?? '',
      endSequenceNumber: last?.sequenceNumber ?? '',
      approximateArrivalOfFirstRecord: time(first?.createdAt),
      approximateArrivalOfLastRecord: time(last?.createdAt),
      batchSize: records.length,
      streamArn: origin.streamArn,
    },
  };
}

export async function sendFailureMessage(
  client: SQSClient,
  queueUrl: string,
  part: GivenUp,
  origin: FailedBatchOrigin,
): Promise<void> {
  const MessageBody = JSON.stringify(failureMessage(part, origin));
  await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }));
}

export async function sendToDeadLetters(
  client: SQSClient,
  deadLetterUrl: string,
  messages: readonly Message[],
): Promise<void> {
  for (const { Body: MessageBody, MessageAttributes } of messages) {
    await client.send(new SendMessageCommand({ QueueUrl: deadLetterUrl, MessageBody, MessageAttributes }));
  }
}
