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
import { Checkpoint, findStream, type StreamPage, StreamTail } from '../event-sources/stream-tail.ts';
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
      for await (const { records } of tail.pages()) if (continues) await applyRecords(client, replica, records);
      if (!continues) {
        if (existing.includes(replica)) await client.send(new DeleteTableCommand({ TableName: replica }));
        await createReplicaTable(client, table, replica);
        await copyTable(client, table.name, replica);
      }
      for (const [shardId, { after }] of tail.positions) tail.checkpoint.save(shardId, after);
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
  const apply = async ({ shardId, records, last }: StreamPage, dueAt: number): Promise<void> => {
    await pause(Math.max(0, dueAt - performance.now()));
    while (!signal.aborted) {
      try {
        await applyRecords(client, replica, records);
        return tail.checkpoint.save(shardId, last);
      } catch (error) {
        report(error);
        await pause(POLL_MS);
      }
    }
  };
  let applied = Promise.resolve();
  while (!signal.aborted) {
    try {
      for await (const page of tail.pages()) {
        const dueAt = performance.now() + lagMs;
        applied = applied.then(() => apply(page, dueAt));
      }
    } catch (error) {
      report(error);
      // What was read and not applied is read again otherwise.
      await applied;
    }
    await pause(POLL_MS);
  }
  await applied;
}

/** DynamoDB's limit. */
const WRITES_PER_BATCH = 25;

/** Copies every item of `table` to `replica`. */
async function copyTable(client: DynamoDBClient, table: string, replica: string): Promise<void> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
    await write(
      client,
      replica,
      Items.map((Item) => ({ PutRequest: { Item } })),
    );
  }
}

/** Applies stream records, in their order: of each item, only the last one counts. */
async function applyRecords(client: DynamoDBClient, replica: string, records: readonly _Record[]): Promise<void> {
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
