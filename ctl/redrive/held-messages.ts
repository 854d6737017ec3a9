/**
 * Reads the messages of the queues of failed messages, which hides them from other readers meanwhile.
 *
 * SQS has no way to list a queue: a receive returns at most ten messages. A short poll asks only some of SQS's servers,
 * a long poll all of them, so it is empty only where no message is visible
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-short-and-long-polling.html).
 * Messages are received until a long poll is empty, or the limit is reached, and become visible again a second after the
 * end.
 */
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { REASON_ATTRIBUTE } from '../../contract/redrive.ts';
import { writeNote } from '../output.ts';
import type { FailureConnection, FailureQueue } from './connection.ts';

/** A message that other readers of its queue don't see at the moment. */
export interface HeldMessage {
  readonly queue: FailureQueue;
  readonly id: string;
  readonly receiptHandle: string;
  readonly body: string;
  /** Why the message is there, if the sender said so. */
  readonly reason: string | undefined;
  /** The group by which its queue is fair. */
  readonly group: string | undefined;
  /** When it was sent to its first queue. */
  readonly sentAt: Date;
  /** When SQS deletes it. */
  readonly expiresAt: Date;
}

/** Messages, and about how many more there are in each queue: beyond the limit, or held by another command. */
export interface Held {
  readonly messages: readonly HeldMessage[];
  readonly more: readonly { readonly queue: string; readonly count: number }[];
}

/** The most messages that are read of one queue. */
const MAX_MESSAGES = 500;
/** A command that is killed hides messages for this long. */
const HIDDEN_SECONDS = 60;
/** Not 0, by which fauxqs 2.4.1 loses a message until it is started again, where it keeps its queues in a file. */
const SHOWN_AFTER_SECONDS = 1;
const MESSAGES_PER_RECEIVE = 10;

/**
 * Calls `use` with the messages of all queues, and a function that deletes one of them. Messages that are not deleted
 * are visible again a second after the end. Throws what `use` throws, and errors of SQS.
 */
export async function withHeldMessages<T>(
  { sqs, queues }: Pick<FailureConnection, 'sqs' | 'queues'>,
  use: (held: Held, remove: (message: HeldMessage) => Promise<void>) => Promise<T>,
): Promise<T> {
  const held = new Map<string, HeldMessage>();
  try {
    const reads = await Promise.allSettled(queues.map((queue) => hold(sqs, queue, held)));
    const more = reads.flatMap((read) => {
      if (read.status === 'rejected') throw read.reason;
      return read.value.count > 0 ? [read.value] : [];
    });
    return await use({ messages: [...held.values()], more }, async (message) => {
      const { id, queue, receiptHandle: ReceiptHandle } = message;
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle }));
      held.delete(id);
    });
  } finally {
    await Promise.all(queues.map((queue) => show(sqs, queue, [...held.values()])));
  }
}

/** Adds messages of a queue to those that are held. Returns about how many more it has. */
async function hold(sqs: SQSClient, queue: FailureQueue, held: Map<string, HeldMessage>) {
  const { total, retentionSeconds } = await attributesOf(sqs, queue);
  const own = new Set<string>();
  let found: number;
  do {
    const before = own.size;
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queue.url,
        MaxNumberOfMessages: MESSAGES_PER_RECEIVE,
        VisibilityTimeout: HIDDEN_SECONDS,
        WaitTimeSeconds: 1,
        MessageAttributeNames: [REASON_ATTRIBUTE],
        MessageSystemAttributeNames: ['SentTimestamp', 'MessageGroupId'],
      }),
    );
    for (const message of Messages.map((one) => heldMessage(one, queue, retentionSeconds))) {
      held.set(message.id, message);
      own.add(message.id);
    }
    found = own.size - before;
  } while (found > 0 && own.size < MAX_MESSAGES);
  return { queue: queue.name, count: total - own.size };
}

async function attributesOf(sqs: SQSClient, { url }: FailureQueue) {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'MessageRetentionPeriod',
      ],
    }),
  );
  const visible = Number(Attributes.ApproximateNumberOfMessages ?? 0);
  const hidden = Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0);
  return { total: visible + hidden, retentionSeconds: Number(Attributes.MessageRetentionPeriod) };
}

function heldMessage(message: Message, queue: FailureQueue, retentionSeconds: number): HeldMessage {
  const { MessageId: id = '', ReceiptHandle: receiptHandle = '', Body: body = '', Attributes = {} } = message;
  const sentAt = Number(Attributes.SentTimestamp);
  return {
    queue,
    id,
    receiptHandle,
    body,
    reason: message.MessageAttributes?.[REASON_ATTRIBUTE]?.StringValue,
    group: Attributes.MessageGroupId,
    sentAt: new Date(sentAt),
    expiresAt: new Date(sentAt + retentionSeconds * 1000),
  };
}

async function show(sqs: SQSClient, queue: FailureQueue, messages: readonly HeldMessage[]): Promise<void> {
  const own = messages.filter((message) => message.queue === queue);
  for (let start = 0; start < own.length; start += MESSAGES_PER_RECEIVE) {
    const Entries = own.slice(start, start + MESSAGES_PER_RECEIVE).map(({ receiptHandle: ReceiptHandle }, index) => ({
      Id: `${index}`,
      ReceiptHandle,
      VisibilityTimeout: SHOWN_AFTER_SECONDS,
    }));
    const change = new ChangeMessageVisibilityBatchCommand({ QueueUrl: queue.url, Entries });
    const { Failed = [] } = await sqs.send(change);
    if (Failed.length > 0) writeNote(`${Failed.length} messages of ${queue.name} stay hidden for up to a minute.`);
  }
}
