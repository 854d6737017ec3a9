/** Text for the terminal: aligned columns, and text of others that is safe to print. */

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

/** Escapes control and format characters, which can manipulate a terminal; except line breaks and emoji joiners. */
export const printable = (text: string): string => text.replaceAll(/(?![\n\u200d])[\p{Cc}\p{Cf}]/gu, escaped);

/** Returns a character's escape in JSON. */
const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
