/**
 * Imports a file of records into a network: in bounded memory, at a bounded rate, and from where it stopped.
 *
 * Records are written in groups, in the order of the file. After each group the place in the file is stored; what was
 * written after the last stored place is written again, which changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { NetworkId } from '../../contract/ids.ts';
import type { Connection } from '../connection.ts';
import { OperatorError } from '../errors.ts';
import { type Line, linesOf, outcomeOf, type ParseRecord, readFormat, written } from './record-file.ts';
import { openKind, type RecordKind, type RecordKindName, recordKindNames } from './records.ts';
import { createRefusedFile, type RefusedFile, RefusedFileId, reopenRefusedFile } from './refused-file.ts';

interface ImportOptions {
  readonly kind: RecordKindName;
  readonly networkId: NetworkId;
  readonly path: string;
  /** The most records a second. */
  readonly rate: number;
  /** Checks the file, and writes nothing but the refused lines. */
  readonly dryRun: boolean;
  /** Called from time to time. */
  readonly onProgress: (progress: ImportProgress) => void;
  /** Ends the import after the group that is being written. */
  readonly signal: AbortSignal;
}

/** What happened to the lines so far: `lines` is the sum of the others. */
const Counts = v.object({ lines: v.number(), imported: v.number(), refused: v.number(), empty: v.number() });
export type Counts = v.InferOutput<typeof Counts>;

interface ImportProgress extends Counts {
  /** Records a second, of this run. */
  readonly perSecond: number;
  /** The part of the file that was read: 0 to 1. */
  readonly share: number;
}

interface ImportResult extends Counts {
  /** The lines that were refused, with reasons; undefined if there are none. */
  readonly refusedPath: string | undefined;
  /** Lines that an earlier run had done. */
  readonly resumedAfter: number;
}

const Progress = v.object({
  kind: v.picklist(recordKindNames),
  networkId: v.string(),
  /** The file as it was at the beginning. */
  size: v.number(),
  modified: v.number(),
  /** How much of the file is done, in bytes. */
  bytes: v.number(),
  refusedFile: RefusedFileId,
  /** Its length, in bytes. */
  refusedBytes: v.number(),
  counts: Counts,
});
type Progress = v.InferOutput<typeof Progress>;
type Begin = Omit<Progress, 'refusedFile'>;

const LINES_PER_GROUP = 500;
const PROGRESS_EVERY_MS = 2_000;

/** Throws NetworkNotFoundError, UnprocessedItemsError, and OperatorError for what the operator can fix. */
export async function importRecords(connection: Connection, options: ImportOptions): Promise<ImportResult> {
  const { path, networkId, kind: name, dryRun } = options;
  const kind = await openKind(connection, networkId, name);
  const file = statOf(path);
  const { parseRecord, firstLine } = await readFormat(path, kind.required);
  const progress = progressFile(`${path}.progress.json`);
  const begin: Begin = {
    ...{ kind: name, networkId, ...file, bytes: firstLine.bytes, refusedBytes: 0 },
    counts: { lines: firstLine.lines, imported: 0, refused: 0, empty: firstLine.lines },
  };
  const earlier = progress.read();
  if (dryRun && earlier !== undefined)
    throw new OperatorError('An import of this file is not finished.', 'Finish it first: run it without --dry-run.');
  if (earlier !== undefined) refuseOther(earlier, begin, progress.path);
  const refusedFile = written(`${path}.refused.ndjson`, () =>
    earlier === undefined
      ? createRefusedFile(path)
      : reopenRefusedFile(path, earlier.refusedFile, earlier.refusedBytes),
  );
  const state: Progress = earlier ?? { ...begin, refusedFile: refusedFile.id };
  const resumedAfter = state.counts.lines - begin.counts.lines;
  // Also shows that it can be written, before anything is.
  if (!dryRun) progress.write(state);

  const done = await importAll(kind, parseRecord, state, {
    ...options,
    refusedFile,
    save: dryRun ? () => {} : progress.write,
  });
  if (!dryRun) progress.remove();
  refusedFile.close(done.refused === 0);
  return { ...done, refusedPath: done.refused > 0 ? refusedFile.path : undefined, resumedAfter };
}

