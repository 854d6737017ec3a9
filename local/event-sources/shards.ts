/** The shards of a table's stream, the pages of records in them, and how far a mapping has read each. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
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
import * as v from 'valibot';
import { readJsonFile, writeJsonFile } from '../data-folder/data-folder.ts';

/** A stream in DynamoDB Local. */
export interface Stream {
  readonly client: DynamoDBStreamsClient;
  readonly arn: string;
}

/** The most records of a page. */
export const PAGE = 1_000;

/** The stream of a table. */
export async function findStream(client: DynamoDBStreamsClient, table: string): Promise<Stream> {
  const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: table }));
  const arn = Streams.at(-1)?.StreamArn;
  if (arn === undefined) throw new Error(`the table ${table} has no stream`);
  return { client, arn };
}

/** Every shard of the stream, by its id. */
export async function describeShards({ client, arn }: Stream): Promise<ReadonlyMap<string, Shard>> {
  const shards = new Map<string, Shard>();
  let ExclusiveStartShardId: string | undefined;
  do {
    const { StreamDescription } = await client.send(
      new DescribeStreamCommand({ StreamArn: arn, ExclusiveStartShardId }),
    );
    for (const shard of StreamDescription?.Shards ?? []) {
      if (shard.ShardId !== undefined) shards.set(shard.ShardId, shard);
    }
    ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId;
  } while (ExclusiveStartShardId !== undefined);
  return shards;
}

export interface Page {
  readonly records: readonly _Record[];
  /** Absent at the end of a closed shard. */
  readonly next: string | undefined;
}

/**
 * A page of records. `trimmed` if the iterator points before the oldest record: after a day's absence, and in DynamoDB
 * Local also when the first record arrives after an iterator that was created while the shard was empty.
 */
export async function getRecords({ client }: Stream, iterator: string): Promise<Page | 'trimmed'> {
  try {
    const page = await client.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: PAGE }));
    return { records: (page.Records ?? []).map(asInAws), next: page.NextShardIterator };
  } catch (error) {
    if (error instanceof TrimmedDataAccessException) return 'trimmed';
    throw error;
  }
}

/** DynamoDB Local's streams show an empty map as `{}`, AWS's as `{"M":{}}`. */
function asInAws(record: _Record): _Record {
  const image = record.dynamodb?.NewImage;
  return image === undefined ? record : { ...record, dynamodb: { ...record.dynamodb, NewImage: mapInAws(image) } };
}

const mapInAws = (map: Record<string, AttributeValue>): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, valueInAws(value)]));

function valueInAws(value: AttributeValue): AttributeValue {
  if (value.L !== undefined) return { L: value.L.map(valueInAws) };
  return value.M !== undefined || Object.keys(value).length === 0 ? { M: mapInAws(value.M ?? {}) } : value;
}

/** An iterator behind the sequence number `after`, or at the oldest record if there is no such number. */
export async function shardIterator(
  { client, arn }: Stream,
  shardId: string,
  after: string | undefined,
): Promise<string | undefined> {
  const shard = { StreamArn: arn, ShardId: shardId };
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

const ShardPosition = v.object({
  /** The last sequence number that was processed; absent at the shard's beginning. */
  after: v.optional(v.string()),
  /** The shard is closed and read to its end. */
  done: v.optional(v.boolean()),
});
export type ShardPosition = v.InferOutput<typeof ShardPosition>;

const CheckpointFile = v.object({ streamArn: v.string(), shards: v.record(v.string(), ShardPosition) });

/**
 * How far a mapping has read each shard of its stream. The file is written after each batch, so that a local cloud that
 * was killed resumes with the first unfinished batch: records are processed at least once, as in Lambda.
 */
export class Checkpoint {
  readonly #file: string | undefined;
  readonly #streamArn: string;
  #shards: Record<string, ShardPosition>;

  /** Without a file, positions are in memory only. Those of another stream (of a table created again) are dropped. */
  constructor(streamArn: string, file?: string) {
    this.#file = file;
    this.#streamArn = streamArn;
    const saved = file === undefined ? undefined : readJsonFile(file, CheckpointFile);
    this.#shards = saved?.streamArn === streamArn ? saved.shards : {};
  }

  position(shardId: string): ShardPosition | undefined {
    return Object.hasOwn(this.#shards, shardId) ? this.#shards[shardId] : undefined;
  }

  save(shardId: string, position: ShardPosition): void {
    this.#shards[shardId] = position;
    this.#write();
  }

  /** Drops every other shard: DynamoDB deletes shards after 24 hours. */
  retain(shardIds: ReadonlySet<string>): void {
    const kept = Object.entries(this.#shards).filter(([shardId]) => shardIds.has(shardId));
    if (kept.length === Object.keys(this.#shards).length) return;
    this.#shards = Object.fromEntries(kept);
    this.#write();
  }

  #write(): void {
    if (this.#file !== undefined) writeJsonFile(this.#file, { streamArn: this.#streamArn, shards: this.#shards });
  }
}
