/** The records of a table's stream, and how far they have been read. */
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

/** The stream of a table. */
export async function findStream(client: DynamoDBStreamsClient, table: string): Promise<Stream> {
  const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: table }));
  const arn = Streams.at(-1)?.StreamArn;
  if (arn === undefined) throw new Error(`the table ${table} has no stream`);
  return { client, arn };
}

/** Consecutive records of one shard. */
export interface StreamPage {
  readonly shardId: string;
  readonly records: readonly _Record[];
  /** The sequence number of the last one. */
  readonly last: string;
}

interface Position {
  /** Absent at the end of a closed shard. */
  iterator: string | undefined;
  /** The last sequence number that was read. */
  after: string | undefined;
}

/** The most records of a page. */
const PAGE = 1_000;
/** How often new shards are looked for; they appear every four hours. */
const RESHARD_MS = 10_000;

/**
 * Reads a stream from a checkpoint on: every shard, parents before their children, so that records of one item are in
 * order. Whoever has processed a page saves the checkpoint.
 */
export class StreamTail {
  readonly checkpoint: Checkpoint;
  readonly #stream: Stream;
  readonly #positions = new Map<string, Position>();
  #shardsReadAt = Number.NEGATIVE_INFINITY;

  constructor(stream: Stream, checkpoint = new Checkpoint(stream.arn)) {
    this.#stream = stream;
    this.checkpoint = checkpoint;
  }

  /** What has been read of each shard that was found. */
  get positions(): ReadonlyMap<string, Readonly<Position>> {
    return this.#positions;
  }

  /** The records that there are now, and were not read before. After an error, the next ones are those of the checkpoint. */
  async *pages(): AsyncGenerator<StreamPage> {
    let isComplete = false;
    try {
      if (performance.now() - this.#shardsReadAt > RESHARD_MS) await this.#findShards();
      // Shards that are found meanwhile come last.
      for (const [shardId, position] of this.#positions) yield* this.#pagesOf(shardId, position);
      isComplete = true;
    } finally {
      if (!isComplete) {
        this.#positions.clear();
        this.#shardsReadAt = Number.NEGATIVE_INFINITY;
      }
    }
  }

  async *#pagesOf(shardId: string, position: Position): AsyncGenerator<StreamPage> {
    for (let isFull = true; isFull && position.iterator !== undefined; ) {
      const page = await getRecords(this.#stream, position.iterator);
      if (page === 'trimmed') {
        position.iterator = await shardIterator(this.#stream, shardId, position.after);
        return;
      }
      const { records, next } = page;
      position.iterator = next;
      position.after = records.at(-1)?.dynamodb?.SequenceNumber ?? position.after;
      if (records.length > 0) yield { shardId, records, last: position.after ?? '' };
      if (next === undefined) await this.#findShards();
      isFull = records.length === PAGE;
    }
  }

  async #findShards(): Promise<void> {
    const shards = await describeShards(this.#stream);
    this.checkpoint.retain(shards);
    const isRead = (shardId: string): boolean => {
      const position = this.#positions.get(shardId);
      return position === undefined ? !shards.has(shardId) : position.iterator === undefined;
    };
    for (const [shardId, { ParentShardId: parent }] of shards) {
      if (this.#positions.has(shardId) || (parent !== undefined && !isRead(parent))) continue;
      const after = this.checkpoint.position(shardId);
      this.#positions.set(shardId, { iterator: await shardIterator(this.#stream, shardId, after), after });
    }
    this.#shardsReadAt = performance.now();
  }
}

/** Every shard of the stream, by its id. */
async function describeShards({ client, arn }: Stream): Promise<ReadonlyMap<string, Shard>> {
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

/**
 * A page of records, and the iterator behind it. `trimmed` if the iterator points before the oldest record: after a
 * day's absence, and in DynamoDB Local also when the first record arrives after an iterator that was created while the
 * shard was empty.
 */
async function getRecords({ client }: Stream, iterator: string) {
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
async function shardIterator(
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

const CheckpointFile = v.object({
  streamArn: v.string(),
  /** By shard: the last sequence number that was processed; absent at the shard's beginning. */
  shards: v.record(v.string(), v.object({ after: v.optional(v.string()) })),
});

/**
 * How far a mapping has read each shard of its stream. The file is written after each batch, so that a local cloud that
 * was killed resumes with the first unfinished batch: records are processed at least once, as in Lambda.
 */
export class Checkpoint {
  readonly #file: string | undefined;
  readonly #streamArn: string;
  readonly #shards: Map<string, string | undefined>;

  /** Without a file, positions are in memory only. Those of another stream (of a table created again) are dropped. */
  constructor(streamArn: string, file?: string) {
    this.#file = file;
    this.#streamArn = streamArn;
    const saved = file === undefined ? undefined : readJsonFile(file, CheckpointFile);
    const shards = saved?.streamArn === streamArn ? saved.shards : {};
    this.#shards = new Map(Object.entries(shards).map(([shardId, { after }]) => [shardId, after]));
  }

  /** The last sequence number that was processed. */
  position(shardId: string): string | undefined {
    return this.#shards.get(shardId);
  }

  save(shardId: string, after: string | undefined): void {
    this.#shards.set(shardId, after);
    this.#write();
  }

  /** Drops every other shard: DynamoDB deletes shards after 24 hours. */
  retain(shards: ReadonlyMap<string, unknown>): void {
    const gone = [...this.#shards.keys()].filter((shardId) => !shards.has(shardId));
    for (const shardId of gone) this.#shards.delete(shardId);
    if (gone.length > 0) this.#write();
  }

  #write(): void {
    if (this.#file === undefined) return;
    const shards = Object.fromEntries([...this.#shards].map(([shardId, after]) => [shardId, { after }]));
    writeJsonFile(this.#file, { streamArn: this.#streamArn, shards });
  }
}
