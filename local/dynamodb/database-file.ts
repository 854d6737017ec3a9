/** The file of the database, and how it is written. DynamoDB Local has one for each access key id and region. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import * as v from 'valibot';
import { LOCAL_REGION } from '../template/names.ts';

export const databaseFile = (folder: string, accessKeyId: string): string =>
  join(folder, `${accessKeyId}_${LOCAL_REGION}.db`);

const EVERY_MILLISECONDS = 1000;
/** Milliseconds for which a checkpoint waits for a writer, so that the log begins anew; else it does what it can. */
const patience = { timeout: 100 };

/**
 * Has SQLite write ahead (https://sqlite.org/wal.html) in the database's file, in place of a journal for each write: one
 * wait for the disk, not several. DynamoDB Local's SQLite never moves the log into the file, so a thread does. The file
 * is created where it is missing. The function returned ends it, once the database has ended.
 */
export function writeAhead(file: string): () => Promise<void> {
  const database = new DatabaseSync(file, patience);
  try {
    database.exec('PRAGMA journal_mode = WAL');
  } catch {
    // A file system without shared memory, such as one of another system: the journal stays.
    database.close();
    return async () => {};
  }
  const worker = new Worker(new URL(import.meta.url), { workerData: file });
  worker.unref();
  return async () => {
    await worker.terminate();
    // SQLite moves what is left when the last connection is closed.
    database.close();
  };
}

if (!isMainThread && v.is(v.string(), workerData)) {
  const database = new DatabaseSync(workerData, patience);
  const checkpoint = database.prepare('PRAGMA wal_checkpoint(RESTART)');
  setInterval(() => {
    try {
      checkpoint.get();
    } catch {
      // The disk is full, say: the log grows until it has room again.
    }
  }, EVERY_MILLISECONDS);
}
