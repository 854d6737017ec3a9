/**
 * The local cloud, put together: synthesizes the app, starts the emulators, and hosts exactly the template that would be
 * deployed. Everything that it starts, it ends, also when the start fails halfway.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Connection, connectToLocal, PANEL_URL } from '../ctl/connection.ts';
import { localClientSettings } from './aws-clients.ts';
import { writeCloudFiles } from './cloud-files.ts';
import { openDataFolder } from './data-folder/data-folder.ts';
import { removeFile } from './data-folder/files.ts';
import { type Database, startDatabase } from './dynamodb/database.ts';
import { createTables } from './dynamodb/tables.ts';
import { startEventSources } from './event-sources/event-sources.ts';
import { readMappings } from './event-sources/mapping.ts';
import { Wake } from './event-sources/wake.ts';
import { createFunctions } from './functions/functions.ts';
import { createHttpApi } from './gateway/api.ts';
import { startGatewayServer } from './gateway/server.ts';
import { createIdentity, issuerAt } from './identity/identity.ts';
import { localRoutes } from './schedules/local-routes.ts';
import { readSchedules, runSchedules } from './schedules/schedules.ts';
import { seedNetworks } from './seed.ts';
import { createSite } from './site/site.ts';
import { startQueueServer } from './sqs/queues.ts';
import { readAssembly } from './template/assembly.ts';
import { takeInventory } from './template/inventory.ts';
import { LOCAL_REGION } from './template/names.ts';
import { compileCache, synthesize } from './template/synthesize.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface LocalCloudOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly data: string;
  /** Keeps tables and queues in memory. Logs and the like still go to the data folder. */
  readonly inMemory: boolean;
  /** A DynamoDB of one's own; otherwise DynamoDB Local is started. */
  readonly dynamodbEndpoint?: string;
  /** JSON laid over the stage's delivery settings. */
  readonly deliverySettings?: string;
  readonly terminal: Terminal;
  /** Ends a start that is under way. */
  readonly signal: AbortSignal;
}

export interface LocalCloud {
  readonly url: string;
  /** Absent where the template has no panel. */
  readonly panelUrl: string | undefined;
  readonly connection: Connection;
  /** Resolves with a reason if a part of it ends by itself. */
  readonly broken: Promise<string>;
  stop(): Promise<void>;
}

/** How long requests under way may still take at a stop. */
const GRACE_MS = 700;

/** Starts everything; resolves when the first request can be served. Throws a `StartProblem` for what a person can mend. */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return await start(options, closers, closeAll);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function start(
  { port, data: folder, inMemory, dynamodbEndpoint, deliverySettings, terminal, signal }: LocalCloudOptions,
  closers: (() => Promise<void> | void)[],
  closeAll: () => Promise<void>,
): Promise<LocalCloud> {
  const timed = async <T>(what: string, work: Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work;
    terminal.progress(what, performance.now() - started);
    return result;
  };
  const data = await openDataFolder(folder);
  closers.push(() => data.unlock());
  const wake = new Wake();
  const gateway = await startGatewayServer({
    port,
    onRequest: (entry) => {
      wake.call();
      terminal.request(entry);
    },
    onTrouble: (message) => terminal.trouble(message),
  });
  closers.push(() => gateway.stop(GRACE_MS));
  const sqs = await startQueueServer(inMemory ? undefined : data.queues);
  closers.push(() => sqs.stop());

  const database = startOrUse(dynamodbEndpoint, { inMemory, data, signal, closers });
  const [{ url: dynamodb, ended }] = await settleAll(
    timed('DynamoDB', database),
    timed(
      'synthesized the app',
      synthesize({ output: data.assembly, ...(deliverySettings && { deliverySettings }), signal }),
    ),
  );

  const assembly = readAssembly(data.assembly);
  const inventory = takeInventory(assembly, { api: gateway.url, sqs: sqs.url, identity: issuerAt(gateway.url) });
  const endpoints = { dynamodb, sqs: sqs.url };
  const functions = createFunctions({
    inventory,
    assembly,
    endpoints,
    logs: data.logs,
    compileCache,
    onTrouble: (title, level, summary) => terminal.functionLog(title, level, summary),
  });
  closers.push(() => functions.stop());
  const api = createHttpApi(inventory, functions.find);
  const mappings = readMappings(inventory, functions.find);
  const schedules = readSchedules(inventory, functions.find);
  const site = createSite(inventory, assembly, gateway.url);
  const identity = createIdentity(inventory, { url: gateway.url, keysFile: data.identityKeysFile });

  const client = new DynamoDBClient(localClientSettings(dynamodb));
  const tables = [...inventory.resources['AWS::DynamoDB::Table'], ...inventory.resources['AWS::DynamoDB::GlobalTable']];
  await timed('tables', createTables(client, tables, data.path));
  client.destroy();
  await sqs.create(inventory.resources['AWS::SQS::Queue']);
  const connection = connectToLocal({ region: LOCAL_REGION, endpoints, outputs: inventory.outputs });
  closers.push(() => connection.client.destroy());
  await timed('networks', seedNetworks(connection));

  const sources = await startEventSources({
    mappings,
    dynamodb,
    sqs,
    ...(inMemory ? {} : { checkpoints: data.checkpoints }),
    wake,
    onTrouble: (message) => terminal.trouble(message),
  });
  closers.push(
    runSchedules(schedules, (schedule, outcomes) => {
      wake.call();
      const failed = outcomes.filter(({ kind }) => kind !== 'answered').length;
      if (failed > 0) terminal.trouble(`the schedule ${schedule.logicalId} failed for ${failed} of its targets`);
    }),
  );
  // Not before: whatever runs beside the start delays it.
  void functions.prewarm();
  gateway.open({ api, local: localRoutes(schedules), site, identity });
  writeCloudFiles(data, {
    url: gateway.url,
    endpoints,
    outputs: inventory.outputs,
    functions: functions.pools.map(({ definition }) => definition),
  });
  return {
    url: gateway.url,
    panelUrl: inventory.outputs[PANEL_URL],
    connection,
    broken: ended.then((reason) => `DynamoDB Local ended: ${reason}`),
    async stop() {
      removeFile(data.cloudFile);
      const sourcesEnd = sources.stop();
      await gateway.stop(GRACE_MS);
      await functions.stop();
      await sourcesEnd;
      await closeAll();
    },
  };
}

interface DatabaseChoice {
  readonly inMemory: boolean;
  readonly data: { readonly database: string; readonly databaseProcessFile: string };
  readonly signal: AbortSignal;
  readonly closers: (() => Promise<void> | void)[];
}

async function startOrUse(
  endpoint: string | undefined,
  choice: DatabaseChoice,
): Promise<Pick<Database, 'url' | 'ended'>> {
  if (endpoint !== undefined) return { url: endpoint, ended: new Promise(() => {}) };
  const { inMemory, data, signal, closers } = choice;
  const database = await startDatabase({
    processFile: data.databaseProcessFile,
    signal,
    ...(inMemory ? {} : { path: data.database }),
  });
  closers.push(() => database.stop());
  return database;
}

/** Like `Promise.all`, but waits for every part before it fails, so that nothing is still starting while it is closed. */
async function settleAll<TParts extends readonly unknown[]>(
  ...parts: { [Index in keyof TParts]: Promise<TParts[Index]> }
): Promise<TParts> {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}
