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
              'The service has removed the payload of the event, and no delivery of the event is waiting. Some copies of the payload are deleted later. The description of `DELETE /events/{eventId}/data` lists these copies.',
            ),
            pending: doc(
              'The service has removed the payload, but attempts that have already begun may still send the payload. Repeat the request.',
            ),
          }),
          doc('The status of the erasure.'),
        ),
      }),
    },
    afterFailure: 'Some of the data may already have been erased. Repeat the request. A repetition does no harm.',
  },
  routeDoc(({ eventId, success }) => ({
    group: 'Events',
    summary: "Erase an event's payload",
    description:
      'Removes the payload of an event, and the responses of receivers to the event. If a delivery of the event is still waiting, the delivery fails with the class `event_erased`. Repeat the request as long as the response is 202, because attempts that began before the erasure may still send the payload. The id and the name of the event are not removed. Activity records that the service created from the event are not removed either. Some copies of the payload are deleted later. Copies in the stream of the events table are deleted after a day. Copies in queue messages are deleted within minutes or, during a fault of the service, within 14 days. Copies in backups are deleted after 35 days. If a test event was sent with an idempotency key, the response that the service stores for this key also contains the payload. This response is deleted after a day. If a webhook was deleted before the erasure, the responses of its receiver are deleted at the end of their retention period. You can send this request even if all features of the network are off.',
    response:
      'The service has removed the payload of the event, and no delivery of the event is waiting. Some copies of the payload are deleted later. The description of `DELETE /events/{eventId}/data` lists these copies.',
    pending:
      'The service has removed the payload, but attempts that have already begun may still send the payload. Repeat the request after a minute.',
    example: { parameters: { eventId }, response: success },
  })),
);

/** Those of this file. */
export const eventErasureRoutes = { eraseEventData };
