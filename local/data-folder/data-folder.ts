/** The data folder of one local cloud: the paths in it, and the lock that keeps a second local cloud out. */
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import type { RunningCloud } from '../hosted-app.ts';
import { messageOf, StartProblem } from '../template/problem.ts';

/** Modes: what is in the folder is its owner's only. */
const ONLY_OWNER = 0o700;
const ONLY_OWNER_FILE = 0o600;

export type DataFolder = ReturnType<typeof openOrThrow>;

/**
 * Creates the folder if it is missing, and locks it. Throws a `StartProblem` while another local cloud uses it, and
 * where it can't be written.
 */
export function openDataFolder(folder: string): DataFolder {
  const path = resolve(folder);
  try {
    return openOrThrow(path);
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(
      `The data folder ${path} can't be used: ${messageOf(error)}. Name another one with --data DIR.`,
    );
  }
}

/** All paths are absolute. */
function openOrThrow(path: string) {
  const within = (name: string): string => join(path, name);
  createFolder(path);
  // One that was there may be open to others.
  chmodSync(path, ONLY_OWNER);
  const lock = takeLock(within('lock.db'), path);
  const data = {
    path,
    assembly: within('cdk.out'),
    database: within('dynamodb'),
    queues: within('sqs'),
    checkpoints: within('checkpoints'),
    logs: within('logs'),
    /** Written when the local cloud is ready, for other programs. */
    cloudFile: within('cloud.json'),
    /** For `sam local start-api --env-vars`. */
    samFile: within('sam-env.json'),
    /**
     * 128 random bits in hexadecimal: who knows them may use the emulators. They are the folder's own, since the
     * database's file is named by them.
     */
    accessKey: accessKeyIn(within('access-key.json')),
    unlock: () => lock.close(),
  };
  removeFile(data.cloudFile);
  for (const part of [data.database, data.queues, data.checkpoints, data.logs]) {
    mkdirSync(part, { recursive: true, mode: ONLY_OWNER });
  }
  return data;
}

/**
 * Creates the folder, and those that it is in, one by one: Node's recursive `mkdir` says of a read-only file system that
 * the folder does not exist, and never ends in `/proc`. Throws the error of the first that can't be created.
 */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another local cloud may have created it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

const AccessKey = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

function accessKeyIn(file: string): string {
  const stored = readJsonFile(file, AccessKey);
  if (stored !== undefined) return stored;
  const key = randomBytes(16).toString('hex');
  writeJsonFile(file, key);
  return key;
}

const Locked = v.object({ errcode: v.literal(5) });
const Holder = v.object({ user_version: v.number() });

/** A lock of SQLite, which the system ends with the process, however that ends. Others can read whose it is. */
function takeLock(file: string, path: string): DatabaseSync {
  appendFileSync(file, '', { mode: ONLY_OWNER_FILE });
  const lock = new DatabaseSync(file);
  try {
    lock.exec(`PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE; PRAGMA user_version = ${process.pid}; COMMIT`);
    lock.exec('BEGIN IMMEDIATE');
    return lock;
  } catch (error) {
    if (!v.is(Locked, error)) throw error;
    const { user_version: holder } = v.parse(Holder, lock.prepare('PRAGMA user_version').get());
    lock.close();
    throw new StartProblem(
      `Another local cloud (process ${holder}) uses ${path}. Stop it, or start this one with --data DIR.`,
    );
  }
}

/** Writes `value` atomically, for its owner only: readers see the old or the new file, even after a kill. */
export function writeJsonFile(file: string, value: unknown): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: ONLY_OWNER_FILE });
  renameSync(temporary, file);
}

/** The file's content, or `undefined` if it is missing or does not fit the schema. */
export function readJsonFile<TSchema extends v.GenericSchema<unknown, unknown>>(
  file: string,
  schema: TSchema,
): v.InferOutput<TSchema> | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the file if it exists. */
export const removeFile = (file: string): void => rmSync(file, { force: true });

/** Writes `cloud.json`, for other programs, and `sam-env.json`, for `sam local start-api --env-vars`. */
export function writeCloudFiles(data: DataFolder, cloud: RunningCloud, functions: readonly FunctionDefinition[]): void {
  writeJsonFile(data.samFile, samVariables(functions));
  writeJsonFile(data.cloudFile, { pid: process.pid, ...cloud });
}

/** Function logical id → its variables in the template. In a container, Docker's name for this machine replaces the loopback address. */
function samVariables(functions: readonly FunctionDefinition[]): Record<string, Record<string, string>> {
  const fromContainer = (value: string): string => value.replace('//127.0.0.1:', '//host.docker.internal:');
  return Object.fromEntries(
    functions.map(({ logicalId, variables }) => [
      logicalId,
      Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, fromContainer(value)])),
    ]),
  );
}
