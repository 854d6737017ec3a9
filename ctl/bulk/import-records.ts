/** Imports a file of records into a network: in bounded memory, at a bounded rate, in the order of the file. */
import { createReadStream, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkId } from '../../contract/ids.ts';
import type { Connection } from '../connection.ts';
import { InterruptedError, OperatorError } from '../errors.ts';
import { type Line, readLines } from './lines.ts';
import { openProgress } from './progress-file.ts';
import { isCsv, outcomeOf, type RefusedLine, readFormat } from './record-file.ts';
import { identityOf, openKind, type RecordKind, type RecordKindName } from './records.ts';
import { refusedFile } from './refused-file.ts';

interface ImportOptions {
  readonly kind: RecordKindName;
  readonly networkId: NetworkId;
  readonly path: string;
  /** The most records a second. */
  readonly rate: number;
  /** Checks the file, and writes nothing. */
  readonly dryRun: boolean;
  /** Called from time to time with a sentence about the progress. */
  readonly note: (text: string) => void;
  /** Ends the import. */
  readonly signal: AbortSignal;
}

/** What happened to the lines: `lines` is the sum of the other numbers. */
interface ImportResult {
  readonly lines: number;
  readonly imported: number;
  readonly refused: number;
  readonly empty: number;
  /** The lines that were refused, with reasons; undefined if there are none, or in a dry run. */
  readonly refusedPath: string | undefined;
}

/** Lines that were read together: what they hold, and how the file was up to the last of them. */
interface Group {
  readonly write: () => Promise<void>;
  readonly records: number;
  readonly refused: readonly RefusedLine[];
  /** The number of the last line, and the digest of all up to it. */
  readonly last: number;
  readonly digest: string;
}

const LINES_PER_GROUP = 500;
const NOTE_EVERY_MS = 2_000;
const NOTE_OF_WAIT_EVERY_MS = 15_000;
/** Refused lines that a dry run shows. */
const SHOWN_LINES = 20;

/**
 * Imports what an earlier run has not. Throws NetworkNotFoundError, and OperatorError for what the operator can fix; if
 * some lines are done, InterruptedError with any other error. The next run goes on after these lines.
 */
export async function importRecords(connection: Connection, options: ImportOptions): Promise<ImportResult> {
  const { networkId, path, dryRun } = options;
  const kind = await openKind(connection, networkId, options.kind);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new OperatorError(`There is no file ${path}.`, 'Name the file that is to be imported.');
  return dryRun
    ? await checkLines(kind, options)
    : await importLines(kind, await identityOf(connection, networkId, options.kind), options);
}

/** Shows the first refused lines, and writes nothing. */
async function checkLines(kind: RecordKind, options: ImportOptions): Promise<ImportResult> {
  let shown = 0;
  const counts = await eachGroup(kind, options, async ({ refused }) => {
    const first = refused.slice(0, SHOWN_LINES - shown);
    shown += first.length;
    for (const { line, reason } of first) options.note(`line ${line}: ${reason}`);
    if (options.signal.aborted) throw new OperatorError('Stopped.', 'Nothing was written.');
  });
  return { ...counts, refusedPath: undefined };
}

async function importLines(
  kind: RecordKind,
  identity: string,
  { path, rate, note, signal }: ImportOptions,
): Promise<ImportResult> {
  const progress = openProgress(path, identity);
  const refusals = refusedFile(path);
  let done = 0;
  try {
    done = await progress.linesDone(signal, note);
    if (done > 0) note(`Lines 1 to ${done} are done, by an earlier run: this one goes on after them.`);
    const counts = await eachGroup(kind, { path, note }, async (group) => {
      const started = performance.now();
      const isDone = group.last <= done;
      if (!isDone) await watched(group, done, note);
      refusals.add(group.refused);
      if (isDone) return signal.throwIfAborted();
      progress.store(group.last, group.digest);
      done = group.last;
      // Of each group by itself: after a disturbance the import must not make up for lost time.
      const pause = Math.max(0, (group.records * 1_000) / rate - (performance.now() - started));
      await sleep(pause, undefined, { signal });
    });
    progress.remove();
    return { ...counts, refusedPath: refusals.path() };
  } catch (error) {
    throw interruption(error, done, signal);
  } finally {
    progress.close();
    refusals.close();
  }
}

/** Writes a group, and says so from time to time while that takes long. */
async function watched({ write, last }: Group, done: number, note: (text: string) => void): Promise<void> {
  const timer = setInterval(() => note(`Lines ${done + 1} to ${last} wait for the service.`), NOTE_OF_WAIT_EVERY_MS);
  try {
    await write();
  } finally {
    clearInterval(timer);
  }
}

function interruption(cause: unknown, done: number, signal: AbortSignal): unknown {
  if (signal.aborted)
    return new OperatorError(`Stopped after line ${done}.`, 'Run the same command again: it goes on there.');
  if (done === 0) return cause;
  return new InterruptedError(`Lines 1 to ${done} are done. Run the same command again: it goes on after them.`, {
    cause,
  });
}

/** Reads the file, passes its lines in groups to `take`, and counts them. Throws OperatorError, and what `take` throws. */
async function eachGroup(
  kind: RecordKind,
  { path, note }: Pick<ImportOptions, 'path' | 'note'>,
  take: (group: Group) => Promise<void>,
): Promise<Omit<ImportResult, 'refusedPath'>> {
  const { lines, digest } = readLines(createReadStream(path));
  const parseRecord = await readFormat(path, lines, kind.required);
  const headers = isCsv(path) ? 1 : 0;
  const counts = { lines: headers, imported: 0, refused: 0, empty: headers };
  const started = performance.now();
  let noted = started;
  for await (const group of groupsOf(lines)) {
    const batch = kind.batch();
    const outcomes = group.map((line) => outcomeOf(line, parseRecord, batch.add));
    const refused = outcomes.filter((outcome) => typeof outcome === 'object');
    const records = outcomes.filter((outcome) => outcome === 'record').length;
    counts.lines += group.length;
    await take({ write: batch.write, records, refused, last: counts.lines, digest: digest() });
    counts.imported += records;
    counts.refused += refused.length;
    counts.empty += group.length - refused.length - records;
    const now = performance.now();
    if (now - noted > NOTE_EVERY_MS) {
      noted = now;
      note(`${counts.lines} lines, ${Math.round((counts.imported * 1_000) / (now - started))} records/s`);
    }
  }
  return counts;
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
