/** Tables as CSV (https://www.rfc-editor.org/rfc/rfc4180), for spreadsheets. */

/** What a cell can have; nothing makes an empty one. */
export type Cell = string | number | undefined;

/** A spreadsheet takes text that begins so for a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const LIKE_A_FORMULA = /^[=+\-@\t\r\n]/;

/** The text of a file. It begins with a byte order mark, by which Excel knows that it is UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return `${cell ?? ''}`;
  const text = LIKE_A_FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}
