/** The delivery log of a webhook and of a network (docs/spec/delivery.md#delivery-log). */
import * as v from 'valibot';
import {
  DeliveryDetail,
  DeliveryId,
  DeliveryOfWebhook,
  DeliveryPath,
  DeliverySummary,
  deliveryIdInPath,
  STATUS_CODE,
} from './deliveries.ts';
import { DeliveryResult } from './delivery-classes.ts';
import { DeliveryState } from './delivery-states.ts';
import { doc, field, named, routeDoc } from './documentation.ts';
import { acceptedAt, EventId, EventName, event, eventId, traceId } from './events.ts';
import { defineRoute } from './route.ts';
import { countUpTo, inOrder, integerText, object, oneOf, time, timestamp } from './schema.ts';
import { WebhookPath, webhookId } from './webhooks.ts';

/** Deliveries on a page when the caller names no limit. */
const DEFAULT_DELIVERIES_PER_PAGE = 20;
/** The most deliveries on a page. */
const MAX_DELIVERIES_PER_PAGE = 100;

/** What came of an event at a webhook. */
export const EventOutcome = named(
  'EventOutcome',
  oneOf({
    delivery: doc('The event has a delivery to this webhook. The list `deliveries` contains this delivery.'),
    not_asked: doc(
      'The webhook did not exist when the service accepted the event, no pattern of the webhook matched the event, the event is a test event of another webhook, or the event is a notice about this webhook.',
    ),
    filtered_out: doc('The filter of the webhook did not match the event.'),
    event_erased: doc(
      'The payload of the event was erased, so the service cannot tell whether the filter of the webhook matched the event.',
    ),
    pulled: doc('The webhook has `pull`, so its receiver reads the events from the service.'),
    no_delivery: doc(
      'The first attempt to deliver the event has not ended yet, the webhook was disabled, or the feature `webhooks` was off.',
    ),
  }),
  doc('The outcome of the event at the webhook.'),
);
export type EventOutcome = v.InferOutput<typeof EventOutcome>;

const viewer = { role: 'viewer', quota: 'administration', feature: 'webhooks' } as const;

const LogQuery = v.pipe(
  object({
    state: field(v.optional(DeliveryState), doc('The service lists only deliveries in this state.')),
    event: field(
      v.optional(EventName),
      doc('The service lists only deliveries of events with this name.', 'v3.post.didAddReaction'),
    ),
    class: field(v.optional(DeliveryResult), doc('The service lists only deliveries of this class.')),
    statusCode: field(
      v.optional(integerText(100, 599, STATUS_CODE)),
      doc('The service lists only deliveries whose last attempt got this HTTP status.', 200),
    ),
    since: field(
      v.optional(timestamp()),
      doc(
        'The service lists only deliveries of events that were accepted at this time or later.',
        '2026-03-02T09:00:00.000Z',
      ),
    ),
    until: field(
      v.optional(timestamp()),
      doc(
        'The service lists only deliveries of events that were accepted at this time or earlier.',
        '2026-03-02T10:00:00.000Z',
      ),
    ),
    limit: field(
      countUpTo(MAX_DELIVERIES_PER_PAGE, DEFAULT_DELIVERIES_PER_PAGE),
      doc('The maximum number of deliveries on a page.', 20),
    ),
    start: field(
      v.optional(DeliveryId),
      doc(
        'The value of `start` in the previous page. If this parameter is absent, the response is the first page.',
        '01KJPX8NH0Q7W3N5Y8T2V4X6Z9',
      ),
    ),
  }),
  inOrder(),
);

const start = field(
  v.optional(v.string()),
  doc(
    'The position after which the next page begins. To get the next page, pass this value as `start` in the next request. The field is absent on the last page.',
    '01KJPX8NH0Q7W3N5Y8T2V4X6Z9',
  ),
);

export const listDeliveries = defineRoute(
  {
    ...viewer,
    operationId: 'listDeliveries',
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    parameters: WebhookPath,
    query: LogQuery,
    response: {
      status: 200,
      body: v.object({
        results: field(
          v.array(DeliverySummary),
          doc('The deliveries. The delivery of the latest accepted event is first.'),
        ),
        start,
      }),
    },
  },
  routeDoc(({ delivery, webhookId: id }) => ({
    group: 'Deliveries',
    summary: 'List deliveries',
    description:
      'Lists the deliveries to a webhook. The delivery of the latest accepted event is first. The service stores deliveries for 30 days, unless the stage sets a shorter time. Use `since` and `until` to select deliveries by the time at which the event was accepted. Both `since` and `until` are inclusive. If few deliveries match, a page can contain fewer deliveries than `limit`, or no deliveries, even if more pages follow. Every page except the last page contains `start`.',
    response: 'One page of deliveries.',
    example: {
      parameters: { webhookId: id },
      query: { state: 'delivered', limit: 20 },
      response: { results: [delivery] },
    },
  })),
);

