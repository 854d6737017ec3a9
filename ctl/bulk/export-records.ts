/** Exports all records of a network as NDJSON: to stdout, or to a file, where it goes on from where it stopped. */
import { appendFileSync, existsSync, truncateSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import type { Connection } from '../connection.ts';
import { OperatorError } from '../errors.ts';
import { ScanKey } from './network-pages.ts';
import { progressFile, written } from './progress-file.ts';
import { openKind, type RecordKindName, recordKindNames } from './records.ts';

const Progress = v.object({
  kind: v.picklist(recordKindNames),
  networkId: v.string(),
  next: ScanKey,
  records: v.number(),
  /** The length of the file, in bytes. */
  bytes: v.number(),
});

/** Passes the lines of all records to `write`. Throws NetworkNotFoundError. */
export async function exportToStream(
  connection: Connection,
  networkId: NetworkId,
  name: RecordKindName,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const kind = await openKind(connection, networkId, name);
  for await (const { records } of kind.pages()) await write(linesOf(records));
}

/** Writes the file and returns how many records it has. Throws NetworkNotFoundError, and OperatorError for the file. */
export async function exportToFile(
  connection: Connection,
  networkId: NetworkId,
  name: RecordKindName,
  path: string,
): Promise<number> {
  const kind = await openKind(connection, networkId, name);
  const progress = progressFile(`${path}.progress.json`, Progress);
  const earlier = progress.read();
  if (earlier === undefined && existsSync(path))
    throw new OperatorError(`There is a file ${path} already.`, 'Delete it, or name another one.');
  if (earlier !== undefined && (earlier.kind !== name || earlier.networkId !== networkId))
    throw new OperatorError(`${progress.path} is of another export.`, 'Delete it and its file, or name another file.');
  let { records: count, bytes } = earlier ?? { records: 0, bytes: 0 };
  written(path, () => {
    writeFileSync(path, '', { flag: 'a' });
    truncateSync(path, bytes);
  });
  for await (const { records, next } of kind.pages(earlier?.next)) {
    const text = linesOf(records);
    written(path, () => appendFileSync(path, text));
    count += records.length;
    bytes += Buffer.byteLength(text);
    if (next !== undefined) progress.write({ kind: name, networkId, next, records: count, bytes });
  }
  progress.remove();
  return count;
}

const linesOf = (records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');
