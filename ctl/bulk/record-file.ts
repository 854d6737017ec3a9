/** Files of records, as NDJSON or as CSV with a header, and why lines are none. Read in bounded memory. */
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { OperatorError } from '../errors.ts';

/** A longer line is none of a record. */
const MAX_LINE_BYTES = 64 * 1024;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Undefined if it is too long. */
  readonly bytes: Buffer | undefined;
}

const LINE_FEED = 0x0a;

/** Reads the lines, which end with LF or CRLF, without a byte order mark. Rejects with errors of `fs`. */
export async function* linesOf(path: string): AsyncGenerator<Line> {
  let number = 0;
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer): void => {
    size += part.length;
    if (size <= MAX_LINE_BYTES) parts.push(part);
  };
  const take = (): Line => {
    number += 1;
    const line = { number, bytes: size > MAX_LINE_BYTES ? undefined : Buffer.concat(parts) };
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of createReadStream(path)) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a stream without encoding has no text');
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, at));
      from = at + 1;
      yield take();
    }
    add(chunk.subarray(from));
  }
  if (size > 0) yield take();
}

/** The line has no record. */
class InvalidRecordError extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf({ bytes }: Line): string {
  if (bytes === undefined) throw new InvalidRecordError(`is longer than ${MAX_LINE_BYTES} bytes`);
  try {
    return utf8.decode(bytes).replace(/\r$/, '');
  } catch {
    throw new InvalidRecordError('is not UTF-8');
  }
}

/** Reads the record of a line. Throws InvalidRecordError. */
export type ParseRecord = (text: string) => unknown;

/** Whether the lines of the file are read as CSV with a header; otherwise as NDJSON. */
export const isCsv = (path: string): boolean => /\.csv$/i.test(path);

/** How the records of a file are read. Of a CSV file, takes the header. Throws OperatorError if it lacks a column. */
export async function readFormat(
  path: string,
  lines: AsyncGenerator<Line>,
  columns: readonly string[],
): Promise<ParseRecord> {
  if (!isCsv(path)) return parseJsonLine;
  const { value: header } = await lines.next();
  const names = columnsIn(header);
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0)
    throw new OperatorError(
      `The first line of ${path} must name the columns; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
      `Begin the file with ${columns.join(',')}, or name it .ndjson if it is NDJSON.`,
    );
  return (text) => {
    const fields = fieldsOf(text);
    if (fields.length !== names.length)
      throw new InvalidRecordError(`has ${fields.length} fields instead of ${names.length}`);
    // An empty field is a missing one: CSV has no other way to say so.
    return Object.fromEntries(names.map((name, n) => [name, fields[n] === '' ? undefined : fields[n]]));
  };
}

function columnsIn(header: Line | undefined): readonly string[] {
  try {
    return header ? fieldsOf(textOf(header)) : [];
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

/** As much of a refused line as is shown. */
const SHOWN_CHARACTERS = 500;

/**
 * Reads a line, and passes its record to `add`, which throws a ValiError for what is none. Returns what became of the
 * line: a record, nothing, or a line of the file of refused ones.
 */
export function outcomeOf(line: Line, parseRecord: ParseRecord, add: (record: unknown) => void) {
  let text: string | undefined;
  try {
    text = textOf(line);
    if (text.trim() === '') return 'empty';
    add(parseRecord(text));
    return 'record';
  } catch (error) {
    if (!(error instanceof v.ValiError || error instanceof InvalidRecordError)) throw error;
    const [issue] = error instanceof v.ValiError ? error.issues : [];
    const member = issue === undefined ? undefined : v.getDotPath(issue);
    const why = typeof member === 'string' ? `${member}: ${error.message}` : error.message;
    return { line: line.number, reason: why, text: text?.slice(0, SHOWN_CHARACTERS) };
  }
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
