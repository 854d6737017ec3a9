/** The on-failure queue of a stream reader, from which `ctl redrive` repeats what failed. */
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import { required } from './env.ts';
import { sqsClient } from './sqs-client.ts';

/** Stores a record that can never be handled, and why (contract/redrive.ts). Throws errors of SQS. */
export type SetAside = (record: DynamoDBRecord, reason: string) => Promise<void>;

/** Sends the key of a record to the reader's on-failure queue; the record itself stays in its table. */
export function toOnFailureQueue(QueueUrl: string = required('ON_FAILURE_QUEUE_URL')): SetAside {
  return async (record, reason) => {
    const MessageBody = JSON.stringify({ kind: 'record-set-aside', key: record.dynamodb?.Keys, reason });
    await sqsClient().send(new SendMessageCommand({ QueueUrl, MessageBody }));
  };
}
