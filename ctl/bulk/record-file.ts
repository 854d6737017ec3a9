/** Files of records, as NDJSON or as CSV with a header: what each line is. */
import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { OperatorError } from '../errors.ts';
import { type Line, MAX_LINE_BYTES } from './lines.ts';

/** The line has no record. */
class InvalidRecordError extends Error {}

/** Keeps a byte order mark, which is none in the middle of a file but may be part of an id. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf({ bytes }: Line): string {
  if (bytes === undefined) throw new InvalidRecordError(`is longer than ${MAX_LINE_BYTES} bytes`);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new InvalidRecordError('is not UTF-8');
  }
}

const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

/** Reads the record of a line. Throws InvalidRecordError. */
export type ParseRecord = (text: string) => unknown;

/** Whether the lines of the file are read as CSV with a header; otherwise as NDJSON. */
export const isCsv = (path: string): boolean => /\.csv$/i.test(path);

/**
 * How the records of a file are read. Of a CSV file, takes the header. Throws OperatorError if it does not name each of
 * the columns once.
 */
export async function readFormat(
  path: string,
  lines: AsyncGenerator<Line>,
  columns: readonly string[],
): Promise<ParseRecord> {
  if (!isCsv(path)) return parseJsonLine;
  const { value } = await lines.next();
  const begin = `Begin the file with ${columns.join(',')}, or name it .ndjson if it is NDJSON.`;
  const { header, names } = headerOf(value, (why) => new OperatorError(`The first line of ${path} ${why}.`, begin));
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0)
    throw new OperatorError(
      `The first line of ${path} must name the columns; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
      begin,
    );
  return (text) => {
    if (withoutMark(text) === header) throw new InvalidRecordError('repeats the header');
    const fields = fieldsOf(text);
    if (fields.length !== names.length)
      throw new InvalidRecordError(`has ${fields.length} fields instead of ${names.length}`);
    // An empty field is a missing one: CSV has no other way to say so.
    return Object.fromEntries(names.map((name, n) => [name, fields[n] === '' ? undefined : fields[n]]));
  };
}

function headerOf(line: Line | undefined, problem: (why: string) => OperatorError) {
  try {
    const header = line === undefined ? '' : withoutMark(textOf(line));
    const names = fieldsOf(header);
    const seen = new Set<string>();
    const twice = new Set(names.filter((name) => seen.size === seen.add(name).size));
    if (twice.size > 0) throw new InvalidRecordError(`names a column twice: ${[...twice].join(', ')}`);
    return { header, names };
  } catch (error) {
    if (error instanceof InvalidRecordError) throw problem(error.message);
    throw error;
  }
}

/** A JSON string, with its quotes. */
const STRING = /"(?:[^"\\]|\\.)*"/g;

function parseJsonLine(line: string): unknown {
  const text = withoutMark(line);
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    throw new InvalidRecordError('is not JSON');
  }
  // JSON.parse takes the last of several members of one name. In a record all values are strings; others are refused.
  const values = typeof record === 'object' && record !== null && !Array.isArray(record) ? Object.values(record) : [];
  if (values.length > 0 && values.every((value) => typeof value === 'string')) {
    if (text.match(STRING)?.length !== 2 * values.length) throw new InvalidRecordError('has a member twice');
  }
  return record;
}

/** The fields of one line of CSV; of all its records, if the parser finds several. */
function fieldsOf(text: string): readonly string[] {
  try {
    return parse(text).flat();
  } catch {
    throw new InvalidRecordError('is not CSV: check its quotes');
  }
}

/** As much of a refused line as is shown. */
const SHOWN_CHARACTERS = 500;

/** A line that was refused: its number, why, and its beginning, unless it has no text. */
export interface RefusedLine {
  readonly line: number;
  readonly reason: string;
  readonly text: string | undefined;
}

/**
 * Reads a line, and passes its record to `add`, which throws a ValiError for what is none. Returns what became of the
 * line: a record, nothing, or a refused line.
 */
export function outcomeOf(
  line: Line,
  parseRecord: ParseRecord,
  add: (record: unknown) => void,
): 'record' | 'empty' | RefusedLine {
  let text: string | undefined;
  try {
    text = textOf(line);
    if (text.trim() === '') return 'empty';
    add(parseRecord(text));
    return 'record';
  } catch (error) {
    if (!(error instanceof v.ValiError || error instanceof InvalidRecordError)) throw error;
    const reason = error instanceof v.ValiError ? reasonsOf(error) : error.message;
    return { line: line.number, reason, text: text?.slice(0, SHOWN_CHARACTERS) };
  }
}

/** All that is wrong with a record. */
function reasonsOf({ issues }: v.ValiError<v.GenericSchema>): string {
  const reasons = issues.map((issue) => {
    const member = v.getDotPath(issue);
    return typeof member === 'string' ? `${member}: ${issue.message}` : issue.message;
  });
  return [...new Set(reasons)].join('; ');
}

/** Runs `write`. Throws OperatorError where the file can't be written, such as on a full disk. */
export function written<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new OperatorError(
      `${path} can't be written: ${error.message}`,
      'Make room for it, or remove what is in its place, and run the same command again.',
    );
  }
}
