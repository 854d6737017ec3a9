/**
 * Reads one table's stream for one function: every shard in order, parents before their children, from the checkpoint
 * on. Only stream-batch.ts gives records up.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shard } from '@aws-sdk/client-dynamodb-streams';
import { messageOf } from '../template/problem.ts';
import { type Deliveries, eventOf, plainDeliveries, withinEventLimit } from './deliveries.ts';
import type { StreamMapping } from './mapping.ts';
import type { PollTimer } from './poll-timer.ts';
import { streamRecord } from './records.ts';
import type { Checkpoint } from './shards.ts';
import { describeShards, getRecords, PAGE, type Stream, shardIterator } from './shards.ts';
import { type BatchContext, type GivenUp, processBatch } from './stream-batch.ts';

export interface StreamReaderOptions {
  readonly mapping: StreamMapping;
  readonly stream: Stream;
  readonly checkpoint: Checkpoint;
  readonly deliveries: Deliveries;
  readonly pollTimer: PollTimer;
  readonly signal: AbortSignal;
  readonly giveUp: (part: GivenUp, shardId: string) => Promise<void>;
  readonly onError: (message: string) => void;
}

/** How often new shards are looked for; they appear every four hours. */
const RESHARD_MS = 10_000;
const AFTER_ERROR_MS = 1_000;

/** Runs until the signal is aborted. Errors of the database are reported and retried. */
export async function readStream(options: StreamReaderOptions): Promise<void> {
  const { signal, checkpoint, pollTimer, stream } = options;
  const running = new Map<string, Promise<void>>();
  while (!signal.aborted) {
    await untilSuccess(options, async () => {
      const shards = await describeShards(stream);
      checkpoint.retain(new Set(shards.keys()));
      for (const [shardId, shard] of shards) {
        if (running.has(shardId) || isDone(shardId, checkpoint) || !parentIsDone(shard, shards, checkpoint)) continue;
        const reading = untilSuccess(options, () => readShard(shardId, options));
        running.set(shardId, reading);
        void reading.then(() => running.delete(shardId));
      }
    });
    await pollTimer.sleep(RESHARD_MS, AbortSignal.any([signal, endOfAny(running.values())]));
  }
  await Promise.all(running.values());
}

/** Repeats `run` until it succeeds: a database that is slow or restarts must not end a reader. */
async function untilSuccess(
  { signal, onError, pollTimer, mapping }: StreamReaderOptions,
  run: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted) return;
      onError(`reading the stream of ${mapping.table}: ${messageOf(error)}`);
      await pollTimer.sleep(AFTER_ERROR_MS, signal);
    }
  }
}

function endOfAny(readings: Iterable<Promise<void>>): AbortSignal {
  const controller = new AbortController();
  for (const reading of readings) void reading.then(() => controller.abort());
  return controller.signal;
}

const isDone = (shardId: string, checkpoint: Checkpoint): boolean => checkpoint.position(shardId)?.done === true;

function parentIsDone(
  { ParentShardId: parent }: Shard,
  shards: ReadonlyMap<string, Shard>,
  checkpoint: Checkpoint,
): boolean {
  return parent === undefined || !shards.has(parent) || isDone(parent, checkpoint);
}

/** Reads a shard to its end, or until the signal is aborted. */
async function readShard(shardId: string, options: StreamReaderOptions): Promise<void> {
  const { checkpoint, mapping, signal, stream, pollTimer } = options;
  const context = batchContext(shardId, options);
  const iteratorAtCheckpoint = () => shardIterator(stream, shardId, checkpoint.position(shardId)?.after);
  let iterator = await iteratorAtCheckpoint();
  while (iterator !== undefined && !signal.aborted) {
    const page = await getRecords(stream, iterator);
    if (page === 'trimmed') {
      await pollTimer.nextPoll(signal);
      iterator = await iteratorAtCheckpoint();
      continue;
    }
    const records = page.records.map((record) => streamRecord(record, mapping.eventSourceArn));
    const wanted = records.filter(({ json }) => mapping.filter(json));
    const batches = options.deliveries.batches(mapping, wanted);
    for (const batch of batches.flatMap((records) => withinEventLimit(records, ({ json }) => json))) {
      await processBatch(batch, context);
      if (signal.aborted) return;
    }
    const last = records.at(-1);
    if (last !== undefined) checkpoint.save(shardId, { after: last.sequenceNumber });
    iterator = page.next;
    if (records.length < PAGE && iterator !== undefined) await pollTimer.nextPoll(signal);
  }
  if (!signal.aborted) checkpoint.save(shardId, { ...checkpoint.position(shardId), done: true });
}

function batchContext(shardId: string, options: StreamReaderOptions): BatchContext {
  const { mapping, checkpoint, deliveries, signal, pollTimer, onError } = options;
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
      if (deliveries === plainDeliveries) checkpoint.save(shardId, { after });
    },
    attemptFailed: (records, attempt, reason) =>
      onError(`${title} failed a batch of ${records.length} (attempt ${attempt}): ${reason}`),
    wait: (milliseconds) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
  };
}
