/** Validates custom headers in the browser. The API validates them too. */
import { webhookRules } from '../../../client/webhook-rules.generated.ts';

/** A row of the form. */
export interface HeaderRow {
  readonly name: string;
  readonly value: string;
}
/** The error messages of a row; empty if it is valid. */
export interface HeaderError {
  readonly name?: string;
  readonly value?: string;
}

/** The errors of each row, in order. An empty row has none. */
export const checkHeaders = (rows: readonly HeaderRow[]): readonly HeaderError[] =>
  rows.map((row, index) => {
    if (isEmptyRow(row)) return {};
    const name = nameError(row.name, rows.slice(0, index));
    const value = valueError(row.value);
    return { ...(name !== undefined && { name }), ...(value !== undefined && { value }) };
  });

/** Empty rows are ignored. */
export const isEmptyRow = ({ name, value }: HeaderRow): boolean => name === '' && value === '';

function nameError(name: string, before: readonly HeaderRow[]): string | undefined {
  const lower = name.toLowerCase();
  if (name === '') return 'Enter a name.';
  if (!webhookRules.headerName.test(name)) return 'Use at most 128 letters, digits and hyphens, without spaces.';
  if (isReserved(lower)) return 'This header is set by the service or by the connection.';
  if (before.some((row) => row.name.toLowerCase() === lower)) return 'There is already a header with this name.';
  return undefined;
}

function valueError(value: string): string | undefined {
  if (value.length > webhookRules.maxHeaderValueLength) {
    return `Use at most ${webhookRules.maxHeaderValueLength} characters instead of ${value.length}.`;
  }
  return webhookRules.headerValue.test(value) ? undefined : 'Use printable ASCII characters only.';
}

export const MAX_HEADERS_TEXT = `At most ${webhookRules.maxHeaders} headers are possible.`;

const isReserved = (lower: string): boolean =>
  [...webhookRules.reservedHeaders, ...webhookRules.unsafeHeaderNames].some((reserved) => reserved === lower) ||
  webhookRules.reservedHeaderPrefixes.some((prefix) => lower.startsWith(prefix));
