/** Deliveries, and how admins send events again (docs/spec/delivery.md#one-delivery). `delivery-log.ts` has the log. */
import * as v from 'valibot';
import { DeliveryClass, DeliveryResult, ErrorCode } from './delivery-classes.ts';
import { DeliveryState } from './delivery-states.ts';
import { doc, field, named, routeDoc } from './documentation.ts';
import { EventName, event, eventId, Payload, traceId } from './events.ts';
import { defineRoute, SMALL_BODY_BYTES } from './route.ts';
import { integer, object, Success, time } from './schema.ts';
import { TIME_ID } from './time-ids.ts';
import { WebhookPath, webhookId } from './webhooks.ts';

/** The event of a test when the caller names none. */
const DEFAULT_TEST_EVENT = 'channel.didCreate';

const DELIVERY_ID = 'must be a delivery id: 26 characters of 0-9 and A-Z';
export const STATUS_CODE = 'must be an HTTP status code, from 100 to 599';

/** The id of a delivery: the same for an event and a webhook. Ids ascend with the event's acceptance. */
export const DeliveryId = v.pipe(v.string(DELIVERY_ID), v.regex(TIME_ID, DELIVERY_ID), v.brand('DeliveryId'));
export type DeliveryId = v.InferOutput<typeof DeliveryId>;

const deliveryIdDoc = doc(
  'The id of the delivery. All attempts to deliver one event to one webhook have the same delivery id, because the service derives the id from the event and the webhook.',
  '01KJPX8NH0Q7W3N5Y8T2V4X6Z9',
);
/** The id of a delivery in the path of a route, and in a response. */
export const deliveryIdInPath = field(DeliveryId, deliveryIdDoc);
export const deliveryId = field(v.string(), deliveryIdDoc);

export const DeliveryPath = object({ ...WebhookPath.entries, deliveryId: deliveryIdInPath });

/** How the request of an attempt ended, which a check-up has, too. */
export const milliseconds = field(integer(), doc('The duration of the attempt in milliseconds.', 87));
export const statusCode = field(
  v.optional(integer()),
  doc(
    "The HTTP status of the receiver's response. The field is absent if no valid status line arrived, or if EventBridge responded with 200 but did not accept the event.",
    200,
  ),
);
export const errorCode = field(
  v.optional(ErrorCode),
  doc(
    'The code of the error that ended the attempt. The code comes from OpenSSL, Node.js, the HTTP parser or the operating system. The field is absent if the attempt ended with a complete response or with a time-out, or if the error has no such code.',
    'CERT_HAS_EXPIRED',
  ),
);

/** One attempt. */
export const Attempt = named(
  'Attempt',
  v.object({
    number: field(
      integer(),
      doc('The sequence number of the attempt. The first attempt of a delivery has the number 1.', 1),
    ),
    startedAt: field(time, doc('The time at which the attempt began.', '2026-03-02T09:15:00.120Z')),
    milliseconds,
    class: DeliveryClass,
    statusCode,
    errorCode,
    remoteAddress: field(
      v.optional(v.string()),
      doc(
        'The IP address, without brackets, to which the service sent the request. The field is absent if there was no connection.',
        '203.0.113.7',
      ),
    ),
    responseStart: field(
      v.optional(v.string()),
      doc(
        'The first 1 KiB of the response body, decoded as UTF-8. The field is absent if there was no body, or if the payload of the event was erased.',
        '{}',
      ),
    ),
    responseHeaders: field(
      v.optional(v.string()),
      doc(
        'The headers of the response, except `Set-Cookie`. Each line of the value contains one header. The value has at most 1,024 characters. The field is present only in the latest attempt, and only if the status of the response was not 2xx. The field is absent if the payload of the event was erased.',
        'content-type: text/html',
      ),
    ),
  }),
);
export type Attempt = v.InferOutput<typeof Attempt>;

/** A delivery in lists. */
export const DeliverySummary = named(
  'DeliverySummary',
  v.object({
    deliveryId,
    eventId,
    event,
    state: DeliveryState,
    attemptCount: field(integer(), doc('The number of attempts that the service has made so far.', 1)),
    createdAt: field(time, doc('The time at which the service accepted the event.', '2026-03-02T09:15:00.000Z')),
    lastAttemptAt: field(
      v.optional(time),
      doc(
        'The time at which the last attempt began. The field is absent if there was no attempt.',
        '2026-03-02T09:15:00.120Z',
      ),
    ),
    nextAttemptAt: field(
      v.optional(time),
      doc(
        'The time at which the next attempt is due. The field is absent if no attempt follows, or if the delivery waits for its receiver.',
        '2026-03-02T09:15:05.207Z',
      ),
    ),
    class: DeliveryResult,
    statusCode: field(
      v.optional(integer()),
      doc('The HTTP status of the response to the last attempt. The field is absent if there was no response.', 200),
    ),
    traceId,
    isTest: field(
      v.optional(v.literal(true)),
      doc(
        'True if the event is a test event. Otherwise, the field is absent. Recoveries and the ledger do not include test events.',
      ),
    ),
  }),
);
export type DeliverySummary = v.InferOutput<typeof DeliverySummary>;

