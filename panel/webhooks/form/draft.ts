/** What stands in the form, and the request that it becomes. */
import type { RequestTo, WebhookAnswer } from '../../../client/index.ts';
import { webhookRules } from '../../../client/webhook-rules.generated.ts';
import { ALL_EVENTS } from './event-patterns.ts';
import { checkHeaders, type HeaderProblem, type HeaderRow, isEmptyRow } from './header-check.ts';
import { checkUrl } from './url-check.ts';

export interface Draft {
  readonly url: string;
  readonly description: string;
  /** Every event, whatever stands in `patterns`. */
  readonly allEvents: boolean;
  readonly patterns: readonly string[];
  readonly headers: readonly HeaderRow[];
  readonly legacySignature: boolean;
  readonly enabled: boolean;
}

/** What is wrong with a draft, at its fields. `headers` is about all of them, `headerRows` about each. */
export interface Problems {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly events?: string | undefined;
  readonly headers?: string | undefined;
  readonly headerRows?: readonly HeaderProblem[];
}

/** The form of a webhook that is yet to be made, for some events if they are named. */
export const emptyDraft = (patterns: readonly string[] = []): Draft => ({
  url: '',
  description: '',
  allEvents: patterns.length === 0,
  patterns,
  headers: [],
  legacySignature: false,
  enabled: true,
});

/** The form of a webhook that is there. */
export const draftOf = ({ url, description, events, headers, legacySignature, enabled }: WebhookAnswer): Draft => ({
  url,
  description,
  allEvents: events.includes(ALL_EVENTS),
  patterns: events.filter((pattern) => pattern !== ALL_EVENTS),
  headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  legacySignature,
  enabled,
});

type Fields = Required<RequestTo<'createWebhook'>['body']>;

/** The draft as the service takes it. */
export const fieldsOf = ({ url, description, allEvents, patterns, headers, ...switches }: Draft): Fields => ({
  url: url.trim(),
  description: description.trim(),
  events: allEvents ? [ALL_EVENTS] : [...patterns],
  headers: Object.fromEntries(headers.filter((row) => !isEmptyRow(row)).map(({ name, value }) => [name, value])),
  ...switches,
});

/** Only what differs from what was loaded: another admin's change to another field stays. */
export function changesOf(draft: Draft, loaded: Draft): Partial<Fields> {
  const before: Readonly<Record<string, unknown>> = fieldsOf(loaded);
  return Object.fromEntries(
    Object.entries(fieldsOf(draft)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
}

/** What is surely wrong. */
export function problemsOf(draft: Draft, surroundings: { readonly isLocal: boolean }): Problems {
  const { description, allEvents, patterns, headers } = draft;
  const length = description.trim().length;
  return {
    url: checkUrl(draft.url.trim(), surroundings).error,
    description:
      length > webhookRules.maxDescriptionLength
        ? `At most ${webhookRules.maxDescriptionLength} characters; these are ${length}.`
        : undefined,
    events: allEvents ? undefined : eventsProblem(patterns),
    headers:
      headers.length > webhookRules.maxHeaders ? `At most ${webhookRules.maxHeaders} headers are possible.` : undefined,
    headerRows: checkHeaders(headers),
  };
}

function eventsProblem(patterns: readonly string[]): string | undefined {
  if (patterns.length === 0) return 'Choose an event, or all events.';
  if (patterns.length <= webhookRules.maxEventPatterns) return undefined;
  return `At most ${webhookRules.maxEventPatterns} names and patterns are possible; a group such as channel.* counts once.`;
}

/** Whether nothing is wrong. */
export const isSound = ({ headerRows = [], ...fields }: Problems): boolean =>
  Object.values(fields).every((problem) => problem === undefined) &&
  headerRows.every(({ name, value }) => name === undefined && value === undefined);
