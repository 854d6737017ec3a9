/** Which lines of an import are records, and why others are refused. */
import * as v from 'valibot';
import type { Line } from './lines.ts';
import { InvalidRecordError, type ParseRecord } from './record-format.ts';

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