interface Run extends Pick<ImportOptions, 'path' | 'rate' | 'dryRun' | 'onProgress' | 'signal'> {
  readonly refusedFile: RefusedFile;
  readonly save: (state: Progress) => void;
}

async function importAll(kind: RecordKind, parseRecord: ParseRecord, begin: Progress, run: Run): Promise<Counts> {
  const { path, rate, dryRun, refusedFile, save, onProgress, signal } = run;
  let state = begin;
  const started = performance.now();
  let reported = started;
  const recordsNow = (): number => state.counts.imported - begin.counts.imported;
  for await (const group of groupsOf(linesOf(path, { bytes: state.bytes, lines: state.counts.lines }))) {
    const batch = kind.batch();
    const outcomes = group.map((line) => outcomeOf(line, parseRecord, batch.add));
    const refused = outcomes.flatMap((outcome) =>
      outcome.kind === 'refused' ? [`${JSON.stringify(outcome.line)}\n`] : [],
    );
    if (!dryRun) await batch.write();
    written(refusedFile.path, () => refusedFile.append(refused.join('')));
    state = {
      ...state,
      bytes: group.at(-1)?.end ?? state.bytes,
      refusedBytes: state.refusedBytes + Buffer.byteLength(refused.join('')),
      counts: {
        lines: state.counts.lines + group.length,
        imported: state.counts.imported + outcomes.filter(({ kind: outcome }) => outcome === 'record').length,
        refused: state.counts.refused + refused.length,
        empty: state.counts.empty + outcomes.filter(({ kind: outcome }) => outcome === 'empty').length,
      },
    };
    save(state);
    if (signal.aborted)
      throw new OperatorError(
        `Stopped after line ${state.counts.lines}.`,
        'Run the same command again: it resumes there.',
      );
    const elapsed = performance.now() - started;
    if (performance.now() - reported > PROGRESS_EVERY_MS) {
      reported = performance.now();
      onProgress({ ...state.counts, perSecond: (recordsNow() * 1_000) / elapsed, share: state.bytes / state.size });
    }
    if (!dryRun) await sleep(Math.max(0, (recordsNow() * 1_000) / rate - elapsed));
  }
  return state.counts;
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

/** Size in bytes and time of change of a file. Throws OperatorError if it is none. */
function statOf(path: string): Pick<Progress, 'size' | 'modified'> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) return { size: stat.size, modified: stat.mtimeMs };
  throw new OperatorError(`There is no file ${path}.`, 'Name the file that is to be imported.');
}

/** Throws OperatorError where the progress is that of another import. */
function refuseOther(earlier: Progress, begin: Begin, path: string): void {
  const different = (['kind', 'networkId', 'size', 'modified'] as const).filter(
    (part) => earlier[part] !== begin[part],
  );
  if (different.length === 0) return;
  throw new OperatorError(
    `${path} is of another import: ${different.join(', ')} differ.`,
    'Delete it to begin again; records that are there already stay as they are.',
  );
}

/** Where an import has got to, in a file beside its own, so that it resumes there after a stop or a crash. */
const progressFile = (path: string) => ({
  path,
  /** Undefined if there is none: nothing has begun. Throws OperatorError for a file that is not one of these. */
  read(): Progress | undefined {
    if (!existsSync(path)) return undefined;
    const content = v.safeParse(v.pipe(v.string(), v.parseJson(), Progress), readFileSync(path, 'utf8'));
    if (content.success) return content.output;
    throw new OperatorError(`${path} is not a file of progress.`, 'Delete it, and begin again.');
  },
  /** Replaces the whole file at once. Throws OperatorError where it can't be written. */
  write: (content: Progress): void =>
    written(path, () => {
      const unfinished = `${path}.${randomUUID()}`;
      writeFileSync(unfinished, JSON.stringify(content), { flag: 'wx' });
      renameSync(unfinished, path);
    }),
  remove: () => rmSync(path, { force: true }),
});
