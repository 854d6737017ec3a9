/** Starts Amazon's DynamoDB Local as a child process, waits until it responds, and stops it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { type LocalCredentials, localClientSettings } from '../aws-clients.ts';
import { readJsonFile, removeFile } from '../data-folder/data-folder.ts';
import { endProcess, ProcessIdentity } from '../data-folder/processes.ts';
import { messageOf, StartProblem } from '../template/problem.ts';
import { adoptSharedFile } from './database-file.ts';
import { SupervisorMessage, type SupervisorOptions } from './supervisor.ts';

/** A running database. */
export interface Database {
  /** Its endpoint, such as `http://127.0.0.1:41003`. */
  readonly url: string;
  /** Resolves, with a reason, if the database ends by itself. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  /** Folder of the database; absent means in memory. */
  readonly path?: string;
  /** Whose access key id the data is under. */
  readonly credentials: LocalCredentials;
  readonly processFile: string;
  readonly signal: AbortSignal;
}

const READY_WITHIN_MS = 30_000;
const PORT_ATTEMPTS = 5;

const NOT_INSTALLED = `DynamoDB Local needs Java 17 or later, and there is neither Java nor Docker here.
Install a Java, such as https://adoptium.net (Debian and Ubuntu: apt install default-jre-headless; macOS: brew install openjdk),
or start with --dynamodb-endpoint URL to use a DynamoDB of your own.`;

/** Starts DynamoDB Local with Java, else with Docker. Throws a `StartProblem` that says what to install. */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  await endDatabase(options.processFile);
  if (options.path !== undefined) adoptSharedFile(options.path, options.credentials.accessKeyId);
  let problem = '';
  let command: SupervisorOptions['command'] = 'java';
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const outcome = await launch(command, options);
    if (outcome.kind === 'running') return outcome.database;
    if (outcome.kind === 'missing' && command === 'docker') throw new StartProblem(NOT_INSTALLED);
    if (outcome.kind === 'missing') {
      command = 'docker';
      continue;
    }
    problem = describe(outcome);
    if (problem.includes('UnsupportedClassVersionError')) {
      throw new StartProblem('The installed Java is too old for DynamoDB Local: install Java 17 or later.');
    }
    if (problem.includes('Unable to locate a Java Runtime')) command = 'docker';
    else if (!/address already in use|bind/i.test(problem)) break;
  }
  throw new StartProblem(`DynamoDB Local ended while it started: ${problem}`);
}

type Outcome = { readonly kind: 'running'; readonly database: Database } | SupervisorMessage;

async function launch(command: SupervisorOptions['command'], options: DatabaseOptions): Promise<Outcome> {
  const port = await freePort();
  const { path, credentials, processFile, signal } = options;
  const supervisorOptions: SupervisorOptions = { command, port, processFile, ...(path === undefined ? {} : { path }) };
  const supervisor = fork(join(import.meta.dirname, 'supervisor.ts'), [JSON.stringify(supervisorOptions)], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  // A supervisor that was killed has left the database running.
  const databaseEnded = once(supervisor, 'exit').then(() => endDatabase(processFile));
  const reported = new Promise<SupervisorMessage>((resolve) => {
    supervisor.once('message', (message) => resolve(v.parse(SupervisorMessage, message)));
    databaseEnded.then(
      () => resolve({ kind: 'ended', how: 'its supervisor process ended', output: '' }),
      (error: unknown) => resolve({ kind: 'ended', how: 'its supervisor process ended', output: messageOf(error) }),
    );
  });
  const stop = async (): Promise<void> => {
    if (supervisor.connected) supervisor.disconnect();
    await databaseEnded;
  };
  const url = `http://127.0.0.1:${port}`;
  const starting = new AbortController();
  try {
    const outcome = await Promise.race([
      reported,
      ready(url, credentials, AbortSignal.any([signal, starting.signal])).then(() => ({ kind: 'ready' }) as const),
    ]);
    if (outcome.kind !== 'ready') {
      await stop();
      return outcome;
    }
  } catch (error) {
    await stop();
    throw error;
  } finally {
    starting.abort();
  }
  const ended = reported.then((message) =>
    message.kind === 'ended' ? describe(message) : `${message.command} is missing`,
  );
  return { kind: 'running', database: { url, ended, stop } };
}

const describe = ({ how, output }: Extract<SupervisorMessage, { kind: 'ended' }>): string => `${how}\n${output}`.trim();

/** Resolves when the database has served its first request. */
async function ready(url: string, credentials: LocalCredentials, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await responds(url, signal))) {
    signal.throwIfAborted();
    if (Date.now() > deadline) {
      throw new StartProblem(`DynamoDB Local did not respond at ${url} within ${READY_WITHIN_MS / 1_000} s.`);
    }
    await sleep(20);
  }
  await firstRequest(url, credentials);
}

async function responds(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    await (await fetch(url, { signal })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** The first request takes a second. It is sent here, while the app is still being synthesized. */
async function firstRequest(url: string, credentials: LocalCredentials): Promise<void> {
  const client = new DynamoDBClient(localClientSettings(url, credentials));
  try {
    await client.send(new ListTablesCommand({}));
  } finally {
    client.destroy();
  }
}

/** Ends the database whose process is in the file, if it still runs. */
async function endDatabase(processFile: string): Promise<void> {
  const database = readJsonFile(processFile, ProcessIdentity);
  if (database !== undefined) await endProcess(database);
  removeFile(processFile);
}

/** A TCP port of the loopback interface that is free now; another process may take it before it is used. */
export async function freePort(): Promise<number> {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
