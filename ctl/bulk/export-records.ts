/** Exports all records of a network as NDJSON. */
import { appendFileSync, closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import type { NetworkId } from '../../contract/ids.ts';
import type { Connection } from '../connection.ts';
import { OperatorError } from '../errors.ts';
import { written } from './record-file.ts';
import { openKind, type RecordKindName } from './records.ts';

/** Passes the lines of all records to `write`, and returns how many there were. Throws NetworkNotFoundError. */
export async function exportRecords(
  connection: Connection,
  networkId: NetworkId,
  name: RecordKindName,
  write: (text: string) => unknown,
): Promise<number> {
  const kind = await openKind(connection, networkId, name);
  let count = 0;
  for await (const records of kind.all()) {
    await write(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    count += records.length;
  }
  return count;
}

/** Writes a new file, visible once complete, and returns its number of records. Throws OperatorError. */
export async function exportToFile(path: string, ...what: [Connection, NetworkId, RecordKindName]): Promise<number> {
  if (existsSync(path)) throw new OperatorError(`There is a file ${path} already.`, 'Delete it, or name another one.');
  const unfinished = `${path}.unfinished`;
  // Exclusive: a link that is there is not followed.
  const file = written(unfinished, () => openSync(unfinished, 'ax'));
  try {
    const count = await exportRecords(...what, (text) => written(path, () => appendFileSync(file, text)));
    renameSync(unfinished, path);
    return count;
  } catch (error) {
    // It would be in the way of the next run, which begins anew.
    rmSync(unfinished);
    throw error;
  } finally {
    closeSync(file);
  }
}
