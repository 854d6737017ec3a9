/**
 * Reads one table's stream for one function: every shard in order, parents before their children, from the checkpoint
 * on. It never gives a record up by itself; see stream-batch.ts for what may.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type _Record,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type Shard,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import { messageOf } from '../template/problem.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { StreamMapping } from './mapping.ts';
import type { BatchContext, GivenUp } from './stream-batch.ts';
import { processBatch } from './stream-batch.ts';
import { type StreamRecord, streamRecord } from './stream-records.ts';
import type { Wake } from './wake.ts';

export interface StreamReaderOptions {
  readonly mapping: StreamMapping;
  readonly client: DynamoDBStreamsClient;
  /** The stream's own ARN in DynamoDB Local. */
  readonly streamArn: string;
  readonly checkpoint: Checkpoint;
  readonly wake: Wake;
  readonly signal: AbortSignal;
  readonly giveUp: (part: GivenUp, shardId: string) => Promise<void>;
  readonly onTrouble: (message: string) => void;
}

const PAGE = 1_000;
/** New shards appear every four hours; a look now and then is enough. */
const RESHARD_MS = 10_000;
const AFTER_ERROR_MS = 1_000;

/** The ARN of a table's stream. */
export async function findStream(client: DynamoDBStreamsClient, table: string): Promise<string> {
  const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: table }));
  const arn = Streams.at(-1)?.StreamArn;
  if (arn === undefined) throw new Error(`the table ${table} has no stream`);
  return arn;
}

/** Runs until the signal fires. Errors of the database are reported and retried. */
export async function readStream(options: StreamReaderOptions): Promise<void> {
  const { signal, checkpoint, wake, mapping } = options;
  const running = new Map<string, Promise<void>>();
  if (!checkpoint.resumed) await persist(options, () => beginAt(mapping.startingPosition, options));
  while (!signal.aborted) {
    await persist(options, async () => {
      const shards = await describeShards(options);
      checkpoint.retain(new Set(shards.keys()));
      for (const [shardId, shard] of shards) {
        if (
          running.has(shardId) ||
          checkpoint.position(shardId)?.done === true ||
          !parentIsDone(shard, shards, checkpoint)
        ) {
          continue;
        }
        const reading = persist(options, () => readShard(shardId, options));
        running.set(shardId, reading);
        void reading.then(() => running.delete(shardId));
      }
    });
    await wake.sleep(RESHARD_MS, AbortSignal.any([signal, closing(running)]));
  }
  await Promise.all(running.values());
}

/** Repeats `run` until it succeeds: a database that is slow or restarts must not end a reader. */
async function persist(
  { signal, onTrouble, wake, mapping }: StreamReaderOptions,
  run: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted) return;
      onTrouble(`reading the stream of ${mapping.table}: ${messageOf(error)}`);
      await wake.sleep(AFTER_ERROR_MS, signal);
    }
  }
}

function closing(running: ReadonlyMap<string, Promise<void>>): AbortSignal {
  const controller = new AbortController();
  for (const reading of running.values()) void reading.then(() => controller.abort());
  return controller.signal;
}

async function describeShards({ client, streamArn }: StreamReaderOptions): Promise<ReadonlyMap<string, Shard>> {
  const shards = new Map<string, Shard>();
  let ExclusiveStartShardId: string | undefined;
  do {
    const command = new DescribeStreamCommand({
      StreamArn: streamArn,
      ...(ExclusiveStartShardId === undefined ? {} : { ExclusiveStartShardId }),
    });
    const { StreamDescription } = await client.send(command);
    for (const shard of StreamDescription?.Shards ?? [])
      if (shard.ShardId !== undefined) shards.set(shard.ShardId, shard);
    ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId;
  } while (ExclusiveStartShardId !== undefined);
  return shards;
}

function parentIsDone(shard: Shard, shards: ReadonlyMap<string, Shard>, checkpoint: Checkpoint): boolean {
  const parent = shard.ParentShardId;
  return parent === undefined || !shards.has(parent) || checkpoint.position(parent)?.done === true;
}

/** LATEST is settled once, when the mapping is made: a restart before the first record must not skip any. */
async function beginAt(position: StreamMapping['startingPosition'], options: StreamReaderOptions): Promise<void> {
  for (const [shardId, shard] of await describeShards(options)) {
    if (position === 'TRIM_HORIZON') {
      options.checkpoint.save(shardId, {});
      continue;
    }
    const last = await lastSequenceNumber(shardId, options);
    const closed = shard.SequenceNumberRange?.EndingSequenceNumber !== undefined;
    options.checkpoint.save(shardId, {
      ...(last === undefined ? {} : { after: last }),
      ...(closed ? { done: true } : {}),
    });
  }
}

