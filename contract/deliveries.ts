/** Deliveries, and how admins send events again (docs/spec/delivery.md#one-delivery). `delivery-log.ts` has the log. */
import * as v from 'valibot';
import { DeliveryClass, DeliveryStanding, ErrorCode } from './delivery-classes.ts';
import { EventName, Payload } from './events.ts';
import { defineRoute, SMALL_BODY_BYTES } from './route.ts';
import { inOrder, integer, integerFrom, object, Success, timestamp } from './schema.ts';
import { TIME_ID } from './time-ids.ts';
import { WebhookId, WebhookPath } from './webhooks.ts';

/** The event of a test when the caller names none. */
const DEFAULT_TEST_EVENT = 'channel.didCreate';

const DELIVERY_ID = 'must be a delivery id: 26 characters of 0-9 and A-Z';
const STATE = 'must be delivered, retrying or failed';
export const STATUS_CODE = 'must be an HTTP status code, from 100 to 599';

/** The id of a delivery: the same for an event and a webhook. Ids ascend with the event's acceptance. */
export const DeliveryId = v.pipe(v.string(DELIVERY_ID), v.regex(TIME_ID, DELIVERY_ID), v.brand('DeliveryId'));
export type DeliveryId = v.InferOutput<typeof DeliveryId>;

export const DeliveryPath = object({ webhookId: WebhookId, deliveryId: DeliveryId });

/** Whether another attempt follows (docs/spec/delivery.md#delivery-states). */
export const DeliveryState = v.picklist(['delivered', 'retrying', 'failed'], STATE);
export type DeliveryState = v.InferOutput<typeof DeliveryState>;

/** One attempt. Times are ISO 8601 with milliseconds. */
export const Attempt = v.object({
  number: integer(),
  startedAt: v.string(),
  /** From the start to the outcome. */
  milliseconds: integer(),
  class: DeliveryClass,
  /** Absent where no status line arrived. */
  statusCode: v.optional(integer()),
  /** Of the error that ended it without a complete response, such as `CERT_HAS_EXPIRED`. */
  errorCode: v.optional(ErrorCode),
  /** The address that the request went to, without brackets. */
  remoteAddress: v.optional(v.string()),
  /** The first 1 KiB of the response body as text; absent where it is empty. */
  responseStart: v.optional(v.string()),
  /** The headers of a response that was not 2xx, as lines; at most 1,024 characters, without `Set-Cookie`. */
  responseHeaders: v.optional(v.string()),
});
export type Attempt = v.InferOutput<typeof Attempt>;

/** A delivery in lists; `class` and `statusCode` are those of its last attempt, if there was one. */
export const DeliverySummary = v.object({
  deliveryId: v.string(),
  eventId: v.string(),
  event: v.string(),
  state: DeliveryState,
  attemptCount: integer(),
  createdAt: v.string(),
  lastAttemptAt: v.optional(v.string()),
  nextAttemptAt: v.optional(v.string()),
  class: DeliveryStanding,
  statusCode: v.optional(integer()),
  isTest: v.optional(v.literal(true)),
});
export type DeliverySummary = v.InferOutput<typeof DeliverySummary>;

/** A delivery with its payload and attempts. */
export const DeliveryDetail = v.object({
  ...DeliverySummary.entries,
  payload: v.optional(v.string()),
  attempts: v.array(Attempt),
});
export type DeliveryDetail = v.InferOutput<typeof DeliveryDetail>;

/** A delivery in lists over several webhooks. */
export const DeliveryOfWebhook = v.object({ webhookId: v.string(), ...DeliverySummary.entries });
export type DeliveryOfWebhook = v.InferOutput<typeof DeliveryOfWebhook>;

/** Which deliveries to list, or to send again: all conditions that are given. */
export const deliveryFilter = {
  state: v.optional(DeliveryState),
  event: v.optional(EventName),
  class: v.optional(DeliveryStanding),
} as const;

const admin = { role: 'admin', quota: 'administration', feature: 'webhooks' } as const;