export const listNetworkDeliveries = defineRoute(
  {
    ...viewer,
    operationId: 'listNetworkDeliveries',
    method: 'GET',
    path: '/deliveries',
    query: LogQuery,
    response: {
      status: 200,
      body: v.object({
        results: field(
          v.array(DeliveryOfWebhook),
          doc('The deliveries. The delivery of the latest accepted event is first.'),
        ),
        start,
      }),
    },
  },
  routeDoc(({ delivery, webhookId: id }) => ({
    group: 'Deliveries',
    summary: 'List deliveries to all webhooks',
    description:
      'Lists the deliveries to all webhooks of the network. The delivery of the latest accepted event is first. The parameters and pages are the same as for the route `GET /webhooks/{webhookId}/deliveries`. The list does not contain deliveries to deleted webhooks.',
    response: 'One page of deliveries.',
    example: { query: { statusCode: 200 }, response: { results: [{ webhookId: id, ...delivery }] } },
  })),
);

export const showDelivery = defineRoute(
  {
    ...viewer,
    operationId: 'showDelivery',
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
    parameters: DeliveryPath,
    response: { status: 200, body: DeliveryDetail },
  },
  routeDoc(({ attempt, delivery, payload, webhookId: id }) => ({
    group: 'Deliveries',
    summary: 'Show a delivery',
    description: 'Shows one delivery, its payload, and its latest 24 attempts.',
    response: 'The delivery.',
    example: {
      parameters: { webhookId: id, deliveryId: delivery.deliveryId },
      response: { ...delivery, payload, attempts: [attempt] },
    },
  })),
);

export const findDelivery = defineRoute(
  {
    ...viewer,
    operationId: 'findDelivery',
    method: 'GET',
    path: '/deliveries/{deliveryId}',
    parameters: object({ deliveryId: deliveryIdInPath }),
    response: { status: 200, body: DeliveryOfWebhook },
  },
  routeDoc(({ delivery, webhookId: id }) => ({
    group: 'Deliveries',
    summary: 'Find a delivery',
    description:
      'Finds a delivery by its id. You do not need the id of the webhook. Receivers get the id of a delivery in the header `webhook-id`. The service does not find deliveries to deleted webhooks.',
    response: 'The delivery, and the id of its webhook.',
    example: { parameters: { deliveryId: delivery.deliveryId }, response: { webhookId: id, ...delivery } },
  })),
);

/** The path parameter of the routes of one event. */
export const EventPath = object({
  eventId: field(EventId, doc('The id of the event. No other stored event of the network has the same id.', 'event-1')),
});

export const showEvent = defineRoute(
  {
    ...viewer,
    operationId: 'showEvent',
    method: 'GET',
    path: '/events/{eventId}',
    parameters: EventPath,
    response: {
      status: 200,
      body: v.object({
        eventId,
        event,
        occurredAt: field(
          time,
          doc(
            'The time at which the event happened, according to the request that posted the event. If the request did not contain `occurredAt`, the value is the time at which the service accepted the event.',
            '2026-03-02T09:14:58.000Z',
          ),
        ),
        acceptedAt,
        traceId,
        payload: field(
          v.optional(v.string()),
          doc(
            'The exact text that receivers get. The field is absent if the payload was erased.',
            '{"event":"v3.post.didAddReaction","data":{"posts":[{"postId":"post-1"}],"reactor":{"reactionId":"reaction-1","reactionName":"like","userId":"ada"}}}',
          ),
        ),
        webhooks: field(
          v.array(v.object({ webhookId, outcome: EventOutcome })),
          doc('The outcome of the event at each webhook, in the order in which the webhooks were created.'),
        ),
        deliveries: field(
          v.array(DeliveryOfWebhook),
          doc('The deliveries of the event, in the order in which their webhooks were created.'),
        ),
      }),
    },
  },
  routeDoc((values) => ({
    group: 'Events',
    summary: 'Show an event',
    description:
      'Shows one event, its payload, its outcome at each webhook, and its deliveries. The service stores events for 30 days, unless the stage sets a shorter time. The response contains a delivery as soon as its first attempt has ended, or as soon as the delivery waits for its receiver. The response does not contain deliveries to deleted webhooks.',
    response: 'The event, its outcome at each webhook, and its deliveries.',
    example: {
      parameters: { eventId: values.eventId },
      response: {
        eventId: values.eventId,
        event: values.event,
        occurredAt: values.occurredAt,
        acceptedAt: values.acceptedAt,
        payload: values.payload,
        webhooks: [{ webhookId: values.webhookId, outcome: 'delivery' }],
        deliveries: [{ webhookId: values.webhookId, ...values.delivery }],
      },
    },
  })),
);

/** Those of this file. */
export const deliveryLogRoutes = { listDeliveries, listNetworkDeliveries, showDelivery, findDelivery, showEvent };
