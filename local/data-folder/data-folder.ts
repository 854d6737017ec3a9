/** The data folder of one local cloud: the paths in it, and the lock that keeps a second local cloud out. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { StartProblem } from '../template/problem.ts';
import { readJsonFile, removeFile } from './files.ts';
import { isRunning } from './processes.ts';

/** All paths are absolute. */
export interface DataFolder {
  readonly path: string;
  readonly assembly: string;
  readonly database: string;
  readonly queues: string;
  readonly checkpoints: string;
  readonly logs: string;
  /** Written when the local cloud is ready, for `ctl`. */
  readonly cloudFile: string;
  /** For `sam local start-api --env-vars`. */
  readonly samFile: string;
  /** The process of the database. The next start ends it if it is stale. */
  readonly databaseProcessFile: string;
  /** Keys that sign the tokens of the identity provider. */
  readonly identityKeysFile: string;
  unlock(): void;
}

const Lock = v.object({ pid: v.pipe(v.number(), v.integer(), v.minValue(1)) });

/** Creates the folder if it is missing, and locks it. Throws a `StartProblem` while another local cloud uses it. */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const path = resolve(folder);
  const within = (name: string): string => join(path, name);
  const lockFile = within('lock.json');
  mkdirSync(path, { recursive: true });
  await lock(lockFile, path);
  const data: DataFolder = {
    path,
    assembly: within('cdk.out'),
    database: within('dynamodb'),
    queues: within('sqs'),
    checkpoints: within('checkpoints'),
    logs: within('logs'),
    cloudFile: within('cloud.json'),
    samFile: within('sam-env.json'),
    databaseProcessFile: within('dynamodb-process.json'),
    identityKeysFile: within('identity-keys.json'),
    unlock: () => removeFile(lockFile),
  };
  removeFile(data.cloudFile);
  for (const part of [data.database, data.queues, data.checkpoints, data.logs]) mkdirSync(part, { recursive: true });
  return data;
}

async function lock(lockFile: string, path: string): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (takeLock(lockFile)) return;
    const holder = readJsonFile(lockFile, Lock);
    if (holder !== undefined && (await isRunning(holder.pid, 'node'))) {
      throw new StartProblem(
        `Another local cloud (process ${holder.pid}) uses ${path}. Stop it, or start this one with --data DIR.`,
      );
    }
    removeFile(lockFile);
  }
  throw new StartProblem(`${lockFile} can't be taken: another local cloud is starting on the same folder.`);
}

function takeLock(lockFile: string): boolean {
  try {
    const file = openSync(lockFile, 'wx');
    writeSync(file, JSON.stringify({ pid: process.pid }));
    closeSync(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
