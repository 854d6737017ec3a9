/**
 * A second copy of every table, behind by a set time: what eventually consistent reads see (read-lag.ts).
 *
 * It follows the tables' streams, so it has every write, also those of other programs. It is made anew at each start.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BatchWriteItemCommand,
  DeleteTableCommand,
  type DynamoDBClient,
  ListTablesCommand,
  paginateScan,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { type _Record, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { type LocalCredentials, localClientSettings } from '../aws-clients.ts';
import { createReplicaTable, enableStream, type TableResource } from '../dynamodb/tables.ts';
import { describeShards, findStream, getRecords, PAGE, type Stream, shardIterator } from '../event-sources/shards.ts';
import { messageOf } from '../template/problem.ts';
import { replicaOf } from './read-lag.ts';

export interface ReplicaOptions {
  readonly client: DynamoDBClient;
  /** DynamoDB's endpoint. */
  readonly endpoint: string;
  readonly credentials: LocalCredentials;
  readonly tables: readonly TableResource[];
  /** Milliseconds. */
  readonly lagMs: number;
  readonly onError: (message: string) => void;
}

export interface Replica {
  stop(): Promise<void>;
}

/** Between two polls of a stream: by so much, reads can be behind more than the lag. */
const POLL_MS = 100;

/** Creates the replica of each table, and follows the table from then on. The tables must exist. */
export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const { client, tables, endpoint, credentials } = options;
  const streams = new DynamoDBStreamsClient(localClientSettings(endpoint, credentials));
  const { TableNames: existing = [] } = await client.send(new ListTablesCommand({}));
  const tails = await Promise.all(
    tables.map(async (table) => {
      const replica = replicaOf(table.name);
      if (existing.includes(replica)) await client.send(new DeleteTableCommand({ TableName: replica }));
      await createReplicaTable(client, table, replica);
      await enableStream(client, table.name);
      const tail = new StreamTail(await findStream(streams, table.name));
      await tail.next();
      await copyTable(client, table.name, replica);
      return { tail, replica };
    }),
  );
  const stopping = new AbortController();
  const followers = tails.map(({ tail, replica }) => follow(tail, replica, options, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(followers);
      streams.destroy();
    },
  };
}

async function follow(
  tail: StreamTail,
  replica: string,
  { client, lagMs, onError }: ReplicaOptions,
  signal: AbortSignal,
): Promise<void> {
  const pause = (milliseconds: number): Promise<void> => sleep(milliseconds, undefined, { signal }).catch(() => {});
  const report = (error: unknown): void => {
    if (!signal.aborted) onError(`${replica}: ${messageOf(error)}`);
  };
  let applied = Promise.resolve();
  while (!signal.aborted) {
    const records = await tail.next().catch(report);
    if (records !== undefined && records.length > 0) {
      const dueAt = performance.now() + lagMs;
      applied = applied
        .then(() => pause(Math.max(0, dueAt - performance.now())))
        .then(() => (signal.aborted ? undefined : applyRecords(client, replica, records)))
        .catch(report);
    }
    await pause(POLL_MS);
  }
  await applied;
}

/** DynamoDB's limit. */
const WRITES_PER_BATCH = 25;

/** Copies every item of `table` to `replica`. */
export async function copyTable(client: DynamoDBClient, table: string, replica: string): Promise<void> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
    await write(
      client,
      replica,
      Items.map((Item) => ({ PutRequest: { Item } })),
    );
  }
}

/** Applies stream records, in their order: of each item, only the last one counts. */
export async function applyRecords(
  client: DynamoDBClient,
  replica: string,
  records: readonly _Record[],
): Promise<void> {
  const lastOfItems = new Map(records.map((record) => [JSON.stringify(record.dynamodb?.Keys), record]));
  await write(
    client,
    replica,
    [...lastOfItems.values()].map(({ dynamodb: { Keys, NewImage } = {} }) =>
      NewImage === undefined ? { DeleteRequest: { Key: Keys } } : { PutRequest: { Item: NewImage } },
    ),
  );
}

/** DynamoDB Local does every item of a batch. */
async function write(client: DynamoDBClient, table: string, requests: readonly WriteRequest[]): Promise<void> {
  for (let start = 0; start < requests.length; start += WRITES_PER_BATCH) {
    const batch = requests.slice(start, start + WRITES_PER_BATCH);
    await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: batch } }));
  }
}

interface Position {
  /** Absent at the end of a closed shard. */
  iterator: string | undefined;
  /** The last sequence number that was read. */
  after: string | undefined;
}

/** How often new shards are looked for; they appear every four hours. */
const RESHARD_MS = 10_000;

/** The records of one stream from call to call, over all of its shards. */
class StreamTail {
  readonly #stream: Stream;
  readonly #positions = new Map<string, Position>();
  #shardsReadAt = Number.NEGATIVE_INFINITY;

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  /** Every record since the last call; at first, since the oldest. Records of one item are in order. */
  async next(): Promise<readonly _Record[]> {
    await this.#findShards();
    const records: _Record[] = [];
    for (const [shardId, position] of this.#positions) await this.#read(shardId, position, records);
    return records;
  }

  async #findShards(): Promise<void> {
    if (performance.now() - this.#shardsReadAt < RESHARD_MS) return;
    for (const shardId of (await describeShards(this.#stream)).keys()) {
      if (this.#positions.has(shardId)) continue;
      this.#positions.set(shardId, {
        iterator: await shardIterator(this.#stream, shardId, undefined),
        after: undefined,
      });
    }
    this.#shardsReadAt = performance.now();
  }

  async #read(shardId: string, position: Position, records: _Record[]): Promise<void> {
    for (let full = true; full && position.iterator !== undefined; ) {
      const page = await getRecords(this.#stream, position.iterator);
      if (page === 'trimmed') {
        position.iterator = await shardIterator(this.#stream, shardId, position.after);
        return;
      }
      records.push(...page.records);
      position.iterator = page.next;
      position.after = page.records.at(-1)?.dynamodb?.SequenceNumber ?? position.after;
      full = page.records.length === PAGE;
    }
  }
}
