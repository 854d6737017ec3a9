/** Event ingest (docs/spec/events.md#ingest). */

import * as v from 'valibot';
import { ActivityEventName, activityPayloads } from './activity-payloads.ts';
import { doc, field, routeDoc } from './documentation.ts';
import { DAY_MS } from './durations.ts';
import { EVENT_NAME, MAX_EVENT_PATTERN_LENGTH, notDeprecated, notNotice } from './event-names.ts';
import { UserId } from './ids.ts';
import { defineRoute } from './route.ts';
import {
  countUpTo,
  inOrder,
  jsonObject,
  listUpTo,
  object,
  oneOf,
  TIMESTAMP,
  text,
  time,
  timestamp,
  wellFormed,
} from './schema.ts';
import { MIB } from './sizes.ts';
import { TIME_ID } from './time-ids.ts';
import { TRACEPARENT, Traceparent } from './traceparent.ts';

/** Events on a page when the caller names no limit, and the most. */
const DEFAULT_EVENTS_PER_PAGE = 50;
const MAX_EVENTS_PER_PAGE = 100;
/** The most events of one request. */
export const MAX_EVENTS_PER_REQUEST = 100;
/** The most characters of an event's id. */
export const MAX_EVENT_ID_LENGTH = 64;
/** The most bytes of one event's JSON in UTF-8. */
export const MAX_EVENT_BYTES = 256 * 1024;
/** The most bytes of a body in UTF-8: a call of Lambda takes 6 MB, in which the body's quotes are escaped. */
const MAX_EVENTS_BODY_BYTES = 4 * MIB;

const EVENT_ID = `must be an event id: a string of 1 to ${MAX_EVENT_ID_LENGTH} characters without control characters`;
const NAME = `must be an event name of at most ${MAX_EVENT_PATTERN_LENGTH} characters, such as channel.didCreate: 2 to 4 parts joined by dots, the first part in lower case`;
const POSITION = 'must be the value of start in the previous page: 26 characters of 0-9 and A-Z';
const EVENTS = `must be an array of 1 to ${MAX_EVENTS_PER_REQUEST} events`;

