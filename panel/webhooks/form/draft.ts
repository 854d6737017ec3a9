/** The content of the form, its validation, and the request made of it. */
import type { RequestTo } from '../../../client/index.ts';
import { webhookRules } from '../../../client/webhook-rules.generated.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { ALL_EVENTS, matchesNotices } from '../event-patterns.ts';
import { checkHeaders, type HeaderError, type HeaderRow, isEmptyRow, MAX_HEADERS_TEXT } from './header-check.ts';
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
