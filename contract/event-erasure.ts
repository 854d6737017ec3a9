/** The erasure of an event's payload (docs/spec/events.md#erasing-a-payload). */
import * as v from 'valibot';
import { EventPath } from './delivery-log.ts';
import { doc, field, routeDoc } from './documentation.ts';
import { defineRoute } from './route.ts';
import { oneOf } from './schema.ts';

export const eraseEventData = defineRoute(
  {
    operationId: 'eraseEventData',
    method: 'DELETE',
    path: '/events/{eventId}/data',
    role: 'server',
    alsoFor: ['admin'],
    quota: 'administration',
    parameters: EventPath,
    response: {
      status: 200,
      pendingStatus: 202,
      body: v.object({
        status: field(
          oneOf({
            success: doc('The payload is removed from the tables, and no delivery waits for it.'),
            pending: doc(
              'The payload is gone, but attempts that are under way may still carry it: repeat the request.',
            ),
          }),
          doc('Whether the erasure is complete.'),
        ),
      }),
    },
    afterFailure: 'A part of the data may be erased already. Erasing again is harmless.',
  },
  routeDoc(({ eventId, success }) => ({
    group: 'Events',
    summary: "Erase an event's payload",
    description:
      'Removes the payload of an event from the tables, and also the responses of receivers to it. Deliveries of the event that still wait end as `event_erased`. Repeat the request as long as the response is 202: attempts that had begun before may still carry the text. The id and the name of the event stay, and so do activity records that were made of it. These copies are deleted later: in the stream of the table after a day, in messages of queues within minutes (within 14 days during a fault of the service), in backups after 35 days, in the response to a test event with an idempotency key after a day, and in responses to webhooks that were deleted before at the end of their retention. The request needs no feature.',
    response: 'The payload is removed from the tables, and no delivery waits for it.',
    pending:
      'The payload is removed from the tables, but attempts that are under way may still carry it. Repeat the request in a minute.',
    example: { parameters: { eventId }, response: success },
  })),
);

/** Those of this file. */
export const eventErasureRoutes = { eraseEventData };
