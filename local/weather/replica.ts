/**
 * A second copy of every table, behind by a set time: what eventually consistent reads see (read-lag.ts).
 *
 * It follows the tables' streams, so it has every write, also those of other programs. A start continues where the last
 * one stopped, as long as the streams still have what happened since; otherwise it copies the tables.
 */
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
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
import {
  Checkpoint,
  describeShards,
  findStream,
  getRecords,
  PAGE,
  type Stream,
  shardIterator,
} from '../event-sources/shards.ts';
import { messageOf } from '../template/problem.ts';
import { replicaOf } from './read-lag.ts';

export interface ReplicaOptions {
  readonly client: DynamoDBClient;
  /** DynamoDB's endpoint. */
  readonly endpoint: string;
  readonly credentials: LocalCredentials;
  readonly tables: readonly TableResource[];
  /** The folder of checkpoints; absent means in memory. */
  readonly checkpoints?: string;
  /** Milliseconds. */
  readonly lagMs: number;
  readonly onError: (message: string) => void;
}

/** Between two polls of a stream: by so much, reads can be behind more than the lag. */
const POLL_MS = 100;

/** A stream has its records for 24 hours. */
const CONTINUES_WITHIN_MS = 12 * 60 * 60_000;

/** Brings the replica of each table up to date, and follows the table from then on. The tables must exist. */
export async function startReplica(options: ReplicaOptions) {
  const { client, tables, endpoint, credentials } = options;
  const streams = new DynamoDBStreamsClient(localClientSettings(endpoint, credentials));
  const { TableNames: existing = [] } = await client.send(new ListTablesCommand({}));
  const tails = await Promise.all(
    tables.map(async (table) => {
      const replica = replicaOf(table.name);
      await enableStream(client, table.name);
      const stream = await findStream(streams, table.name);
      const file = options.checkpoints && join(options.checkpoints, `${replica}.json`);
      const continues = existing.includes(replica) && file !== undefined && isRecent(file);
      if (!continues && file !== undefined) rmSync(file, { force: true });
      const tail = new StreamTail(stream, new Checkpoint(stream.arn, file));
      if (continues) await applyRecords(client, replica, await tail.next());
      else {
        if (existing.includes(replica)) await client.send(new DeleteTableCommand({ TableName: replica }));
        await createReplicaTable(client, table, replica);
        await tail.next();
        await copyTable(client, table.name, replica);
      }
      tail.positions().save();
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

function isRecent(file: string): boolean {
  const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return changedAt !== undefined && Date.now() - changedAt < CONTINUES_WITHIN_MS;
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
  /** Repeated until it succeeds: what is left out here would be missing in each later start. */
  const apply = async (records: readonly _Record[], positions: Positions, dueAt: number): Promise<void> => {
    await pause(Math.max(0, dueAt - performance.now()));
    while (!signal.aborted) {
      try {
        await applyRecords(client, replica, records);
        return positions.save();
      } catch (error) {
        report(error);
        await pause(POLL_MS);
      }
    }
  };
  let applied = Promise.resolve();
  while (!signal.aborted) {
    const records = await tail.next().catch(report);
    if (records !== undefined && records.length > 0) {
      const [positions, dueAt] = [tail.positions(), performance.now() + lagMs];
      applied = applied.then(() => apply(records, positions, dueAt));
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

/** How far a stream was read at some time. */
interface Positions {
  /** Later starts continue here. */
  save(): void;
}

/** How often new shards are looked for; they appear every four hours. */
const RESHARD_MS = 10_000;

/** The records of one stream from call to call, over all of its shards. */
class StreamTail {
  readonly #stream: Stream;
  readonly #checkpoint: Checkpoint;
  readonly #positions = new Map<string, Position>();
  #shardsReadAt = Number.NEGATIVE_INFINITY;

  constructor(stream: Stream, checkpoint: Checkpoint) {
    this.#stream = stream;
    this.#checkpoint = checkpoint;
  }

  /** What has been read by now. */
  positions(): Positions {
    const read = [...this.#positions].map(([shardId, { after }]) => ({ shardId, after }));
    return {
      save: () => {
        for (const { shardId, after } of read) this.#checkpoint.save(shardId, after === undefined ? {} : { after });
      },
    };
  }

  /** Every record since the last call; at first, since the checkpoint or the oldest. Records of one item are in order. */
  async next(): Promise<readonly _Record[]> {
    await this.#findShards();
    const records: _Record[] = [];
    for (const [shardId, position] of this.#positions) await this.#read(shardId, position, records);
    return records;
  }

  async #findShards(): Promise<void> {
    if (performance.now() - this.#shardsReadAt < RESHARD_MS) return;
    const shardIds = new Set((await describeShards(this.#stream)).keys());
    this.#checkpoint.retain(shardIds);
    for (const shardId of shardIds) {
      if (this.#positions.has(shardId)) continue;
      const after = this.#checkpoint.position(shardId)?.after;
      this.#positions.set(shardId, { iterator: await shardIterator(this.#stream, shardId, after), after });
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
