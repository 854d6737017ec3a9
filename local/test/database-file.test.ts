/** The log that SQLite writes ahead, with connections of our own in place of DynamoDB Local's. */
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { checkpointer } from '../dynamodb/database-file.ts';

const LARGE = 1_000_000;
const TEXT = 'x'.repeat(1_000);

function newDatabase() {
  const file = join(temporaryFolder(), 'items.db');
  const writer = new DatabaseSync(file);
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE items (text)');
  const insert = writer.prepare('INSERT INTO items VALUES (?)');
  const write = (items: number): void => {
    for (let n = 0; n < items; n += 1) insert.run(TEXT);
  };
  const sizes = () => ({ file: statSync(file).size, log: statSync(`${file}-wal`).size });
  return { file, writer, write, sizes, checkpoint: checkpointer(new DatabaseSync(file, { timeout: 0 }), LARGE) };
}

test('the log goes into the file, and the next write begins it anew', () => {
  const { write, sizes, checkpoint } = newDatabase();
  write(20);
  const { log } = sizes();
  checkpoint();
  expect(sizes().file).toBeGreaterThan(20 * TEXT.length);
  write(1);
  expect(sizes().log).toBe(log);
});

test('a large log during a transaction is moved as far as it goes, and the transaction goes on', () => {
  const { writer, write, sizes, checkpoint } = newDatabase();
  write(400);
  expect(sizes().log).toBeGreaterThan(LARGE);
  writer.exec('BEGIN IMMEDIATE');
  write(5);
  checkpoint();
  expect(sizes().file).toBeGreaterThan(400 * TEXT.length);
  writer.exec('COMMIT');
  expect(writer.prepare('SELECT count(*) AS items FROM items').get()).toEqual({ items: 405 });
});

/** Writes each millisecond: before what was written is in the file, the next is. Waits for locks. */
const BUSY_WRITER = `
const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
const { workerData: file, parentPort } = process.getBuiltinModule('node:worker_threads');
const database = new DatabaseSync(file, { timeout: 10_000 });
database.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF');
const insert = database.prepare('INSERT INTO items VALUES (?)');
const pause = new Int32Array(new SharedArrayBuffer(4));
for (let n = 0; n < 3_000; n += 1) {
  insert.run('x'.repeat(1_000));
  Atomics.wait(pause, 0, 0, 1);
}
parentPort.postMessage('done');
`;

test('a large log begins anew under load', async () => {
  const { file, sizes, checkpoint } = newDatabase();
  const done = once(new Worker(BUSY_WRITER, { eval: true, workerData: file }), 'message');
  let isDone = false;
  void done.then(() => {
    isDone = true;
  });
  while (!isDone) {
    checkpoint();
    await setImmediate();
  }

  expect(sizes().log).toBeLessThan(2.5 * LARGE);
}, 60_000);
