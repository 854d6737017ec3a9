/** Event ingest (docs/spec/events.md#ingest). */
import * as v from 'valibot';
import { ActivityEventName, activityPayloads } from './activity-payloads.ts';
import { EVENT_NAME, MAX_EVENT_PATTERN_LENGTH, notDeprecated, notNotice } from './event-names.ts';
import { UserId } from './ids.ts';
import { defineRoute } from './route.ts';
import { countUpTo, inOrder, jsonObject, listUpTo, object, TIMESTAMP, timestamp, wellFormed } from './schema.ts';
import { TIME_ID } from './time-ids.ts';

/** Events on a page when the caller names no limit, and the most. */
const DEFAULT_EVENTS_PER_PAGE = 50;
const MAX_EVENTS_PER_PAGE = 100;
/** The most events of one request. */
export const MAX_EVENTS_PER_REQUEST = 100;
/** The most bytes of one event's JSON in UTF-8. */
export const MAX_EVENT_BYTES = 256 * 1024;
/** The most bytes of a body in UTF-8: a call of Lambda takes 6 MB, in which the body's quotes are escaped. */
const MAX_EVENTS_BODY_BYTES = 4 * 1024 * 1024;

const EVENT_ID = 'must be an event id: a string of 1 to 64 characters without control characters';
const NAME = `must be an event name such as channel.didCreate: 2 to 4 parts joined by dots, the first in lower case, at most ${MAX_EVENT_PATTERN_LENGTH} characters`;
const POSITION = 'must be the start of the previous page: 26 characters of 0-9 and A-Z';
const EVENTS = `must be an array of 1 to ${MAX_EVENTS_PER_REQUEST} events`;

/** The idempotency key of an event within its network. */
export const EventId = v.pipe(
  v.string(EVENT_ID),
  v.regex(/^\P{Cc}{1,64}$/u, EVENT_ID),
  wellFormed(EVENT_ID),
  v.brand('EventId'),
);
export type EventId = v.InferOutput<typeof EventId>;

/** The place of an event in the list of its network. Positions ascend with the time of acceptance. */
export const AcceptedPosition = v.pipe(v.string(POSITION), v.regex(TIME_ID, POSITION), v.brand('AcceptedPosition'));
export type AcceptedPosition = v.InferOutput<typeof AcceptedPosition>;

/** A well-formed event name that is not deprecated. */
export const EventName = v.pipe(
  v.string(NAME),
  v.maxLength(MAX_EVENT_PATTERN_LENGTH, NAME),
  v.regex(EVENT_NAME, NAME),
  notDeprecated,
);

/** The `data` of an event. */
export const Payload = jsonObject();

const DAY_MS = 24 * 60 * 60 * 1000;
const OCCURRED_AT = `${TIMESTAMP}, between 1970 and a day ahead of now`;

/** Bounded, since time stamps of other years sort differently as text. A day is more than any clock is ahead. */
export const OccurredAt = v.pipe(
  timestamp(OCCURRED_AT),
  v.check((time) => !isBefore1970(time) && !isDaysAhead(time), OCCURRED_AT),
);
const isBefore1970 = (time: string): boolean => Date.parse(time) < 0;
const isDaysAhead = (time: string): boolean => Date.parse(time) > Date.now() + DAY_MS;

const IngestedEvent = v.pipe(
  object({
    id: v.optional(EventId),
    event: v.pipe(EventName, notNotice),
    data: Payload,
    occurredAt: v.optional(OccurredAt),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { event, data } = dataset.value;
    if (!v.is(ActivityEventName, event)) return;
    for (const issue of v.safeParse(activityPayloads[event], data).issues ?? []) {
      const member = { type: 'object', origin: 'value', input: dataset.value, key: 'data', value: data } as const;
      addIssue({ message: issue.message, path: [member, ...(issue.path ?? [])] });
    }
  }),
);

export const ingestEvents = defineRoute({
  operationId: 'ingestEvents',
  method: 'POST',
  path: '/events',
  summary: 'Post events of the platform',
  description:
    'Accepts 1 to 100 events. An accepted event is stored; it becomes an activity record if it describes an action, and is delivered to every webhook with a pattern that matches its name. If one event is malformed, none is accepted.',
  role: 'server',
  quota: 'ingest',
  body: {
    schema: object({
      events: v.pipe(listUpTo(IngestedEvent, MAX_EVENTS_PER_REQUEST, EVENTS), v.minLength(1, EVENTS)),
    }),
    maxBytes: MAX_EVENTS_BODY_BYTES,
    quota: 'ingestBytes',
    anyMemberNames: true,
    // The body, the list, and an event: what is in it, such as `data`.
    envelope: 3,
  },
  response: {
    status: 202,
    description: 'Each event, in the order of the request.',
    body: v.object({
      results: v.array(v.object({ id: v.string(), status: v.picklist(['accepted', 'duplicate']) })),
    }),
  },
  afterFailure:
    'Some of the events may be stored. If all are posted again, those with an id are stored once, those without may be stored twice.',
});

export const listEvents = defineRoute({
  operationId: 'listEvents',
  method: 'GET',
  path: '/events',
  summary: 'List events',
  description:
    'The events of the last 30 days that were accepted, the newest first; notices of the service only where `event` names one. since and until bound the time of acceptance, both inclusive. An event is listed within a few seconds. With `event` or `userId` a page can have fewer than limit, even none, and still a start. The last page has no start. userId leaves those whose data has that text as a value, wherever it is; a request looks at 100 events. `/events/{eventId}` shows what came of one.',
  role: 'viewer',
  quota: 'administration',
  feature: 'webhooks',
  query: v.pipe(
    object({
      since: v.optional(timestamp()),
      until: v.optional(timestamp()),
      event: v.optional(EventName),
      userId: v.optional(UserId),
      limit: countUpTo(MAX_EVENTS_PER_PAGE, DEFAULT_EVENTS_PER_PAGE),
      start: v.optional(AcceptedPosition),
    }),
    inOrder(),
  ),
  response: {
    status: 200,
    description: 'One page; start is where it ends. Times are ISO 8601 with milliseconds.',
    body: v.object({
      results: v.array(v.object({ id: v.string(), event: v.string(), acceptedAt: v.string() })),
      start: v.optional(v.string()),
    }),
  },
});