export const sendTestEvent = defineRoute({
  ...admin,
  operationId: 'sendTestEvent',
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  summary: 'Send a test event',
  description: `Sends the sample of an event type (\`${DEFAULT_TEST_EVENT}\` unless \`event\` names another), or \`data\` in place of the sample, once and returns the attempt, whatever its outcome. The request is signed like any other, sent even if the webhook is disabled or does not ask for such an event (\`leftOut\` says so), and never repeated. It is in the log, marked as a test, but not in the statistics, and does not change the webhook's state. The body may be left out.`,
  parameters: WebhookPath,
  body: {
    schema: object({ event: v.optional(EventName, DEFAULT_TEST_EVENT), data: v.optional(Payload) }),
    maxBytes: SMALL_BODY_BYTES,
    optional: true,
    anyMemberNames: true,
  },
  response: {
    status: 200,
    description: 'The attempt, with what was sent.',
    body: v.object({
      ...Attempt.entries,
      deliveryId: v.string(),
      eventId: v.string(),
      event: v.string(),
      payload: v.string(),
      leftOut: v.optional(v.literal(true)),
    }),
  },
});

export const replayDelivery = defineRoute({
  ...admin,
  operationId: 'replayDelivery',
  method: 'POST',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  summary: 'Replay a delivery',
  description:
    'Sends the event again, whatever its state, with a retry schedule of its own. It replaces a pending retry. If the receiver is known to be down, it is probed at once, and gets the event when it is up again.',
  parameters: DeliveryPath,
  response: { status: 202, description: 'The delivery, which will be attempted at once.', body: DeliverySummary },
});

export const retryNow = defineRoute({
  ...admin,
  operationId: 'retryNow',
  method: 'POST',
  path: '/webhooks/{webhookId}/retry-now',
  summary: 'Try a receiver now',
  description:
    'For a receiver that is down or struggling, after its repair: the next probe is made at once, and if it succeeds, everything that waits is sent, retries before their time as well. Every request is an attempt of its delivery.',
  parameters: WebhookPath,
  response: { status: 202, description: 'The receiver will be tried at once.', body: Success },
});

/** How many events a recovery sends, or that counting them would have taken too long. */
export const Recovering = v.union([integer(), v.literal('started')]);

/** What has become of what a recovery has sent. */
const progress = v.object({
  at: v.string(),
  waiting: integer(),
  delivered: integer(),
  failed: integer(),
  ended: v.boolean(),
});

const DRY_RUN = 'must be true or false';
const ASKED_AT = 'askedAt must come with dryRun';
const START = 'start must come with dryRun';

export const recoverDeliveries = defineRoute({
  ...admin,
  operationId: 'recoverDeliveries',
  method: 'POST',
  path: '/webhooks/{webhookId}/recover',
  summary: 'Recover events',
  description:
    'Sends every event that was accepted between the two times (until is now by default), that the webhook asks for now, and whose delivery failed or was never made, because the webhook was disabled or did not exist; or whose delivery is as the filter says: of another state, event, class or status code. The oldest are first, at a pace that does not flood the receiver. With dryRun it sends nothing, and counts what it would send; and with askedAt, which is progress.at of a recovery or of a dry run before it, what has become of the recovery. A count that takes long ends at countedUntil, and goes on with start.',
  parameters: WebhookPath,
  body: {
    schema: v.pipe(
      object({
        since: timestamp(),
        until: v.optional(timestamp()),
        ...deliveryFilter,
        state: v.optional(DeliveryState, 'failed'),
        dryRun: v.optional(v.boolean(DRY_RUN), false),
        askedAt: v.optional(timestamp()),
        start: v.optional(DeliveryId),
        statusCode: v.optional(integerFrom(100, 599, STATUS_CODE)),
      }),
      inOrder(),
      v.check(({ dryRun, askedAt }) => dryRun || askedAt === undefined, ASKED_AT),
      v.check(({ dryRun, start }) => dryRun || start === undefined, START),
    ),
    maxBytes: SMALL_BODY_BYTES,
  },
  response: {
    status: 202,
    description: 'How many will be sent, or `started` if it takes too long to count them.',
    body: v.object({
      recovering: Recovering,
      progress,
      countedUntil: v.optional(v.string()),
      start: v.optional(v.string()),
    }),
  },
});
