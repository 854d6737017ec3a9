/** Records in a file: one on a line, as JSON (NDJSON) or as CSV with a header; and why lines are none. */
import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { OperatorError } from '../errors.ts';
import { type Line, linesOf } from './lines.ts';

export const recordFormats = ['ndjson', 'csv'] as const;
export type RecordFormat = (typeof recordFormats)[number];

/** The format that a file's name says: CSV for `.csv`, otherwise NDJSON. */
export const formatOf = (path: string): RecordFormat => (/\.csv$/i.test(path) ? 'csv' : 'ndjson');

/** Reads the record of a line. Throws InvalidRecordError. */
export type ParseRecord = (text: string) => unknown;

/** The line has no record. */
class InvalidRecordError extends Error {}

/**
 * How the lines of the file are read. `firstLine` is that of the first record. Throws OperatorError for a CSV file whose header
 * lacks a column.
 */
export async function readFormat(path: string, format: RecordFormat, columns: readonly string[]) {
  if (format === 'ndjson') return { parseRecord: parseJsonLine, firstLine: { bytes: 0, lines: 0 } };
  const { value: header } = await linesOf(path).next();
  const names = columnsIn(header?.text);
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0)
    throw new OperatorError(
      `The first line of ${path} must name the columns; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
      `Begin the file with ${columns.join(',')}, or name it .ndjson if it is NDJSON.`,
    );
  const parseRecord = (text: string): unknown => {
    const fields = fieldsOf(text);
    if (fields.length !== names.length)
      throw new InvalidRecordError(`has ${fields.length} fields instead of ${names.length}`);
    // An empty field is a missing one: CSV has no other way to say so.
    return Object.fromEntries(names.map((name, n) => [name, fields[n] === '' ? undefined : fields[n]]));
  };
  return { parseRecord, firstLine: { bytes: header?.end ?? 0, lines: 1 } };
}

function columnsIn(header = ''): readonly string[] {
  try {
    return fieldsOf(header);
  } catch {
    return [];
  }
}

function parseJsonLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidRecordError('is not JSON');
  }
}

function fieldsOf(text: string): readonly string[] {
  try {
    const [fields = []] = parse(text, { bom: true });
    return fields;
  } catch {
    throw new InvalidRecordError('is not CSV: check its quotes');
  }
}

/** What became of a line: a record of a batch, nothing, or a line of the file of refused ones. */
type Outcome =
  | { readonly kind: 'record' | 'empty' }
  | {
      readonly kind: 'refused';
      readonly line: { readonly line: number; readonly reason: string; readonly text?: string };
    };

/** As much of a refused line as is shown. */
const SHOWN_CHARACTERS = 500;

/** Reads a line, and passes its record to `add`, which throws a ValiError for what is none. */
export function outcomeOf(
  { number, text, reason = '' }: Line,
  parseRecord: ParseRecord,
  add: (record: unknown) => void,
): Outcome {
  if (text === undefined) return { kind: 'refused', line: { line: number, reason } };
  if (text.trim() === '') return { kind: 'empty' };
  try {
    add(parseRecord(text));
    return { kind: 'record' };
  } catch (error) {
    if (!(error instanceof v.ValiError || error instanceof InvalidRecordError)) throw error;
    const [issue] = error instanceof v.ValiError ? error.issues : [];
    const member = issue === undefined ? undefined : v.getDotPath(issue);
    const why = typeof member === 'string' ? `${member}: ${error.message}` : error.message;
    return { kind: 'refused', line: { line: number, reason: why, text: text.slice(0, SHOWN_CHARACTERS) } };
  }
}
