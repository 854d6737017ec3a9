/**
 * The local cloud: synthesizes the app, starts the emulators, and hosts exactly the template that would be deployed.
 * Everything that it starts, it stops, also when the start fails halfway.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { credentialsOf, type LocalCredentials, localClientSettings } from './aws-clients.ts';
import { type DataFolder, openDataFolder, removeFile, writeCloudFiles } from './data-folder/data-folder.ts';
import { openLog } from './data-folder/log-file.ts';
import { type Database, startDatabase } from './dynamodb/database.ts';
import { unusedDatabases } from './dynamodb/database-file.ts';
import { createTables } from './dynamodb/tables.ts';
import { startEventSources } from './event-sources/event-sources.ts';
import { readMappings } from './event-sources/mapping.ts';
import { PollTimer } from './event-sources/poll-timer.ts';
import type { FaultInjection } from './faults/probabilities.ts';
import { createFunctions } from './functions/functions.ts';
import { createHttpApi } from './gateway/api.ts';
import { startGatewayServer } from './gateway/server.ts';
import type { HostedApp, RunningCloud } from './hosted-app.ts';
import { readPermissions } from './iam/function-permissions.ts';
import { createIdentity, issuerAt } from './identity/identity.ts';
import { createEventBuses, EVENTS_ENDPOINT } from './local-routes/event-buses.ts';
import { localRoutes } from './local-routes/local-routes.ts';
import { createMailbox, MAIL_ENDPOINT } from './local-routes/mailbox.ts';
import { readSchedules, runSchedules } from './local-routes/schedules.ts';
import { startProxy } from './proxy/proxy.ts';
import { createSite } from './site/site.ts';
import { startQueueServer } from './sqs/queues.ts';
import { readAssembly, synthesize } from './template/assembly.ts';
import { takeInventory } from './template/inventory.ts';
import { LOCAL_REGION } from './template/names.ts';
import type { Terminal } from './terminal/terminal.ts';

interface LocalCloudOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly data: string;
  readonly app: HostedApp;
  /** The folder of Node's compile cache. */
  readonly compileCache: string;
  /** Keeps tables and queues in memory. Logs and other files are still in the data folder. */
  readonly inMemory: boolean;
  /** The URL of another DynamoDB, which is used instead of DynamoDB Local. */
  readonly dynamodbEndpoint?: string;
  /** Without faults unless given. */
  readonly faults?: FaultInjection | undefined;
  readonly terminal: Terminal;
  /** Aborts a start that is in progress. */
  readonly signal: AbortSignal;
}

export interface LocalCloud {
  readonly running: RunningCloud;
  /** Resolves with a reason if the database ends by itself. */
  readonly broken: Promise<string>;
  /** Builds the site, for which first requests would wait. Rejects if that fails. */
  buildSite(): Promise<void>;
  /** The faults injected so far, as lines for the terminal; nothing without fault injection. */
  faultReport(): readonly string[];
  stop(): Promise<void>;
}

/** For a database that the local cloud did not start, which may be one for all keys or have its data under this one. */
const FOREIGN_ACCESS_KEY_ID = 'local';

/** How long a stop waits for requests and batches that are in progress. */
const GRACE_MS = 700;