/** A delivery with its payload and attempts. */
export const DeliveryDetail = named(
  'DeliveryDetail',
  v.object({
    ...DeliverySummary.entries,
    payload: field(
      v.optional(v.string()),
      doc(
        'The exact text that the receiver gets. The field is absent if the event has expired, or if its payload was erased.',
        '{"event":"v3.post.didAddReaction","data":{"posts":[{"postId":"post-1"}],"reactor":{"reactionId":"reaction-1","reactionName":"like","userId":"ada"}}}',
      ),
    ),
    attempts: field(v.array(Attempt), doc('The latest 24 attempts. The oldest of these attempts is first.')),
  }),
);
export type DeliveryDetail = v.InferOutput<typeof DeliveryDetail>;

/** A delivery in lists over several webhooks. */
export const DeliveryOfWebhook = named('DeliveryOfWebhook', v.object({ webhookId, ...DeliverySummary.entries }));
export type DeliveryOfWebhook = v.InferOutput<typeof DeliveryOfWebhook>;

const admin = { role: 'admin', quota: 'administration', feature: 'webhooks' } as const;

export const sendTestEvent = defineRoute(
  {
    ...admin,
    operationId: 'sendTestEvent',
    method: 'POST',
    path: '/webhooks/{webhookId}/test',
    idempotent: true,
    parameters: WebhookPath,
    body: {
      schema: object({
        event: field(
          v.optional(EventName, DEFAULT_TEST_EVENT),
          doc('The name of the event to send.', 'channel.didCreate'),
        ),
        data: field(
          v.optional(Payload),
          doc('The payload of the event. If this field is absent, the service sends the sample of the event type.', {
            channel: { channelId: 'channel-hiking' },
          }),
        ),
      }),
      maxBytes: SMALL_BODY_BYTES,
      optional: true,
      anyMemberNames: true,
    },
    response: {
      status: 200,
      body: v.object({
        ...Attempt.entries,
        deliveryId,
        eventId,
        event: field(v.string(), doc('The name of the event that the service sent.', 'channel.didCreate')),
        payload: field(
          v.string(),
          doc(
            'The exact text of the body that the service sends to the receiver. On an event bus, the event has further members.',
            '{"event":"channel.didCreate","data":{"channel":{"channelId":"channel-hiking"}}}',
          ),
        ),
        leftOut: field(
          v.optional(v.literal(true)),
          doc('True if the patterns or the filter of the webhook exclude the event. Otherwise, the field is absent.'),
        ),
      }),
    },
  },
  routeDoc(({ attempt, webhookId: id, testDeliveryId, testEventId, testedAt }) => ({
    group: 'Webhooks',
    summary: 'Send a test event',
    description: `Sends one event to the receiver. The response shows the attempt, even if the attempt has failed. Set \`event\` to the name of the event (\`${DEFAULT_TEST_EVENT}\` by default). Set \`data\` to the payload of the event (by default, the sample of the event type). The service signs the request to the receiver like any other request, but never retries this request. The service sends the request even if the webhook is disabled. The service also sends the request if the patterns or the filter of the webhook exclude the event. In this case, the response contains \`leftOut\`. The delivery log shows the delivery as a test. The statistics do not include the delivery, and the delivery does not change the state of the webhook. The body of this request is optional.`,
    response: 'The attempt, and the event that the service sent.',
    example: {
      parameters: { webhookId: id },
      body: { event: 'channel.didCreate', data: { channel: { channelId: 'channel-hiking' } } },
      response: {
        ...attempt,
        startedAt: testedAt,
        deliveryId: testDeliveryId,
        eventId: testEventId,
        event: 'channel.didCreate',
        payload: '{"event":"channel.didCreate","data":{"channel":{"channelId":"channel-hiking"}}}',
        leftOut: true,
      },
    },
  })),
);

export const replayDelivery = defineRoute(
  {
    ...admin,
    operationId: 'replayDelivery',
    method: 'POST',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    idempotent: true,
    parameters: DeliveryPath,
    response: { status: 202, body: DeliverySummary },
  },
  routeDoc(({ delivery, webhookId: id }) => ({
    group: 'Deliveries',
    summary: 'Replay a delivery',
    description:
      'Sends the delivery again, and starts a new retry schedule. You can replay a delivery in any state. If a retry is pending, the new attempt replaces the retry. The response is 400 if the event has expired, if its payload was erased, or if the webhook is disabled. If the receiver is down, the delivery waits together with the other deliveries to this receiver. The service then immediately attempts one of the waiting deliveries. As soon as an attempt succeeds, the service sends all waiting deliveries.',
    response: 'The delivery, which the service will send again.',
    example: {
      parameters: { webhookId: id, deliveryId: delivery.deliveryId },
      response: { ...delivery, state: 'retrying', nextAttemptAt: '2026-03-02T09:25:00.000Z' },
    },
  })),
);

export const retryNow = defineRoute(
  {
    ...admin,
    operationId: 'retryNow',
    method: 'POST',
    path: '/webhooks/{webhookId}/retry-now',
    idempotent: true,
    parameters: WebhookPath,
    response: { status: 202, body: Success },
  },
  routeDoc(({ success, webhookId: id }) => ({
    group: 'Deliveries',
    summary: 'Try a receiver now',
    description:
      'Call this route after you have repaired a receiver that was down or struggling. If a delivery waits for the receiver or for a retry, the service immediately attempts one delivery. If the attempt succeeds, the service sends all waiting deliveries, including deliveries whose retry is not due yet. Each request to the receiver counts as an attempt of a delivery. If the webhook is disabled, the response is 400.',
    response: 'If a delivery waits for the receiver or for a retry, the service immediately attempts one delivery.',
    example: { parameters: { webhookId: id }, response: success },
  })),
);

/** Those of this file. */
export const sendingRoutes = { sendTestEvent, replayDelivery, retryNow };
