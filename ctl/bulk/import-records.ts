/** Imports a file of records into a network: in bounded memory, at a bounded rate, in the order of the file. */
import { appendFileSync, closeSync, createReadStream, openSync, rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import type { Connection } from '../connection.ts';
import { OperatorError } from '../errors.ts';
import { type Line, readLines } from './lines.ts';
import { isCsv, outcomeOf, readFormat, written } from './record-file.ts';
import { openKind, type RecordKindName } from './records.ts';

interface ImportOptions {
  readonly kind: RecordKindName;
  readonly networkId: NetworkId;
  readonly path: string;
  /** The most records a second. */
  readonly rate: number;
  /** Checks the file, and writes nothing but the refused lines. */
  readonly dryRun: boolean;
  /** Called from time to time, with the lines and the records a second so far. */
  readonly onProgress: (lines: number, perSecond: number) => void;
  /** Ends the import after the group that is being written. */
  readonly signal: AbortSignal;
}

/** What happened to the lines: `lines` is the sum of the other numbers. */
interface ImportResult {
  readonly lines: number;
  readonly imported: number;
  readonly refused: number;
  readonly empty: number;
  /** The lines that were refused, with reasons; undefined if there are none. */
  readonly refusedPath: string | undefined;
}

const LINES_PER_GROUP = 500;
const PROGRESS_EVERY_MS = 2_000;

/** Throws NetworkNotFoundError, UnprocessedItemsError, and OperatorError for what the operator can fix. */
export async function importRecords(connection: Connection, options: ImportOptions): Promise<ImportResult> {
  const { networkId, path, rate, dryRun, onProgress, signal } = options;
  const kind = await openKind(connection, networkId, options.kind);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new OperatorError(`There is no file ${path}.`, 'Name the file that is to be imported.');
  const { lines } = readLines(createReadStream(path));
  const parseRecord = await readFormat(path, lines, kind.required);
  const [refusedPath, refusedFile] = written(`${path}.refused.ndjson`, () => newRefusedFile(path));
  const headers = isCsv(path) ? 1 : 0;
  const counts = { lines: headers, imported: 0, refused: 0, empty: headers };
  const started = performance.now();
  let reported = started;
  try {
    for await (const group of groupsOf(lines)) {
      const batch = kind.batch();
      const outcomes = group.map((line) => outcomeOf(line, parseRecord, batch.add));
      const refused = outcomes.filter((outcome) => typeof outcome === 'object');
      if (!dryRun) await batch.write();
      const refusedLines = refused.map((line) => `${JSON.stringify(line)}\n`).join('');
      written(refusedPath, () => appendFileSync(refusedFile, refusedLines));
      counts.lines += group.length;
      counts.imported += outcomes.filter((outcome) => outcome === 'record').length;
      counts.refused += refused.length;
      counts.empty += outcomes.filter((outcome) => outcome === 'empty').length;
      const elapsed = performance.now() - started;
      if (performance.now() - reported > PROGRESS_EVERY_MS) {
        reported = performance.now();
        onProgress(counts.lines, (counts.imported * 1_000) / elapsed);
      }
      const pause = dryRun ? 0 : Math.max(0, (counts.imported * 1_000) / rate - elapsed);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted)
        throw new OperatorError(
          `Stopped after line ${counts.lines}.`,
          'Run the same command again: what was imported stays as it is.',
        );
    }
  } finally {
    // Also of a run that is stopped: an empty one would be taken for the answer that no line was refused.
    closeSync(refusedFile);
    if (counts.refused === 0) rmSync(refusedPath);
  }
  return { ...counts, refusedPath: counts.refused > 0 ? refusedPath : undefined };
}

async function* groupsOf(lines: AsyncIterable<Line>): AsyncGenerator<readonly Line[]> {
  let group: Line[] = [];
  for await (const line of lines) {
    group.push(line);
    if (group.length < LINES_PER_GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

const Exists = v.object({ code: v.literal('EEXIST') });

/**
 * Makes the file of refused lines beside the imported one: `FILE.refused.ndjson`, or `FILE.refused.2.ndjson` and so on
 * where that is taken. Throws the errors of `fs`.
 */
function newRefusedFile(importedPath: string): readonly [path: string, file: number] {
  for (let number = 1; ; number += 1) {
    const path = `${importedPath}.refused${number === 1 ? '' : `.${number}`}.ndjson`;
    try {
      // Exclusive: what is there, a link to another file above all, is neither followed nor emptied.
      return [path, openSync(path, 'ax')];
    } catch (error) {
      if (!v.is(Exists, error)) throw error;
    }
  }
}
