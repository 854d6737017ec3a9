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
            success: doc(
              'The payload of the event is removed, and no delivery of the event waits any more. The copies that the description names are deleted later.',
            ),
            pending: doc(
              'The payload is removed, but attempts that have already begun may still send it. Repeat the request.',
            ),
          }),
          doc('Whether the erasure is complete.'),
        ),
      }),
    },
    afterFailure: 'A part of the data may be erased already. Repeat the request. Repeating it is harmless.',
  },
  routeDoc(({ eventId, success }) => ({
    group: 'Events',
    summary: "Erase an event's payload",
    description:
      'Removes the payload of an event, and the responses of receivers to the event. If a delivery of the event still waits, it fails with the class `event_erased`. Repeat the request as long as the response is 202, because attempts that began before the erasure may still send the payload. The id and the name of the event stay. Activity records that were made from the event also stay. Some copies of the payload are deleted later. Copies in the stream of the table are deleted after a day. Copies in messages of queues are deleted within minutes, or within 14 days during a fault of the service. Copies in backups are deleted after 35 days. If the event is a test event that was sent with an idempotency key, the copy in the stored response is deleted after a day. If a webhook was deleted before the erasure, the responses of its receiver are deleted at the end of their retention. The network needs no feature for this request.',
    response:
      'The payload of the event is removed, and no delivery of the event waits any more. The copies that the description names are deleted later.',
    pending:
      'The payload is removed, but attempts that have already begun may still send it. Repeat the request after a minute.',
    example: { parameters: { eventId }, response: success },
  })),
);

/** Those of this file. */
export const eventErasureRoutes = { eraseEventData };