async function lastSequenceNumber(shardId: string, options: StreamReaderOptions): Promise<string | undefined> {
  let iterator = await shardIterator(shardId, undefined, options);
  let last: string | undefined;
  while (iterator !== undefined && !options.signal.aborted) {
    const page = await getRecords(iterator, options);
    if (page === 'trimmed' || page.records.length === 0) break;
    last = page.records.at(-1)?.dynamodb?.SequenceNumber ?? last;
    iterator = page.next;
  }
  return last;
}

interface Page {
  readonly records: readonly _Record[];
  /** Absent at the end of a closed shard. */
  readonly next: string | undefined;
}

/**
 * A page, or `trimmed` where the iterator points before the oldest record: after a day's absence, and in DynamoDB Local
 * also when the first record arrives behind an iterator that was made while the shard was empty.
 */
async function getRecords(iterator: string, { client }: StreamReaderOptions): Promise<Page | 'trimmed'> {
  try {
    const page = await client.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: PAGE }));
    return { records: page.Records ?? [], next: page.NextShardIterator };
  } catch (error) {
    if (error instanceof TrimmedDataAccessException) return 'trimmed';
    throw error;
  }
}

async function shardIterator(
  shardId: string,
  after: string | undefined,
  { client, streamArn }: StreamReaderOptions,
): Promise<string | undefined> {
  const shard = { StreamArn: streamArn, ShardId: shardId };
  const fromOldest = new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'TRIM_HORIZON' });
  if (after === undefined) return (await client.send(fromOldest)).ShardIterator;
  const position = { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } as const;
  try {
    return (await client.send(new GetShardIteratorCommand({ ...shard, ...position }))).ShardIterator;
  } catch (error) {
    if (error instanceof TrimmedDataAccessException) return (await client.send(fromOldest)).ShardIterator;
    throw error;
  }
}

/** Reads a shard to its end, or until the signal fires. */
async function readShard(shardId: string, options: StreamReaderOptions): Promise<void> {
  const { checkpoint, mapping, signal, wake } = options;
  const context = batchContext(shardId, options);
  let iterator = await shardIterator(shardId, checkpoint.position(shardId)?.after, options);
  let pending: StreamRecord[] = [];
  let since = 0;
  while (iterator !== undefined && !signal.aborted) {
    const page = await getRecords(iterator, options);
    if (page === 'trimmed') {
      pending = [];
      await wake.next(signal);
      iterator = await shardIterator(shardId, checkpoint.position(shardId)?.after, options);
      continue;
    }
    const records = page.records.map((record) => streamRecord(record, mapping.eventSourceArn));
    const wanted = records.filter(({ json }) => mapping.filter(json));
    if (pending.length === 0 && wanted.length > 0) since = Date.now();
    pending.push(...wanted);
    const windowIsOver = Date.now() - since >= mapping.windowMs;
    while (pending.length >= mapping.batchSize || (pending.length > 0 && windowIsOver)) {
      await processBatch(pending.slice(0, mapping.batchSize), context);
      if (signal.aborted) return;
      pending = pending.slice(mapping.batchSize);
    }
    const last = records.at(-1);
    if (last !== undefined && pending.length === 0) checkpoint.save(shardId, { after: last.sequenceNumber });
    iterator = page.next;
    if (records.length < PAGE && iterator !== undefined) await wake.next(signal);
  }
  if (signal.aborted) return;
  if (pending.length > 0) await processBatch(pending, context);
  if (!signal.aborted) checkpoint.save(shardId, { ...checkpoint.position(shardId), done: true });
}

function batchContext(shardId: string, options: StreamReaderOptions): BatchContext {
  const { mapping, checkpoint, signal, wake, onTrouble } = options;
  const { title } = mapping.pool.definition;
  return {
    rules: mapping.rules,
    signal,
    async invoke(records) {
      const outcome = await mapping.pool.invoke(JSON.stringify({ Records: records.map(({ json }) => json) }));
      wake.call();
      return outcome;
    },
    async giveUp(part) {
      const fate = mapping.onFailure === undefined ? 'they are lost' : `noted in ${mapping.onFailure}`;
      onTrouble(
        `${title} gave up ${part.records.length} records after ${part.attempts} attempts, ${fate}: ${part.reason}`,
      );
      await options.giveUp(part, shardId);
    },
    checkpoint: (after) => checkpoint.save(shardId, { after }),
    trouble: (records, attempt, reason) =>
      onTrouble(`${title} failed a batch of ${records.length} (attempt ${attempt}): ${reason}`),
    wait: (milliseconds) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
  };
}
