/** The delivery log of a webhook and of a network (docs/spec/delivery.md#delivery-log). */
import * as v from 'valibot';
import {
  DeliveryDetail,
  DeliveryId,
  DeliveryOfWebhook,
  DeliveryPath,
  DeliverySummary,
  deliveryFilter,
  STATUS_CODE,
} from './deliveries.ts';
import { EventId } from './events.ts';
import { defineRoute } from './route.ts';
import { countUpTo, inOrder, integerText, object, timestamp } from './schema.ts';
import { WebhookPath } from './webhooks.ts';

/** Deliveries on a page when the caller names no limit. */
const DEFAULT_DELIVERIES_PER_PAGE = 20;
/** The most deliveries on a page. */
const MAX_DELIVERIES_PER_PAGE = 100;

/**
 * What came of an event at a webhook. `delivery`: it is among the deliveries. `not_asked`: the webhook did not exist
 * then, or did not ask for events of that name. `filtered_out`: its filter left the event out. `no_delivery`: it asked
 * for the event and has no delivery: none was made yet, or it was disabled.
 */
export const EventOutcome = v.picklist(['delivery', 'not_asked', 'filtered_out', 'no_delivery']);
export type EventOutcome = v.InferOutput<typeof EventOutcome>;

const viewer = { role: 'viewer', quota: 'administration', feature: 'webhooks' } as const;

const LogQuery = v.pipe(
  object({
    ...deliveryFilter,
    statusCode: v.optional(integerText(100, 599, STATUS_CODE)),
    since: v.optional(timestamp()),
    until: v.optional(timestamp()),
    limit: countUpTo(MAX_DELIVERIES_PER_PAGE, DEFAULT_DELIVERIES_PER_PAGE),
    start: v.optional(DeliveryId),
  }),
  inOrder(),
);

export const listDeliveries = defineRoute({
  ...viewer,
  operationId: 'listDeliveries',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  summary: 'List deliveries',
  description:
    "A webhook's deliveries of the last 30 days, the latest event first. since and until bound the time at which the event was accepted, both inclusive; class and statusCode are those of the last attempt. A page with a filter can have fewer than limit. The last page has no start.",
  parameters: WebhookPath,
  query: LogQuery,
  response: {
    status: 200,
    description: 'One page; start is the deliveryId at which it ends.',
    body: v.object({ results: v.array(DeliverySummary), start: v.optional(v.string()) }),
  },
});

export const listNetworkDeliveries = defineRoute({
  ...viewer,
  operationId: 'listNetworkDeliveries',
  method: 'GET',
  path: '/deliveries',
  summary: 'List deliveries to all webhooks',
  description:
    'The deliveries of the last 30 days to all webhooks of the network, the latest event first; filters and pages are those of a single webhook. Deliveries to deleted webhooks are not listed.',
  query: LogQuery,
  response: {
    status: 200,
    description: 'One page; start is the deliveryId at which it ends.',
    body: v.object({ results: v.array(DeliveryOfWebhook), start: v.optional(v.string()) }),
  },
});

export const showDelivery = defineRoute({
  ...viewer,
  operationId: 'showDelivery',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
  summary: 'Show a delivery',
  description: 'One delivery with its payload and its latest 24 attempts.',
  parameters: DeliveryPath,
  response: { status: 200, description: 'The delivery.', body: DeliveryDetail },
});

export const findDelivery = defineRoute({
  ...viewer,
  operationId: 'findDelivery',
  method: 'GET',
  path: '/deliveries/{deliveryId}',
  summary: 'Find a delivery',
  description:
    "One delivery, found by its id alone, as receivers know it from the header `webhook-id`. It is looked for at all of the network's webhooks.",
  parameters: object({ deliveryId: DeliveryId }),
  response: { status: 200, description: 'The delivery, and its webhook.', body: DeliveryOfWebhook },
});

export const showEvent = defineRoute({
  ...viewer,
  operationId: 'showEvent',
  method: 'GET',
  path: '/events/{eventId}',
  summary: 'Show an event',
  description:
    'One event of the last 30 days with its payload, what came of it at each webhook, and its deliveries. A delivery is there once its first attempt has ended, or once it waits for its turn; deliveries to deleted webhooks are not shown.',
  parameters: object({ eventId: EventId }),
  response: {
    status: 200,
    description: 'The event; webhooks and deliveries in the order in which the webhooks were created.',
    body: v.object({
      eventId: v.string(),
      event: v.string(),
      occurredAt: v.string(),
      acceptedAt: v.string(),
      payload: v.string(),
      webhooks: v.array(v.object({ webhookId: v.string(), outcome: EventOutcome })),
      deliveries: v.array(DeliveryOfWebhook),
    }),
  },
});
