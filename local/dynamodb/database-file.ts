/** The file of the database, and how it is written. DynamoDB Local has one for each access key id and region. */
import { readdirSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { LOCAL_REGION } from '../template/names.ts';

export const databaseFile = (folder: string, accessKeyId: string): string =>
  join(folder, `${accessKeyId}_${LOCAL_REGION}.db`);

/**
 * A sentence on each database in the folder that is not the one of the access key id: earlier versions named theirs in
 * another way, and one whose `access-key.json` was lost has another key.
 */
export function unusedDatabases(folder: string, accessKeyId: string): readonly string[] {
  const own = databaseFile(folder, accessKeyId);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.db') && join(folder, name) !== own)
    .map(
      (name) =>
        `${join(folder, name)} is not used: it is of an earlier version, or of another access-key.json. To have what is in it, stop, and rename it to KEY_${LOCAL_REGION}.db, with the key in access-key.json; or remove it.`,
    );
}

const EVERY_MS = 1000;
/** Bytes. A log that is larger is begun anew by force. */
const LARGE_LOG = 128 * 1024 * 1024;
/** Milliseconds. Nobody writes at the start. Later, a write that meets a lock is refused, so nothing holds one and waits. */
const atStart = { timeout: 1_000 };
const later = { timeout: 0 };

/**
 * Has SQLite write ahead (https://sqlite.org/wal.html) in the database's file, in place of a journal for each write: one
 * wait for the disk, not several. DynamoDB Local's SQLite never moves the log into the file, so a thread does. The file
 * is created where it is missing. The function returned ends it, once the database has ended.
 */
export function writeAhead(file: string): () => Promise<void> {
  const database = new DatabaseSync(file, atStart);
  try {
    database.exec('PRAGMA journal_mode = WAL');
  } catch {
    // A file system without shared memory, such as one of another system: the journal stays.
    database.close();
    return async () => {};
  }
  // Without a compile cache a thread loads what strips types, which takes 12 MB.
  const cache = getCompileCacheDir();
  const env = { ...process.env, ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }) };
  const worker = new Worker(new URL(import.meta.url), { workerData: file, env });
  worker.unref();
  return async () => {
    await worker.terminate();
    // SQLite moves what is left when the last connection is closed.
    database.close();
  };
}

const PageSize = v.object({ page_size: v.number() });
/** How many pages are in the log. */
const Checkpoint = v.object({ log: v.number() });

/**
 * Returns a function that moves the log into the file, without a lock that a write would meet. The next write begins the
 * log anew, unless others are written meanwhile, as under load they always are. So what is left of a log of more than
 * `largeLog` bytes is moved with the lock of writers, if it is free: some writes may be refused until the disk has that,
 * which clients repeat.
 */
export function checkpointer(database: DatabaseSync, largeLog = LARGE_LOG): () => void {
  const { page_size: pageSize } = v.parse(PageSize, database.prepare('PRAGMA page_size').get());
  const move = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  const moveLocked = database.prepare('PRAGMA wal_checkpoint(RESTART)');
  return () => {
    const { log } = v.parse(Checkpoint, move.get());
    if (log * pageSize > largeLog) moveLocked.get();
  };
}

if (!isMainThread && v.is(v.string(), workerData)) {
  let checkpoint: (() => void) | undefined;
  setInterval(() => {
    try {
      checkpoint ??= checkpointer(new DatabaseSync(workerData, later));
      checkpoint();
    } catch {
      // The disk is full, say: the log grows until it has room again.
    }
  }, EVERY_MS);
}
