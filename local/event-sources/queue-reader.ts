/**
 * Reads one queue for one function, with as many batches at a time as the mapping allows.
 *
 * Messages that succeeded are deleted. As in AWS, the others become visible again after the queue's visibility timeout,
 * and its redrive policy moves them to the dead-letter queue.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type DeleteMessageBatchRequestEntry,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { messageOf } from '../template/problem.ts';
import { type Deliveries, eventOf, type QueueDelivery, readBatchResult, withinEventLimit } from './deliveries.ts';
import type { QueueMapping } from './mapping.ts';
import type { PollTimer } from './poll-timer.ts';
import { queueRecord } from './records.ts';

export interface QueueReaderOptions {
  readonly mapping: QueueMapping;
  readonly client: SQSClient;
  readonly queueUrl: string;
  /** Of the queue's dead-letter queue, if it has one. */
  readonly deadLetterUrl: string | undefined;
  readonly deliveries: Deliveries;
  readonly pollTimer: PollTimer;
  readonly signal: AbortSignal;
  readonly onError: (message: string) => void;
}

const LONG_POLL_SECONDS = 20;
const AFTER_ERROR_MS = 1_000;
/** How long a queue hides its messages. */
const HIDDEN_MS = 500;

/** Runs until the signal is aborted. */
export async function readQueue(options: QueueReaderOptions): Promise<void> {
  await Promise.all(Array.from({ length: options.mapping.concurrency }, () => readBatches(options)));
}

async function readBatches(options: QueueReaderOptions): Promise<void> {
  const { signal, pollTimer, onError, mapping } = options;
  while (!signal.aborted) {
    try {
      if (options.deliveries.hides(mapping)) await sleep(HIDDEN_MS, undefined, { signal });
      const messages = await receive(options);
      const { deliveries, stopped } = options.deliveries.received(mapping, messages);
      await Promise.all(deliveries.map((delivery) => processDelivery(delivery, options)));
      await stopLoops(stopped, options);
    } catch (error) {
      if (signal.aborted) return;
      onError(`reading the queue ${mapping.queue}: ${messageOf(error)}`);
      await pollTimer.sleep(AFTER_ERROR_MS, signal);
    }
  }
}

async function receive({ client, mapping, queueUrl, signal }: QueueReaderOptions): Promise<readonly Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: mapping.batchSize,
    WaitTimeSeconds: LONG_POLL_SECONDS,
    MessageAttributeNames: ['All'],
    MessageSystemAttributeNames: ['All'],
  });
  const { Messages = [] } = await client.send(command, { abortSignal: signal });
  return Messages;
}

async function processDelivery({ messages, trace }: QueueDelivery, options: QueueReaderOptions): Promise<void> {
  const recordOf = (message: Message) => queueRecord(message, options.mapping.eventSourceArn);
  for (const batch of withinEventLimit(messages, recordOf)) await processBatch(batch, trace, options);
}

async function processBatch(
  messages: readonly Message[],
  trace: string | undefined,
  options: QueueReaderOptions,
): Promise<void> {
  const { mapping, pollTimer, onError } = options;
  const records = messages.map((message) => queueRecord(message, mapping.eventSourceArn));
  const outcome = await mapping.pool.invoke(eventOf(records), trace);
  pollTimer.wake();
  const result = readBatchResult(outcome, new Set(messages.map(({ MessageId }) => MessageId ?? '')));
  if (result.kind === 'failed') {
    onError(`${mapping.pool.definition.title} failed a batch of ${messages.length} messages: ${result.reason}`);
    return;
  }
  const failed: ReadonlySet<string> = result.kind === 'partial' ? result.failed : new Set();
  await remove(
    messages.filter(({ MessageId }) => !failed.has(MessageId ?? '')),
    options,
  );
}

async function stopLoops(messages: readonly Message[], options: QueueReaderOptions): Promise<void> {
  if (messages.length === 0) return;
  const { client, deadLetterUrl, mapping, onError } = options;
  onError(`${mapping.pool.definition.title} runs in a loop: ${messages.length} messages were stopped`);
  for (const { Body: MessageBody, MessageAttributes } of messages) {
    if (deadLetterUrl === undefined) break;
    await client.send(new SendMessageCommand({ QueueUrl: deadLetterUrl, MessageBody, MessageAttributes }));
  }
  await remove(messages, options);
}

async function remove(messages: readonly Message[], { client, queueUrl }: QueueReaderOptions): Promise<void> {
  if (messages.length === 0) return;
  const Entries = messages.map(
    ({ ReceiptHandle }, index): DeleteMessageBatchRequestEntry => ({ Id: String(index), ReceiptHandle }),
  );
  await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
}
