/** What is wrong with custom headers, row by row, as far as it can be said without asking the service. */
import { webhookRules } from '../../../client/webhook-rules.generated.ts';

/** A row of the editor. */
export interface HeaderRow {
  readonly name: string;
  readonly value: string;
}
/** What is wrong with a row; nothing, where both are absent. */
export interface HeaderProblem {
  readonly name?: string;
  readonly value?: string;
}

/** A problem for each row, in their order. An empty row is none. */
export const checkHeaders = (rows: readonly HeaderRow[]): readonly HeaderProblem[] =>
  rows.map((row, index) => {
    if (isEmptyRow(row)) return {};
    const name = nameProblem(row.name, rows.slice(0, index));
    const value = valueProblem(row.value);
    return { ...(name !== undefined && { name }), ...(value !== undefined && { value }) };
  });

/** A row that nothing was typed into is left out. */
export const isEmptyRow = ({ name, value }: HeaderRow): boolean => name === '' && value === '';

function nameProblem(name: string, before: readonly HeaderRow[]): string | undefined {
  const lower = name.toLowerCase();
  if (name === '') return 'Enter a name.';
  if (!webhookRules.headerName.test(name)) return 'Use letters, digits and -, at most 128 of them, and no spaces.';
  if (isReserved(lower)) return 'This header is set by the service or belongs to the connection.';
  if (before.some((row) => row.name.toLowerCase() === lower)) return 'There is a header of this name already.';
  return undefined;
}

function valueProblem(value: string): string | undefined {
  if (value.length > webhookRules.maxHeaderValueLength) {
    return `At most ${webhookRules.maxHeaderValueLength} characters; these are ${value.length}.`;
  }
  return webhookRules.headerValue.test(value) ? undefined : 'Use printable ASCII characters only.';
}

const isReserved = (lower: string): boolean =>
  [...webhookRules.reservedHeaders, ...webhookRules.unsafeHeaderNames].some((reserved) => reserved === lower) ||
  webhookRules.reservedHeaderPrefixes.some((prefix) => lower.startsWith(prefix));