/** The idempotency key of an event within its network. */
export const EventId = v.pipe(
  text(1, MAX_EVENT_ID_LENGTH, EVENT_ID),
  v.regex(/^\P{Cc}+$/u, EVENT_ID),
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

const OCCURRED_AT = `${TIMESTAMP}, and must be between 1970 and a day from now`;

/** Bounded, since time stamps of other years sort differently as text. A day is more than any clock is ahead. */
export const OccurredAt = v.pipe(
  timestamp(OCCURRED_AT),
  v.check((time) => !isBefore1970(time) && !isDaysAhead(time), OCCURRED_AT),
);
const isBefore1970 = (time: string): boolean => Date.parse(time) < 0;
const isDaysAhead = (time: string): boolean => Date.parse(time) > Date.now() + DAY_MS;

/** The event of a delivery, and of an entry of a list, in responses. */
export const eventId = field(
  v.string(),
  doc('The id of the event. No other stored event of the network has the same id.', 'event-1'),
);
export const event = field(v.string(), doc('The name of the event.', 'v3.post.didAddReaction'));
/** The trace of an event, in responses. */
export const traceId = field(
  v.optional(v.string()),
  doc('The trace id of the event. The field is absent if the event has no trace.', '4bf92f3577b34da6a3ce929d0e0e4736'),
);
export const acceptedAt = field(
  time,
  doc('The time at which the service accepted the event.', '2026-03-02T09:15:00.000Z'),
);

const IngestedEvent = v.pipe(
  object({
    id: field(
      v.optional(EventId),
      doc(
        'The id of the event. The service recognizes a repeated event by its id. If the id is absent, the service generates an id.',
        'event-1',
      ),
    ),
    event: field(v.pipe(EventName, notNotice), doc('The name of the event.', 'v3.post.didAddReaction')),
    data: field(
      Payload,
      doc('The payload of the event. Receivers get the exact text of this object.', {
        posts: [{ postId: 'post-1' }],
        reactor: { reactionId: 'reaction-1', reactionName: 'like', userId: 'ada' },
      }),
    ),
    traceparent: field(
      v.optional(Traceparent),
      doc(
        'The trace of this event. For this event, the value replaces the header `traceparent` of the request.',
        '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      ),
    ),
    occurredAt: field(
      v.optional(OccurredAt),
      doc(
        'The time at which the event happened, according to your back end. The default is the time at which the service accepts the event.',
        '2026-03-02T09:14:58.000Z',
      ),
    ),
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

export const ingestEvents = defineRoute(
  {
    operationId: 'ingestEvents',
    method: 'POST',
    path: '/events',
    role: 'server',
    quota: 'ingest',
    headers: v.object({
      [TRACEPARENT]: field(
        v.optional(v.string()),
        doc(
          'The value identifies a trace, in the format of W3C Trace Context. Each event in the request gets this trace, unless the event contains its own `traceparent`. The service ignores a malformed value.',
          '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        ),
      ),
    }),
    body: {
      schema: object({
        events: field(
          v.pipe(listUpTo(IngestedEvent, MAX_EVENTS_PER_REQUEST, EVENTS), v.minLength(1, EVENTS)),
          doc('The events. If one event is malformed, the service accepts no event.'),
        ),
      }),
      maxBytes: MAX_EVENTS_BODY_BYTES,
      quota: 'ingestBytes',
      anyMemberNames: true,
      // The body, the list, and an event: what is in it, such as `data`.
      envelope: 3,
    },
    response: {
      status: 202,
      body: v.object({
        results: field(
          v.array(
            v.object({
              id: field(
                v.string(),
                doc(
                  'The id of the event. This is the id in the request, or the id that the service generated.',
                  'event-1',
                ),
              ),
              status: field(
                oneOf({
                  accepted: doc(
                    'The service has stored the event, and delivers it to every webhook whose configuration selects this event.',
                  ),
                  duplicate: doc(
                    'The service has already accepted an event with the same id, so the service ignores the event in the request.',
                  ),
                }),
                doc('The result for the event.'),
              ),
            }),
          ),
          doc('One entry for each event, in the order of the events in the request.'),
        ),
      }),
    },
    afterFailure:
      'Some of the events may be stored. If you post all events again, the service ignores each event whose id the service has already stored. However, if an event does not contain an id, the service may store the event twice.',
  },
  routeDoc((values) => ({
    group: 'Events',
    summary: 'Post events of the platform',
    description: `Accepts 1 to ${MAX_EVENTS_PER_REQUEST} events. The service stores each accepted event, and delivers the event to every webhook whose configuration selects it. If an event says that a user has added or removed a reaction, a comment or a reply, the service also creates an activity record. If one event in a request is malformed, the service accepts no event of the request.`,
    response: 'The result for each event.',
    example: {
      body: {
        events: [{ id: values.eventId, event: values.event, data: values.data, occurredAt: values.occurredAt }],
      },
      response: { results: [{ id: values.eventId, status: 'accepted' }] },
    },
  })),
);

export const listEvents = defineRoute(
  {
    operationId: 'listEvents',
    method: 'GET',
    path: '/events',
    role: 'viewer',
    quota: 'administration',
    feature: 'webhooks',
    query: v.pipe(
      object({
        since: field(
          v.optional(timestamp()),
          doc('The service lists only events that were accepted at this time or later.', '2026-03-02T09:00:00.000Z'),
        ),
        until: field(
          v.optional(timestamp()),
          doc('The service lists only events that were accepted at this time or earlier.', '2026-03-02T10:00:00.000Z'),
        ),
        event: field(
          v.optional(EventName),
          doc('The service lists only events with this name.', 'v3.post.didAddReaction'),
        ),
        userId: field(
          v.optional(UserId),
          doc(
            'The service lists only events whose payload contains a value that equals this user id. The service examines at most 100 events per request.',
            'ada',
          ),
        ),
        limit: field(
          countUpTo(MAX_EVENTS_PER_PAGE, DEFAULT_EVENTS_PER_PAGE),
          doc('The maximum number of events on a page.', 20),
        ),
        start: field(
          v.optional(AcceptedPosition),
          doc(
            'The value of `start` in the previous page. If this parameter is absent, the response is the first page.',
            '01KJPX8NH04V6X2T8Y5N3W7Q9Z',
          ),
        ),
      }),
      inOrder(),
    ),
    response: {
      status: 200,
      body: v.object({
        results: field(
          v.array(v.object({ id: eventId, event, acceptedAt })),
          doc('The events. The newest event is first.'),
        ),
        start: field(
          v.optional(v.string()),
          doc(
            'The position after which the next page begins. To get the next page, pass this value as `start` in the next request. The field is absent on the last page.',
            '01KJPX8NH04V6X2T8Y5N3W7Q9Z',
          ),
        ),
      }),
    },
  },
  routeDoc((values) => ({
    group: 'Events',
    summary: 'List events',
    description:
      'Lists the stored events. The newest event is first. The service stores events for 30 days, unless the stage sets a shorter time. The list contains notices of the service only if `event` is the name of a notice. The list never contains test events. Use `since` and `until` to select events by the time at which they were accepted. Both `since` and `until` are inclusive. Usually, the list contains an event within a second after the service has accepted it. If you set `userId`, the service lists only events whose payload contains a value that equals `userId`. In this case, the service examines at most 100 events per request. If you set `event` or `userId`, a page can contain fewer events than `limit`, or no events, even if more pages follow. Every page except the last page contains `start`. To see the outcome of one event at each webhook, use `GET /events/{eventId}`.',
    response: 'One page of events.',
    example: {
      query: { event: values.event, limit: 20 },
      response: { results: [{ id: values.eventId, event: values.event, acceptedAt: values.acceptedAt }] },
    },
  })),
);

/** Those of this file. */
export const eventRoutes = { ingestEvents, listEvents };
