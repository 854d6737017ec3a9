/** Reads one table's stream for one function, from the checkpoint on. Only stream-batch.ts gives records up. */
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../template/problem.ts';
import { type Deliveries, eventOf, plainDeliveries, withinEventLimit } from './deliveries.ts';
import type { StreamMapping } from './mapping.ts';
import type { PollTimer } from './poll-timer.ts';
import { streamRecord } from './records.ts';
import { type BatchContext, type GivenUp, processBatch } from './stream-batch.ts';
import type { StreamPage, StreamTail } from './stream-tail.ts';

export interface StreamReaderOptions {
  readonly mapping: StreamMapping;
  readonly tail: StreamTail;
  readonly deliveries: Deliveries;
  readonly pollTimer: PollTimer;
  readonly signal: AbortSignal;
  readonly giveUp: (part: GivenUp, shardId: string) => Promise<void>;
  readonly onError: (message: string) => void;
}

const AFTER_ERROR_MS = 1_000;

/** Runs until the signal is aborted. Errors of the database are reported and retried: one that restarts must not end it. */
export async function readStream(options: StreamReaderOptions): Promise<void> {
  const { mapping, tail, pollTimer, signal, onError } = options;
  while (!signal.aborted) {
    try {
      for await (const page of tail.pages()) {
        await processPage(page, options);
        if (signal.aborted) return;
      }
      await pollTimer.nextPoll(signal);
    } catch (error) {
      if (signal.aborted) return;
      onError(`reading the stream of ${mapping.table}: ${messageOf(error)}`);
      await pollTimer.sleep(AFTER_ERROR_MS, signal);
    }
  }
}

/** Returns early if the signal is aborted. */
async function processPage(page: StreamPage, options: StreamReaderOptions): Promise<void> {
  const { mapping, tail, deliveries, signal } = options;
  const context = batchContext(page.shardId, options);
  const records = page.records.map((record) => streamRecord(record, mapping.eventSourceArn));
  const wanted = records.filter(({ json }) => mapping.filter(json));
  const batches = deliveries.batches(mapping, wanted);
  for (const batch of batches.flatMap((records) => withinEventLimit(records, ({ json }) => json))) {
    await processBatch(batch, context);
    if (signal.aborted) return;
  }
  tail.checkpoint.save(page.shardId, page.last);
}

function batchContext(shardId: string, options: StreamReaderOptions): BatchContext {
  const { mapping, tail, deliveries, signal, pollTimer, onError } = options;
  const { title } = mapping.pool.definition;
  return {
    rules: mapping.rules,
    signal,
    async invoke(records) {
      const outcome = await mapping.pool.invoke(eventOf(records.map(({ json }) => json)));
      pollTimer.wake();
      return outcome;
    },
    async giveUp(part) {
      const { records, attempts, reason } = part;
      const count = `${records.length} records after ${attempts} attempts`;
      onError(`${title} gave up ${count}, reported to the queue ${mapping.onFailure}: ${reason}`);
      await options.giveUp(part, shardId);
    },
    // In another order, records before this one may be missing: only the whole page counts then.
    checkpoint: (after) => {
      if (deliveries === plainDeliveries) tail.checkpoint.save(shardId, after);
    },
    attemptFailed: (records, attempt, reason) =>
      onError(`${title} failed a batch of ${records.length} (attempt ${attempt}): ${reason}`),
    wait: (milliseconds) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
  };
}
