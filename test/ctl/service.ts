/** A service for tests of the command line: separate tables, and a `cloud.json` that describes them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CreateTableCommand, DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, jest } from '@jest/globals';
import { type Connection, connectTo } from '../../ctl/connection.ts';
import { runProgram } from '../../ctl/program.ts';
import { cloud, connection as sharedConnection } from '../../testing/service.ts';

/** The output and exit code of a run. */
export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** The run of a command that is refused: it prints nothing but this on stderr. */
export const refusal = (text: string | RegExp, code = 1) => ({
  stdout: '',
  stderr: typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
  code,
});

/** A service with empty tables at first. */
export interface Service {
  /** The data folder. */
  readonly folder: string;
  readonly endpoint: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly connection: Connection;
  /** Runs `ctl … --data <folder>` in this process. */
  readonly ctl: (...words: readonly string[]) => Promise<Run>;
  readonly stop: () => void;
}

/** Creates a service with separate tables in the database of the local cloud that all tests share. */
export async function startService(): Promise<Service> {
  const { region, endpoints, credentials, outputs: shared } = cloud();
  const folder = mkdtempSync(join(tmpdir(), 'sps-ctl-'));
  const prefix = basename(folder);
  const outputs = {
    NetworksTableName: `${prefix}-networks`,
    BlocksTableName: await tableLike(sharedConnection().client, `${shared['BlocksTableName']}`),
    ActivitiesTableName: `${prefix}-activities`,
    EventsTableName: `${prefix}-events`,
    WebhooksTableName: `${prefix}-webhooks`,
    DeliveriesTableName: `${prefix}-deliveries`,
    AuditTableName: await tableLike(sharedConnection().client, `${shared['AuditTableName']}`),
    AdminLinksTableName: `${shared['AdminLinksTableName']}`,
    QuotasTableName: `${shared['QuotasTableName']}`,
    Quotas: shared['Quotas'] ?? '',
    Retention: shared['Retention'] ?? '',
  };
  const own = { pid: process.pid, region, endpoints, credentials, outputs };
  writeFileSync(join(folder, 'cloud.json'), JSON.stringify(own));
  const connection = connectTo(own);
  await createTable(connection, outputs.NetworksTableName, 'networkId');
  await createTable(connection, outputs.ActivitiesTableName, 'networkId_userId', 'createdAt');
  await createTable(connection, outputs.EventsTableName, 'networkId_eventId');
  await createTable(connection, outputs.WebhooksTableName, 'networkId', 'webhookId');
  await createTable(connection, outputs.DeliveriesTableName, 'webhookId_shard', 'deliveryId');
  return {
    folder,
    endpoint: endpoints.dynamodb,
    outputs,
    connection,
    ctl: (...words) => ctlHere([...words, '--data', folder]),
    stop: () => {
      connection.client.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}

/** What the command that runs in a context has printed. Several may run at once. */
const printed = new AsyncLocalStorage<{ stdout: string; stderr: string }>();

/** Runs the command in this process, which takes a fraction of the time of `runCtl`. */
export function ctlHere(words: readonly string[]): Promise<Run> {
  captureOutput();
  const texts = { stdout: '', stderr: '' };
  return printed.run(texts, async () => {
    const code = await runProgram(words);
    return { ...texts, code };
  });
}

let captures = false;

/** From now on, keeps what a command prints from the terminal. */
function captureOutput(): void {
  if (captures) return;
  captures = true;
  for (const name of ['stdout', 'stderr'] as const) {
    const write = process[name].write.bind(process[name]);
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      const texts = printed.getStore();
      if (texts === undefined) return write(text);
      texts[name] += String(text);
      return true;
    });
  }
}

/** Runs the command as a shell does, with no other environment variables than the given ones, `PATH` and `HOME`. */
export async function runCtl(words: readonly string[], environment: Record<string, string> = {}): Promise<Run> {
  const child = spawn(process.execPath, ['bin/ctl.ts', ...words], {
    env: { PATH: process.env['PATH'], HOME: tmpdir(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  return { stdout, stderr, code: await code };
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  stream.setEncoding('utf8');
  let text = '';
  for await (const part of stream) text += part;
  return text;
}

async function createTable({ client }: Connection, TableName: string, partition: string, sort?: string): Promise<void> {
  const names = sort === undefined ? [partition] : [partition, sort];
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: names.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' })),
    }),
  );
}

/**
 * Creates an empty table with the keys and indexes of `like`, without a stream or expiry, and returns its name: sweepers
 * take whatever is due, so tests that move the clock can't share one.
 */
export async function tableLike(client: Pick<DynamoDBClient, 'send'>, like: string): Promise<string> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: like }));
  const TableName = `${like}-${randomUUID()}`;
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: Table?.AttributeDefinitions,
      KeySchema: Table?.KeySchema,
      GlobalSecondaryIndexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  );
  return TableName;
}
