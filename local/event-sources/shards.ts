/** The shards of a table's stream, and the pages of records in them. */
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
    return { records: page.Records ?? [], next: page.NextShardIterator };
  } catch (error) {
    if (error instanceof TrimmedDataAccessException) return 'trimmed';
    throw error;
  }
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