/** Starts everything; resolves when requests can be served. Throws a `StartProblem` for what the user can fix. */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const { app, compileCache, inMemory, terminal } = options;
  await using resources = new AsyncDisposableStack();
  const onError = (message: string): void => terminal.error(message);

  const faults = options.faults && (await import('./faults/fault-injection.ts')).createFaultInjection(options.faults);
  const data = openDataFolder(options.data);
  resources.defer(() => data.unlock());
  const credentials = credentialsOf(data.accessKey, options.dynamodbEndpoint && FOREIGN_ACCESS_KEY_ID);
  const pollTimer = new PollTimer();
  const gateway = await startGatewayServer({
    port: options.port,
    onRequest: (entry) => {
      if (entry.request.method !== 'GET') pollTimer.wake();
      terminal.request(entry);
    },
    onError,
  });
  resources.defer(() => gateway.stop(GRACE_MS));
  const parts = [
    startQueueServer(credentials, inMemory ? undefined : data.queues).then((server) =>
      resources.adopt(server, () => server.stop()),
    ),
    terminal.progress('DynamoDB', startOrUseDatabase(options, data, credentials, resources)),
    terminal.progress('synthesized the app', synthesize(app, data.assembly, options.signal)),
  ] as const;
  // First, so that nothing still starts while closing.
  await Promise.allSettled(parts);
  const [sqs, database] = await Promise.all(parts);

  /** The emulators' own URLs; functions reach them through the proxy. */
  const endpoints = { dynamodb: database.url, sqs: sqs.url };

  const assembly = readAssembly(data.assembly, app.stacks);
  const identityUrl = issuerAt(gateway.url);
  const inventory = takeInventory(assembly, { gateway: gateway.url, sqs: sqs.url, identity: identityUrl });
  const { outputs } = inventory;
  const permissions = readPermissions(inventory);
  const mailbox = createMailbox(permissions, ({ subject, to }) => terminal.mail(subject, to));
  const buses = createEventBuses(permissions);
  const proxy = await startProxy(
    { emulators: endpoints, credentials, permissions, layers: faults?.layers, onTrouble: onError },
    resources,
  );
  const listeners = [gateway.url, ...Object.values(endpoints), ...Object.values(proxy)];
  const ports = listeners.map((url) => Number(new URL(url).port || 80));
  const functions = createFunctions({
    inventory,
    assembly,
    endpoints: {
      emulators: endpoints,
      proxy,
      credentials,
      mail: `${gateway.url}${MAIL_ENDPOINT}`,
      events: `${gateway.url}${EVENTS_ENDPOINT}`,
      rewriteVariables: (variables) => app.rewriteVariables?.(variables, ports) ?? variables,
    },
    permissions: faults ? undefined : permissions,
    logs: data.logs,
    compileCache,
    aroundInvocation: faults?.aroundInvocation,
    onWarning: (title, level, summary) => terminal.functionLog(title, level, summary),
  });
  resources.defer(() => functions.stop());
  const api = createHttpApi(inventory, functions.find, faults?.authorizer);
  const mappings = readMappings(inventory, functions.find);
  const schedules = readSchedules(inventory, functions.find);
  const site = createSite(inventory, assembly, { url: gateway.url, dataFolder: options.data, app });
  const identity = createIdentity(inventory, { url: gateway.url, accounts: app.accounts ?? [] });

  const client = new DynamoDBClient(localClientSettings(endpoints.dynamodb, credentials));
  resources.defer(() => client.destroy());
  await terminal.progress('tables', createTables(client, inventory.of('AWS::DynamoDB::GlobalTable'), data.path));
  await sqs.create(inventory.of('AWS::SQS::Queue'));
  const cloud: RunningCloud = { url: gateway.url, region: LOCAL_REGION, endpoints, credentials, outputs };
  if (app.prepare !== undefined) await terminal.progress('data', app.prepare(cloud));

  if (faults !== undefined) {
    const { startReplica } = await import('./faults/replica.ts');
    const tables = inventory.of('AWS::DynamoDB::GlobalTable');
    const { readLagMs: lagMs } = faults;
    const replica = await startReplica({
      client,
      endpoint: endpoints.dynamodb,
      credentials,
      tables,
      lagMs,
      onError,
      ...(inMemory ? {} : { checkpoints: data.checkpoints }),
    });
    resources.defer(() => replica.stop());
  }
  const sources = await startEventSources({
    mappings,
    dynamodb: endpoints.dynamodb,
    credentials,
    sqs,
    ...(inMemory ? {} : { checkpoints: data.checkpoints }),
    pollTimer,
    ...(faults && { deliveries: faults.deliveries }),
    onError,
  });
  // Readers wait for their functions, and functions serve requests: this order lets requests and batches end before
  // anything else. AWS ends no function during an event either, unless it takes too long.
  resources.defer(async () => {
    const sourcesStopped = sources.stop();
    await Promise.all([
      gateway.stop(GRACE_MS),
      Promise.race([sourcesStopped, sleep(GRACE_MS, undefined, { ref: false })]),
    ]);
    await functions.stop();
    await sourcesStopped;
  });
  resources.defer(
    runSchedules(schedules, (schedule, outcome) => {
      pollTimer.wake();
      if (outcome.kind !== 'returned') onError(`the schedule ${schedule.logicalId} failed`);
    }),
  );
  gateway.open({ api, local: localRoutes({ schedules, functions, mailbox, buses, credentials }), site, identity });
  const definitions = functions.pools.map(({ definition }) => definition);
  writeCloudFiles(data, cloud, definitions);
  resources.defer(() => removeFile(data.cloudFile));
  const started = resources.move();
  return {
    running: cloud,
    faultReport: () => faults?.lines() ?? [],
    buildSite: async () => await site?.build(),
    broken: database.ended.then((reason) => `DynamoDB Local ended: ${reason}`),
    stop: () => started.disposeAsync(),
  };
}

/** DynamoDB Local, or another DynamoDB. Throws a `StartProblem` for what the user can fix. */
async function startOrUseDatabase(
  { dynamodbEndpoint, inMemory, signal, terminal }: LocalCloudOptions,
  { database: path, logs }: DataFolder,
  credentials: LocalCredentials,
  resources: AsyncDisposableStack,
): Promise<Pick<Database, 'url' | 'ended'>> {
  if (dynamodbEndpoint !== undefined) return { url: dynamodbEndpoint, ended: new Promise(() => {}) };
  if (!inMemory) for (const line of unusedDatabases(path, credentials.accessKeyId)) terminal.line(line);
  const database = await startDatabase({
    credentials,
    signal,
    log: openLog(logs, 'DynamoDB'),
    ...(inMemory ? {} : { path }),
  });
  resources.defer(() => database.stop());
  return database;
}
