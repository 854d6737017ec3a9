/**
 * Reads one queue for one function, with as many batches at a time as the mapping allows.
 *
 * Messages of a batch that succeeded are deleted. The others stay as they are and come back after the queue's visibility
 * timeout, and end in its dead-letter queue by its redrive policy, as in AWS.
 */
import {
  DeleteMessageBatchCommand,
  type DeleteMessageBatchRequestEntry,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { messageOf } from '../template/problem.ts';
import { readBatchAnswer } from './batch-answer.ts';
import type { QueueMapping } from './mapping.ts';
import { filterable, queueRecord } from './queue-records.ts';
import type { Wake } from './wake.ts';

export interface QueueReaderOptions {
  readonly mapping: QueueMapping;
  readonly client: SQSClient;
  readonly queueUrl: string;
  readonly wake: Wake;
  readonly signal: AbortSignal;
  readonly onTrouble: (message: string) => void;
}

const LONG_POLL_SECONDS = 20;
/** SQS hands out at most ten messages at a time. */
const PAGE = 10;
const AFTER_ERROR_MS = 1_000;

/** Runs until the signal fires. */
export async function readQueue(options: QueueReaderOptions): Promise<void> {
  await Promise.all(Array.from({ length: options.mapping.concurrency }, () => readBatches(options)));
}

async function readBatches(options: QueueReaderOptions): Promise<void> {
  const { signal, wake, onTrouble, mapping } = options;
  while (!signal.aborted) {
    try {
      const messages = await receiveBatch(options);
      if (messages.length > 0) await handOver(messages, options);
    } catch (error) {
      if (signal.aborted) return;
      onTrouble(`reading the queue ${mapping.queue}: ${messageOf(error)}`);
      await wake.sleep(AFTER_ERROR_MS, signal);
    }
  }
}

/** Waits for messages, then gathers a batch until it is full or the mapping's window is over. */
async function receiveBatch(options: QueueReaderOptions): Promise<readonly Message[]> {
  const { mapping, signal } = options;
  const batch = [...(await receive(options, Math.min(PAGE, mapping.batchSize), LONG_POLL_SECONDS))];
  const until = Date.now() + mapping.windowMs;
  while (batch.length > 0 && batch.length < mapping.batchSize && !signal.aborted) {
    const seconds = Math.floor((until - Date.now()) / 1_000);
    if (seconds < 1) break;
    const missing = Math.min(PAGE, mapping.batchSize - batch.length);
    batch.push(...(await receive(options, missing, Math.min(LONG_POLL_SECONDS, seconds))));
  }
  return batch;
}

async function receive(
  { client, queueUrl, signal }: QueueReaderOptions,
  most: number,
  waitSeconds: number,
): Promise<readonly Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: most,
    WaitTimeSeconds: waitSeconds,
    MessageAttributeNames: ['All'],
    MessageSystemAttributeNames: ['All'],
  });
  const { Messages = [] } = await client.send(command, { abortSignal: signal });
  return Messages;
}

async function handOver(messages: readonly Message[], options: QueueReaderOptions): Promise<void> {
  const { mapping, wake, onTrouble } = options;
  const records = messages.map((message) => queueRecord(message, mapping.eventSourceArn));
  const wanted = messages.filter((_, index) => {
    const record = records[index];
    return record !== undefined && (!mapping.filtersAnything || mapping.filter(filterable(record)));
  });
  const unwanted = messages.filter((message) => !wanted.includes(message));
  if (unwanted.length > 0) await remove(unwanted, options);
  if (wanted.length === 0) return;
  const event = { Records: records.filter((_, index) => wanted.includes(messages[index] ?? {})) };
  const outcome = await mapping.pool.invoke(JSON.stringify(event));
  wake.call();
  const identifiers = new Set(wanted.map(({ MessageId }) => MessageId ?? ''));
  const answer = readBatchAnswer(outcome, mapping.reportsFailures, identifiers);
  if (answer.kind === 'failed') {
    onTrouble(`${mapping.pool.definition.title} failed a batch of ${wanted.length} messages: ${answer.reason}`);
    return;
  }
  const failed: ReadonlySet<string> = answer.kind === 'partial' ? answer.failed : new Set();
  await remove(
    wanted.filter(({ MessageId }) => !failed.has(MessageId ?? '')),
    options,
  );
}

async function remove(messages: readonly Message[], { client, queueUrl }: QueueReaderOptions): Promise<void> {
  for (let start = 0; start < messages.length; start += PAGE) {
    const Entries = messages
      .slice(start, start + PAGE)
      .map(({ ReceiptHandle }, index): DeleteMessageBatchRequestEntry => ({ Id: String(index), ReceiptHandle }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  }
}
