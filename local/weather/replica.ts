/**
 * A second copy of every table, behind by a set time: what eventually consistent reads see (read-lag.ts).
 *
 * It follows the tables' streams, so it has every write, also those of other programs. It is made anew at each start.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteTableCommand, type DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { localClientSettings } from '../aws-clients.ts';
import { createReplicaTable, enableStream, type TableResource } from '../dynamodb/tables.ts';
import { findStream } from '../event-sources/shards.ts';
import { messageOf } from '../template/problem.ts';
import { replicaOf } from './read-lag.ts';
import { applyRecords, copyTable } from './replica-items.ts';
import { StreamTail } from './stream-tail.ts';

export interface ReplicaOptions {
  readonly client: DynamoDBClient;
  /** DynamoDB's endpoint. */
  readonly endpoint: string;
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
  const { client, tables, endpoint } = options;
  const streams = new DynamoDBStreamsClient(localClientSettings(endpoint));
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
