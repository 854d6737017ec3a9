/** What a command prints: its result to stdout, everything else to stderr; in columns, and safe for the terminal. */
import { once } from 'node:events';

/** Writes a part of the result. Waits while the reader is slow, so that an export of any size needs little memory. */
export async function writeResult(text: string): Promise<void> {
  if (!process.stdout.write(printable(text))) await once(process.stdout, 'drain');
}

/** Writes a line for people to stderr. */
export const writeNote = (text: string): void => void process.stderr.write(`${printable(text)}\n`);

let onClosedStdout: () => void = () => process.exit(0);

/**
 * Ends the process with exit code 0 when the reader of stdout is gone, as in `… | head`, and with 1 when the result can't
 * be written, as on a full disk.
 */
export function exitOnClosedStdout(): void {
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') return onClosedStdout();
    writeNote(`The result can't be written to stdout: ${error.message}`);
    process.exit(1);
  });
}

/** Calls `cleanUp` instead when the reader of stdout is gone. `cleanUp` must make the process end. */
export function cleanUpOnClosedStdout(cleanUp: () => void): void {
  onClosedStdout = cleanUp;
}

/** The result of a command, as text and as JSON. */
export interface CommandResult {
  /** For people, without a final line break; empty prints nothing. */
  readonly text: string;
  /** For programs: printed with `--json`. */
  readonly json: unknown;
  /** A hint for people: printed to stderr, except with `--json`. */
  readonly note?: string | undefined;
}

/** Prints the result of a command, as JSON with `--json`. */
export async function printResult(
  options: { readonly json: boolean },
  { text, json, note }: CommandResult,
): Promise<void> {
  if (options.json) return writeResult(`${JSON.stringify(json, null, 2)}\n`);
  if (text !== '') await writeResult(`${text}\n`);
  if (note !== undefined) writeNote(note);
}

/** A text as one word of a shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Printed after changes that the authorizer's cache can delay (docs/spec/access.md#authorizer). */
export const CACHE_NOTICE = 'Tokens that were used just now may work as before for up to 60 s.';

const GAP = '  ';

/** Returns one line per row, with each column as wide as its widest cell and without trailing spaces. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/**
 * Escapes control and format characters, which can manipulate a terminal; except line breaks and emoji joiners. JSON
 * keeps its value, because it has such characters in strings only.
 */
export const printable = (text: string): string => text.replaceAll(/(?![\n\u200d])[\p{Cc}\p{Cf}]/gu, escaped);

/** The escapes so far: a text may have nothing but such characters. */
const escapes = new Map<string, string>();

/** Returns a character's escape in JSON. */
function escaped(character: string): string {
  const known = escapes.get(character);
  if (known !== undefined) return known;
  const units = character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const made = units.join('');
  escapes.set(character, made);
  return made;
}
