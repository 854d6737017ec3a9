/** The content of the form, its validation, the request made of it, and the API's errors by field. */
import type { ApiError, RequestTo } from '@social-platform-services/client';
import { hasField, type WebhookKind } from '../../../contract/webhook-kinds.ts';
import type { Webhook } from '../../shared/api-types.ts';
import { destinationOf, sentence } from '../../shared/texts.ts';
import { ALL_EVENTS, matchesNotices } from '../event-patterns.ts';
import { filterProblem } from './filter-check.ts';

export interface Draft {
  /** The destination: a URL, or the ARN of an event bus. */
  readonly url: string;
  /** Whether the receiver reads events itself; then there is no destination. */
  readonly pull: boolean;
  readonly description: string;
  /** All events; of `patterns` only those of notices count. */
  readonly allEvents: boolean;
  readonly patterns: readonly string[];
  /** JSON; empty for none. */
  readonly filter: string;
  readonly headers: readonly HeaderRow[];
  readonly legacySignature: boolean;
  /** Ceilings as typed; empty for none. */
  readonly maxRequestsPerSecond: string;
  readonly maxConcurrentRequests: string;
  readonly enabled: boolean;
}

/** Error messages by field of the draft, and those that belong to none. */
export interface FieldErrors {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly patterns?: string | undefined;
  readonly filter?: string | undefined;
  readonly headers?: HeaderErrors | undefined;
  readonly maxRequestsPerSecond?: string | undefined;
  readonly maxConcurrentRequests?: string | undefined;
  readonly general?: readonly string[];
}

/** Error messages about all headers together, and about each one. */
export interface HeaderErrors {
  readonly all?: string | undefined;
  readonly rows: readonly { readonly name?: string; readonly value?: string }[];
}

/** The form of a new webhook, for all events if there are no `patterns`. */
export const emptyDraft = (patterns: readonly string[] = []): Draft => ({
  url: '',
  pull: false,
  description: '',
  allEvents: patterns.length === 0,
  patterns,
  filter: '',
  headers: [],
  legacySignature: false,
  maxRequestsPerSecond: '',
  maxConcurrentRequests: '',
  enabled: true,
});

/** The form of an existing webhook. */
export const draftOf = ({ events, filter, headers, ...webhook }: Webhook): Draft => ({
  url: webhook.pull ? '' : destinationOf(webhook),
  pull: webhook.pull ?? false,
  description: webhook.description,
  allEvents: events.includes(ALL_EVENTS),
  patterns: events.filter((pattern) => pattern !== ALL_EVENTS),
  filter: filter === undefined ? '' : filterText(filter),
  headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  legacySignature: webhook.legacySignature,
  maxRequestsPerSecond: `${webhook.maxRequestsPerSecond ?? ''}`,
  maxConcurrentRequests: `${webhook.maxConcurrentRequests ?? ''}`,
  enabled: webhook.enabled,
});

/** A filter as the form shows it. */
export const filterText = (filter: unknown): string => JSON.stringify(filter, null, 2);

/** What becomes of the draft, by what is typed as its destination. */
export const kindOf = ({ url, pull }: Pick<Draft, 'url' | 'pull'>): WebhookKind =>
  pull ? 'pull' : url.trim().startsWith('arn:') ? 'eventBus' : 'url';

type Fields = NonNullable<RequestTo<'createWebhook'>['body']>;

/** The draft as the body of a request. A field that the form does not show, since the kind lacks it, has its default. */
export function fieldsOf(draft: Draft): Fields {
  const { url, pull, description, allEvents, patterns, filter, headers, legacySignature, enabled } = draft;
  const kind = kindOf(draft);
  const ceiling = (field: 'maxRequestsPerSecond' | 'maxConcurrentRequests') =>
    hasField(kind, field) ? ceilingOf(draft[field]) : null;
  return {
    ...(pull ? { pull } : kind === 'eventBus' ? { eventBus: url.trim() } : { url: url.trim() }),
    description: description.trim(),
    events: allEvents ? [ALL_EVENTS, ...patterns.filter(matchesNotices)] : [...patterns],
    filter: filter.trim() === '' ? null : JSON.parse(filter),
    headers: hasField(kind, 'headers') ? headersOf(headers) : {},
    legacySignature: hasField(kind, 'legacySignature') && legacySignature,
    maxRequestsPerSecond: ceiling('maxRequestsPerSecond'),
    maxConcurrentRequests: ceiling('maxConcurrentRequests'),
    enabled,
  };
}

const ceilingOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

/** Empty rows are ignored. */
const headersOf = (rows: readonly HeaderRow[]) =>
  Object.fromEntries(rows.filter(({ name, value }) => name + value !== '').map(({ name, value }) => [name, value]));

/** Only the fields that differ from what was loaded, so that another admin's changes to other fields are kept. */
export function changesOf(draft: Draft, loaded: Draft): Partial<Fields> {
  const before: Readonly<Record<string, unknown>> = { ...fieldsOf(loaded) };
  return Object.fromEntries(
    Object.entries(fieldsOf(draft)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}

/** What can't be sent as it is, or what the API would say in its own terms. It checks everything else. */
export function validate(draft: Draft): FieldErrors {
  const { allEvents, patterns, filter, headers } = draft;
  const kind = kindOf(draft);
  const names = hasField(kind, 'headers') ? headers.map(({ name }) => name.toLowerCase()) : [];
  const ceilingProblem = (field: 'maxRequestsPerSecond' | 'maxConcurrentRequests') =>
    hasField(kind, field) && !Number.isFinite(ceilingOf(draft[field]) ?? 0) ? 'Type a number, or nothing.' : undefined;
  // In the request, the last one would take the place of the others.
  const isRepeated = names.map((name, index) => name !== '' && names.indexOf(name) < index);
  const repeated = { name: 'There is already a header with this name.' };
  return {
    patterns: !allEvents && patterns.length === 0 ? 'Choose an event, or all events.' : undefined,
    filter: filterProblem(filter),
    maxRequestsPerSecond: ceilingProblem('maxRequestsPerSecond'),
    maxConcurrentRequests: ceilingProblem('maxConcurrentRequests'),
    headers: isRepeated.includes(true) ? { rows: isRepeated.map((is) => (is ? repeated : {})) } : undefined,
  };
}

/** Whether there are no such errors. */
export const isValid = (errors: FieldErrors): boolean => Object.values(errors).every((error) => error === undefined);

/** A row of the form. */
export interface HeaderRow {
  readonly name: string;
  readonly value: string;
}

/** Reads a response of 400. Each message is `<field> must …`; an index or a header's name may follow the field. */
export function apiFieldErrors({ detail, message }: ApiError, headers: readonly HeaderRow[]): FieldErrors {
  const fields = [
    'url',
    'eventBus',
    'description',
    'events',
    'filter',
    'headers',
    'maxRequestsPerSecond',
    'maxConcurrentRequests',
    ...headers.map(({ name }) => headerField(name)),
  ];
  const errors = (detail.length > 0 ? detail : [message]).map((error) => {
    const field = fields.find((name) => error.startsWith(`${name} `));
    if (field !== undefined) return { field, text: sentence(error.slice(field.length + 1)) };
    if (error.startsWith('filter.')) return { field: 'filter', text: sentence(error) };
    const pattern = /^events\[\d+\] (.*)$/.exec(error)?.[1];
    return pattern === undefined ? { field, text: sentence(error) } : { field: 'events', text: sentence(pattern) };
  });
  const textsOf = (field: string | undefined): readonly string[] => [
    ...new Set(errors.filter((error) => error.field === field).map(({ text }) => text)),
  ];
  const errorOf = (field: string) => textsOf(field).join(' ') || undefined;
  return {
    url: errorOf('url') ?? errorOf('eventBus'),
    description: errorOf('description'),
    patterns: errorOf('events'),
    filter: errorOf('filter'),
    maxRequestsPerSecond: errorOf('maxRequestsPerSecond'),
    maxConcurrentRequests: errorOf('maxConcurrentRequests'),
    headers: {
      all: errorOf('headers'),
      rows: headers.map(({ name }) => {
        const error = errorOf(headerField(name));
        if (error === undefined) return {};
        return error.includes('header value') ? { value: error } : { name: error };
      }),
    },
    general: textsOf(undefined),
  };
}

const headerField = (name: string): string => `headers.${name}`;
