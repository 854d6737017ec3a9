/** The emulators of the AWS services that functions call: fauxqs for SQS, and DynamoDB Local. */
import type { DataFolder } from './data-folder/data-folder.ts';
import { type Database, startDatabase } from './dynamodb/database.ts';
import type { Endpoints } from './hosted-app.ts';
import { type QueueServer, startQueueServer } from './sqs/queues.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface EmulatorOptions {
  /** Keeps tables and queues in memory. Logs and other files are still in the data folder. */
  readonly inMemory: boolean;
  /** The URL of another DynamoDB, which is used instead of DynamoDB Local. */
  readonly dynamodbEndpoint?: string;
  readonly terminal: Terminal;
  /** Aborts a start that is in progress. */
  readonly signal: AbortSignal;
}

export interface Emulators {
  /** The emulators' own URLs; functions reach them through the proxy. */
  readonly endpoints: Endpoints;
  readonly sqs: QueueServer;
  /** Resolves, with a reason, if the database ends by itself. */
  readonly databaseEnded: Promise<string>;
}

/** Starts the emulators. `resources` stops them. Throws a `StartProblem` for what the user can fix. */
export async function startEmulators(
  options: EmulatorOptions,
  data: DataFolder,
  resources: AsyncDisposableStack,
): Promise<Emulators> {
  const sqs = await startQueueServer(options.inMemory ? undefined : data.queues);
  resources.defer(() => sqs.stop());
  const { url, ended } = await options.terminal.progress('DynamoDB', startOrUseDatabase(options, data, resources));
  return { endpoints: { dynamodb: url, sqs: sqs.url }, sqs, databaseEnded: ended };
}

async function startOrUseDatabase(
  { dynamodbEndpoint, inMemory, signal }: EmulatorOptions,
  { database: path, databaseProcessFile: processFile }: DataFolder,
  resources: AsyncDisposableStack,
): Promise<Pick<Database, 'url' | 'ended'>> {
  if (dynamodbEndpoint !== undefined) return { url: dynamodbEndpoint, ended: new Promise(() => {}) };
  const database = await startDatabase({ processFile, signal, ...(inMemory ? {} : { path }) });
  resources.defer(() => database.stop());
  return database;
}
