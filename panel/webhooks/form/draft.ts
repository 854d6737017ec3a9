/** The content of the form, its validation, the request made of it, and the API's errors by field. */
import type { ApiError, RequestTo } from '../../../client/index.ts';
import { webhookRules } from '../../../client/webhook-rules.generated.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { sentence } from '../../shared/texts.ts';
import { ALL_EVENTS, matchesNotices } from '../event-patterns.ts';
import { checkUrl } from './url-check.ts';

export interface Draft {
  readonly url: string;
  readonly description: string;
  /** All events; of `patterns` only those of notices count. */
  readonly allEvents: boolean;
  readonly patterns: readonly string[];
  readonly headers: readonly HeaderRow[];
  readonly legacySignature: boolean;
  readonly enabled: boolean;
}

/** Error messages by field. `headers` is about all headers together, `headerRows` about each one. */
export interface FieldErrors {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly events?: string | undefined;
  readonly headers?: string | undefined;
  readonly headerRows?: readonly HeaderError[];
}

/** The form of a new webhook, for all events if there are no `patterns`. */
export const emptyDraft = (patterns: readonly string[] = []): Draft => ({
  url: '',
  description: '',
  allEvents: patterns.length === 0,
  patterns,
  headers: [],
  legacySignature: false,
  enabled: true,
});

/** The form of an existing webhook. */
export const draftOf = ({ url, description, events, headers, legacySignature, enabled }: Webhook): Draft => ({
  url,
  description,
  allEvents: events.includes(ALL_EVENTS),
  patterns: events.filter((pattern) => pattern !== ALL_EVENTS),
  headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  legacySignature,
  enabled,
});

type Fields = Required<RequestTo<'createWebhook'>['body']>;

/** The draft as the body of a request. */
export const fieldsOf = ({ url, description, allEvents, patterns, headers, ...switches }: Draft): Fields => ({
  url: url.trim(),
  description: description.trim(),
  events: allEvents ? [ALL_EVENTS, ...patterns.filter(matchesNotices)] : [...patterns],
  headers: Object.fromEntries(headers.filter((row) => !isEmptyRow(row)).map(({ name, value }) => [name, value])),
  ...switches,
});

/** Only the fields that differ from what was loaded, so that another admin's changes to other fields are kept. */
export function changesOf(draft: Draft, loaded: Draft): Partial<Fields> {
  const before: Readonly<Record<string, unknown>> = fieldsOf(loaded);
  return Object.fromEntries(
    Object.entries(fieldsOf(draft)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}

/** The errors that can be found in the browser. */
export function validate(draft: Draft, options: { readonly isLocal: boolean }): FieldErrors {
  const { description, allEvents, patterns, headers } = draft;
  const length = description.trim().length;
  return {
    url: checkUrl(draft.url.trim(), options).error,
    description:
      length > webhookRules.maxDescriptionLength
        ? `Use at most ${webhookRules.maxDescriptionLength} characters instead of ${length}.`
        : undefined,
    events: allEvents ? undefined : eventsError(patterns),
    headers: headers.length > webhookRules.maxHeaders ? MAX_HEADERS_TEXT : undefined,
    headerRows: checkHeaders(headers),
  };
}

function eventsError(patterns: readonly string[]): string | undefined {
  if (patterns.length === 0) return 'Choose an event, or all events.';
  if (patterns.length <= webhookRules.maxEventPatterns) return undefined;
  return `At most ${webhookRules.maxEventPatterns} names and patterns are possible. A group such as channel.* counts as one.`;
}

/** Whether there are no errors. */
export const isValid = ({ headerRows = [], ...fields }: FieldErrors): boolean =>
  Object.values(fields).every((error) => error === undefined) &&
  headerRows.every(({ name, value }) => name === undefined && value === undefined);

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
const isEmptyRow = ({ name, value }: HeaderRow): boolean => name === '' && value === '';

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

interface ApiFieldErrors extends FieldErrors {
  /** Messages that name no field. */
  readonly general: readonly string[];
}

/** Reads a response of 400. Each message is `<field> must …`; after the field there may be an index or a header's name. */
export function apiFieldErrors({ detail, message }: ApiError, headers: readonly HeaderRow[]): ApiFieldErrors {
  const fields = ['url', 'description', 'events', 'headers', ...headers.map(({ name }) => headerField(name))];
  const errors = (detail.length > 0 ? detail : [message]).map((error) => {
    const field = fields.find((name) => error.startsWith(`${name} `));
    if (field !== undefined) return { field, text: sentence(error.slice(field.length + 1)) };
    const pattern = /^events\[\d+\] (.*)$/.exec(error)?.[1];
    return pattern === undefined ? { field, text: sentence(error) } : { field: 'events', text: sentence(pattern) };
  });
  const textsOf = (field: string | undefined): readonly string[] => [
    ...new Set(errors.filter((error) => error.field === field).map(({ text }) => text)),
  ];
  const errorOf = (field: string) => textsOf(field).join(' ') || undefined;
  return {
    url: errorOf('url'),
    description: errorOf('description'),
    events: errorOf('events'),
    headers: errorOf('headers'),
    headerRows: headers.map(({ name }) => headerError(errorOf(headerField(name)))),
    general: textsOf(undefined),
  };
}

const headerField = (name: string): string => `headers.${name}`;

function headerError(error: string | undefined): HeaderError {
  if (error === undefined) return {};
  return error.includes('header value') ? { value: error } : { name: error };
}
