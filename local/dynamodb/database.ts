/** Amazon's DynamoDB Local as a child of the local cloud: started, waited for, and ended with it. */
import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { localClientSettings } from '../aws-clients.ts';
import { readJsonFile, removeFile } from '../data-folder/files.ts';
import { endOrphan } from '../data-folder/processes.ts';
import { StartProblem } from '../template/problem.ts';
import { GuardianNote, type GuardianOptions } from './guardian-messages.ts';

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
  readonly processFile: string;
  readonly signal: AbortSignal;
}

const READY_WITHIN_MS = 30_000;
const PORT_ATTEMPTS = 5;

const NOT_INSTALLED = `DynamoDB Local needs Java 17 or later, and there is neither Java nor Docker here.
Install a Java, such as https://adoptium.net (Debian and Ubuntu: apt install default-jre-headless; macOS: brew install openjdk),
or start with --dynamodb-endpoint URL to use a DynamoDB of your own.`;

/** Starts DynamoDB Local with Java, or with Docker where there is no Java. Throws a `StartProblem` that says what to install. */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  await endDatabaseOfEarlierRun(options.processFile);
  let problem = '';
  let command: GuardianOptions['command'] = 'java';
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const outcome = await launch(command, options);
    if (outcome.kind === 'running') return outcome.database;
    if (outcome.kind === 'missing' && command === 'docker') throw new StartProblem(NOT_INSTALLED);
    if (outcome.kind === 'missing') {
      command = 'docker';
      continue;
    }
    problem = outcome.output;
    if (problem.includes('UnsupportedClassVersionError')) {
      throw new StartProblem('The installed Java is too old for DynamoDB Local: install Java 17 or later.');
    }
    if (problem.includes('Unable to locate a Java Runtime')) command = 'docker';
    else if (!/address already in use|bind/i.test(problem)) break;
  }
  throw new StartProblem(`DynamoDB Local ended while it started:\n${problem.trim()}`);
}

type Outcome = { readonly kind: 'running'; readonly database: Database } | GuardianNote;

async function launch(command: GuardianOptions['command'], options: DatabaseOptions): Promise<Outcome> {
  const port = await freePort();
  const { path, processFile, signal } = options;
  const guardianOptions: GuardianOptions = { command, port, processFile, ...(path === undefined ? {} : { path }) };
  const guardian = fork(join(import.meta.dirname, 'guardian.ts'), [JSON.stringify(guardianOptions)], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const exited = new Promise<void>((resolve) => guardian.once('exit', () => resolve()));
  const noted = new Promise<GuardianNote>((resolve) => {
    guardian.once('message', (message) => resolve(v.parse(GuardianNote, message)));
    guardian.once('exit', () => resolve({ kind: 'ended', output: 'its guardian process ended' }));
  });
  const stop = async (): Promise<void> => {
    if (guardian.connected) guardian.disconnect();
    await exited;
    removeFile(processFile);
  };
  const url = `http://127.0.0.1:${port}`;
  const answers = new AbortController();
  try {
    const outcome = await Promise.race([
      noted,
      answering(url, AbortSignal.any([signal, answers.signal]))
        .then(() => firstRequest(url))
        .then(() => 'answers' as const),
    ]);
    if (outcome !== 'answers') {
      await stop();
      return outcome;
    }
  } catch (error) {
    await stop();
    throw error;
  } finally {
    answers.abort();
  }
  const ended = noted.then((note) => (note.kind === 'ended' ? note.output.trim() : `${note.command} is missing`));
  return { kind: 'running', database: { url, ended, stop } };
}

async function answering(url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    try {
      const response = await fetch(url, { signal });
      await response.arrayBuffer();
      return;
    } catch {
      await sleep(20);
    }
  }
  throw new StartProblem(`DynamoDB Local did not answer at ${url} within ${READY_WITHIN_MS / 1_000} s.`);
}

/** Takes a second, and so is made here, while the app is still being synthesized. */
async function firstRequest(url: string): Promise<void> {
  const client = new DynamoDBClient(localClientSettings(url));
  try {
    await client.send(new ListTablesCommand({}));
  } finally {
    client.destroy();
  }
}

const DatabaseProcess = v.object({ pid: v.number(), port: v.number() });

async function endDatabaseOfEarlierRun(processFile: string): Promise<void> {
  const left = readJsonFile(processFile, DatabaseProcess);
  if (left !== undefined) await endOrphan(left.pid, 'DynamoDBLocal.jar', `-port ${left.port}`);
  removeFile(processFile);
}

/** A TCP port of the loopback interface that is free now; it may be taken the moment after. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no free port'));
        else resolve(address.port);
      });
    });
  });
}
