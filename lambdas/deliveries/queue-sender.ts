/** Sends messages to a queue: that of a lane, or of mails. */
import { setTimeout } from 'node:timers/promises';
import {
  type SendMessageBatchRequestEntry as Entry,
  SendMessageBatchCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { REASON_ATTRIBUTE } from '../../contract/redrive.ts';
import { sqsClient } from '../shared/clients.ts';
import { TemporaryError } from '../shared/errors.ts';
import { loggedError } from '../shared/logged-error.ts';
import { messageText, type Queued, type QueuedMessage } from './messages.ts';

const MESSAGES_PER_BATCH = 10;
/** Bytes of one batch; SQS takes 1 MiB, attributes included. */
const BYTES_PER_BATCH = 1_000_000;
/** Bounds the memory that texts take, whatever the number of messages. */
const BATCHES_AT_A_TIME = 16;
/** How often a message is sent that SQS refuses while it accepts others. */
const ROUNDS = 3;
const PAUSE_MS = 50;

/** SQS did not accept a message. */
export class QueueUnavailableError extends TemporaryError {}

/** Sends messages and returns those that SQS did not accept, not even when they were sent again. Never rejects. */
export type SendMessages = (messages: readonly QueuedMessage[]) => Promise<ReadonlySet<QueuedMessage>>;

/** A sender to one queue, in batches. */
export function queueSender(QueueUrl: string, sqs: SQSClient = sqsClient()) {
  return async <T extends Queued>(messages: readonly T[]): Promise<ReadonlySet<T>> => {
    const batches = batchesOf(messages);
    const refused = new Set<string | undefined>();
    const sendBatches = async (): Promise<void> => {
      for (const batch of batches) for (const { Id } of await sendBatch(batch)) refused.add(Id);
    };
    await Promise.all(Array.from({ length: BATCHES_AT_A_TIME }, sendBatches));
    return new Set(messages.filter((_, index) => refused.has(`${index}`)));
  };

  /** Sends a batch, and what SQS refuses of it once or twice more. Returns what was never accepted. */
  async function sendBatch(batch: readonly Entry[]): Promise<readonly Entry[]> {
    let rest = batch;
    for (let round = 0; rest.length > 0 && round < ROUNDS; round++) {
      if (round > 0) await setTimeout(PAUSE_MS * round);
      try {
        rest = await refusedOf(rest);
      } catch (error) {
        // The client has repeated the request already.
        console.error({ message: 'A batch could not be sent to SQS.', error: loggedError(error) });
        break;
      }
    }
    return rest;
  }

  /** Sends a batch. Returns the entries that SQS refused. */
  async function refusedOf(batch: readonly Entry[]): Promise<readonly Entry[]> {
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries: [...batch] }));
    for (const { Code, Message } of Failed)
      console.error({ message: 'SQS refused a message.', code: Code, reason: Message });
    const refused = new Set(Failed.map(({ Id }) => Id));
    return batch.filter(({ Id }) => refused.has(Id));
  }
}

/** Sends messages. Throws QueueUnavailableError where SQS did not accept one. */
export async function sendAllOrThrow(send: SendMessages, messages: readonly QueuedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const failed = await send(messages);
  if (failed.size > 0)
    throw new QueueUnavailableError(`SQS did not accept ${failed.size} of ${messages.length} messages.`);
}

/** Batches in the order of the messages. Texts are made when a batch is asked for. */
function* batchesOf(messages: readonly Queued[]): Generator<readonly Entry[]> {
  let batch: Entry[] = [];
  let bytes = 0;
  for (const [index, queued] of messages.entries()) {
    const next = queueEntryOf(queued, index);
    const nextBytes = Buffer.byteLength(next.MessageBody ?? '');
    if (batch.length === MESSAGES_PER_BATCH || (batch.length > 0 && bytes + nextBytes > BYTES_PER_BATCH)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(next);
    bytes += nextBytes;
  }
  if (batch.length > 0) yield batch;
}

const queueEntryOf = ({ message, delaySeconds, reason }: Queued, index: number): Entry => ({
  Id: `${index}`,
  MessageBody: messageText(message),
  MessageGroupId: fairGroupOf(message),
  ...(delaySeconds !== undefined && { DelaySeconds: delaySeconds }),
  ...(reason !== undefined && { MessageAttributes: attributesOf(reason) }),
});

const attributesOf = (reason: string) => ({ [REASON_ATTRIBUTE]: { DataType: 'String', StringValue: reason } });

/**
 * The group by which SQS is fair: while one has a large share of the messages in flight, those of the others come first
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html). It is the
 * network, since the windows of receivers protect them from each other. What is sent again on request is a group of its
 * own.
 */
function fairGroupOf(message: Queued['message']): string {
  const kind = 'kind' in message ? message.kind : undefined;
  const isAgain = kind === 'recover' || ('generation' in message && message.generation > 0);
  return isAgain ? `${message.networkId}.again` : message.networkId;
}
