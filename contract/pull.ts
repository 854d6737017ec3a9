/** Events that a receiver reads itself (docs/spec/pull.md). */

import * as v from 'valibot';
import { doc, field, routeDoc } from './documentation.ts';
import { acceptedAt, event, eventId } from './events.ts';
import { NetworkId } from './ids.ts';
import { defineRoute } from './route.ts';
import { countUpTo, integer, object, timestamp } from './schema.ts';
import { MIB } from './sizes.ts';
import { WebhookPath } from './webhooks.ts';

/** The most events of a response, and so many if the caller names no limit. */
export const MAX_PULLED_EVENTS = 100;
/** The most UTF-8 bytes of all payloads of a response; each has at most a quarter of it. */
export const MAX_PULLED_BYTES = MIB;
/** The most counts of a cursor: those of the intervals in which events may still appear late (docs/adr/0066-pull.md). */
export const MAX_CURSOR_COUNTS = 32;

/** The most characters of a cursor. */
export const MAX_CURSOR_LENGTH = 26 + 8 * MAX_CURSOR_COUNTS;

const CURSOR = 'must be the value of next in an earlier response';
const BOTH = 'after and since must not be given both';

/** Where a receiver is: a position, and how many events were seen in the intervals before it. */
export const PullCursor = v.pipe(
  v.string(CURSOR),
  v.maxLength(MAX_CURSOR_LENGTH, CURSOR),
  v.regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}(\.[0-9a-z]{1,7}){0,32}$/, CURSOR),
  v.brand('PullCursor'),
);
export type PullCursor = v.InferOutput<typeof PullCursor>;

export const pullEvents = defineRoute(
  {
    operationId: 'pullEvents',
    method: 'GET',
    path: '/webhooks/{webhookId}/events',
    role: 'receiver',
    alsoFor: ['server', 'admin'],
    quota: 'ledger',
    feature: 'webhooks',
    parameters: WebhookPath,
    query: v.pipe(
      object({
        networkId: field(
          v.optional(NetworkId),
          doc('The id of the network (tenant). A signed request must contain this parameter.', 'demo'),
        ),
        after: field(
          v.optional(PullCursor),
          doc(
            'The value of `next` in the previous response. If the request contains neither `after` nor `since`, the response begins with the first event that was accepted after the creation of the webhook.',
            '01KJPX8NH0ZZZZZZZZZZZZZZZZ.3.1',
          ),
        ),
        since: field(
          v.optional(timestamp()),
          doc(
            'The response begins with the first event that was accepted at this time or later. A request can contain `since` or `after`, but not both.',
            '2026-03-02T09:00:00.000Z',
          ),
        ),
        limit: field(
          countUpTo(MAX_PULLED_EVENTS, MAX_PULLED_EVENTS),
          doc('The maximum number of events in a response.', 20),
        ),
      }),
      v.check(({ after, since }) => after === undefined || since === undefined, BOTH),
    ),
    response: {
      status: 200,
      body: v.object({
        results: field(
          v.array(
            v.object({
              eventId,
              event,
              acceptedAt,
              payload: field(
                v.string(),
                doc(
                  'The payload of the event. The payload is exactly the body that the service would send to the URL of a webhook.',
                  '{"event":"channel.didCreate","data":{}}',
                ),
              ),
            }),
          ),
          doc('The events. The oldest event is first. The list can be empty even if more events follow.'),
        ),
        next: field(
          v.string(),
          doc(
            'The position after the last event that the service has examined. The field is always present. After you have handled the events, store this value. Pass the value as `after` in the next request.',
            '01KJPX8NH0ZZZZZZZZZZZZZZZZ.3.1',
          ),
        ),
        pollAfterSeconds: field(
          integer(),
          doc(
            'The number of seconds to wait before the next request. The value is 0 if more events may be available now.',
            5,
          ),
        ),
      }),
    },
  },
  routeDoc(({ webhookId, eventId, event, acceptedAt, payload }) => ({
    group: 'Receivers',
    summary: 'Read events',
    description: `Returns the events of a webhook whose field \`pull\` is true. The oldest event is first. A response contains at most ${MAX_PULLED_EVENTS} events, and at most 1 MiB of payloads. The receiver signs the query of the request with the secret of the webhook, in the same way as the service signs deliveries. Instead of a signature, the request can contain an access token with the role \`server\` or \`admin\`. The service returns each event at least once, unless the payload of the event was erased. Use \`eventId\` to recognize repeated events. An event is usually available a few seconds after the service has accepted it. If an event becomes available more than two minutes late, a request with \`after\` can miss this event. To get such events, read an earlier period again with \`since\`. If \`pollAfterSeconds\` is 0, send the next request immediately.`,
    response: 'The events, and the position after the last event that the service has examined.',
    example: {
      parameters: { webhookId },
      query: { limit: 20 },
      response: {
        results: [{ eventId, event, acceptedAt, payload }],
        next: '01KJPX8NH0ZZZZZZZZZZZZZZZZ.3.1',
        pollAfterSeconds: 5,
      },
    },
  })),
);

/** Those of this file. */
export const pullRoutes = { pullEvents };
