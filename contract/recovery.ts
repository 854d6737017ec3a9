/** The recovery of events of a time (docs/spec/delivery.md#deliveries-of-a-time). */
import * as v from 'valibot';
import { DeliveryId, STATUS_CODE } from './deliveries.ts';
import { DeliveryResult } from './delivery-classes.ts';
import { DeliveryState } from './delivery-states.ts';
import { doc, field, named, routeDoc } from './documentation.ts';
import { EventName } from './events.ts';
import { defineRoute, SMALL_BODY_BYTES } from './route.ts';
import { inOrder, integer, integerFrom, object, Success, time, timestamp } from './schema.ts';
import { WebhookPath } from './webhooks.ts';

/** How many events a recovery sends, or that counting them would have taken too long. */
const Recovering = named(
  'Recovering',
  v.union([integer(), v.literal('started')]),
  doc(
    'The number of events that the service will send, or `started` if the count takes too long. In a dry run, the value is always a number. If the response contains `countedUntil`, the number does not include events that were accepted after `countedUntil`.',
    12,
  ),
);

/** What has become of what a recovery has sent. */
const progress = v.object({
  at: field(time, doc('The time at which the service counted the deliveries.', '2026-03-02T09:25:00.000Z')),
  waiting: field(
    integer(),
    doc('The number of deliveries that are still waiting for their first attempt since `askedAt`.', 0),
  ),
  delivered: field(integer(), doc('The number of deliveries that have succeeded.', 0)),
  failed: field(
    integer(),
    doc(
      'The number of deliveries for which all attempts since `askedAt` have failed. The number also includes deliveries that failed without an attempt.',
      0,
    ),
  ),
  ended: field(
    v.boolean(),
    doc(
      'True if `progress.waiting` is 0, and the service has no more events to send. The value is also true if the webhook is disabled.',
    ),
  ),
  stopped: field(
    v.optional(v.literal(true)),
    doc(
      'True if somebody stopped the recoveries of the webhook after this recovery was requested, even if this recovery had already ended. The service does not send the remaining deliveries of a stopped recovery. Otherwise, the field is absent.',
    ),
  ),
});

const DRY_RUN = 'must be true or false';
const ASKED_AT = 'askedAt must come with dryRun';
const START = 'start must come with dryRun';

export const recoverDeliveries = defineRoute(
  {
    role: 'admin',
    quota: 'administration',
    feature: 'webhooks',
    operationId: 'recoverDeliveries',
    method: 'POST',
    path: '/webhooks/{webhookId}/recover',
    idempotent: true,
    parameters: WebhookPath,
    body: {
      schema: v.pipe(
        object({
          since: field(
            timestamp(),
            doc('The service sends only events that were accepted at this time or later.', '2026-03-02T09:00:00.000Z'),
          ),
          until: field(
            v.optional(timestamp()),
            doc(
              'The service sends only events that were accepted at this time or earlier. The default is the time of this request.',
              '2026-03-02T10:00:00.000Z',
            ),
          ),
          state: field(
            v.optional(DeliveryState, 'failed'),
            doc(
              'The state of the deliveries that the service sends again. If the value is `failed`, and the request contains neither `class` nor `statusCode`, the service also sends events that have no delivery.',
            ),
          ),
          event: field(
            v.optional(EventName),
            doc('The service sends only events with this name.', 'v3.post.didAddReaction'),
          ),
          class: field(v.optional(DeliveryResult), doc('The service sends only deliveries of this class.')),
          statusCode: field(
            v.optional(integerFrom(100, 599, STATUS_CODE)),
            doc('The service sends only deliveries whose last attempt got this HTTP status.', 503),
          ),
          dryRun: field(
            v.optional(v.boolean(DRY_RUN), false),
            doc(
              'If true, the service sends nothing. The response contains the number of events that a recovery would send.',
            ),
          ),
          askedAt: field(
            v.optional(timestamp()),
            doc(
              'The value of `progress.at` in the response to the request that started the recovery. You can also use the value of `progress.at` in the response to a dry run that you sent before you started the recovery. In the response to the current request, `progress` counts the deliveries that recoveries have sent since this time. The field is allowed only if `dryRun` is true.',
              '2026-03-02T09:25:00.000Z',
            ),
          ),
          start: field(
            v.optional(DeliveryId),
            doc(
              'The value of `start` in the response to the previous dry run. Set this field to continue the count of the previous dry run. Send the same `since` and `until` as in the previous dry run. The total is the sum of the numbers in the two responses. The field is allowed only if `dryRun` is true.',
              '01KJPX8NH0Q7W3N5Y8T2V4X6Z9',
            ),
          ),
        }),
        inOrder(),
        v.check(({ dryRun, askedAt }) => dryRun || askedAt === undefined, ASKED_AT),
        v.check(({ dryRun, start }) => dryRun || start === undefined, START),
      ),
      maxBytes: SMALL_BODY_BYTES,
    },
    response: {
      status: 202,
      body: v.object({
        recovering: Recovering,
        progress: field(progress, doc('The progress of the deliveries that recoveries have sent since `askedAt`.')),
        countedUntil: field(
          v.optional(time),
          doc(
            'The time up to which the dry run has counted the events. The field is absent if the dry run has counted all events.',
            '2026-03-02T09:15:00.000Z',
          ),
        ),
        start: field(
          v.optional(v.string()),
          doc(
            'The position at which the dry run stopped the count. To continue the count, send another dry run with this value as `start` and with the same `since` and `until`. The field is absent if the dry run has counted all events.',
            '01KJPX8NH0Q7W3N5Y8T2V4X6Z9',
          ),
        ),
      }),
    },
  },
  routeDoc(({ createdAt, webhookId }) => ({
    group: 'Deliveries',
    summary: 'Recover events',
    description:
      'Sends events that the receiver has missed. The service considers only events that were accepted from `since` to `until`, and that match the current `events` and `filter` of the webhook. By default, the service sends events whose delivery has failed, unless the receiver aborted the delivery. The service also sends events that have no delivery, for example because the webhook was disabled or did not exist. To change this selection, use `state`, `event`, `class` and `statusCode`. The service sends the oldest events first, at a pace that does not overload the receiver. If `dryRun` is true, the service sends nothing, and the response contains the number of events that a recovery would send. To see the progress of a recovery, send a request with `dryRun: true` and with `askedAt`. If the count of a dry run takes too long, the service stops the count. The response then covers only the events that were accepted up to the time `countedUntil`. To continue the count, repeat the dry run, and set `start` to the value of `start` in the previous response.',
    response: 'The number of events that the service will send, or `started` if the count takes too long.',
    example: {
      parameters: { webhookId },
      body: { since: createdAt },
      response: {
        recovering: 12,
        progress: { at: '2026-03-02T09:25:00.000Z', waiting: 0, delivered: 0, failed: 0, ended: false },
      },
    },
  })),
);

export const stopRecoveries = defineRoute(
  {
    role: 'admin',
    quota: 'changes',
    feature: 'webhooks',
    operationId: 'stopRecoveries',
    method: 'DELETE',
    path: '/webhooks/{webhookId}/recover',
    parameters: WebhookPath,
    query: object({
      askedAt: field(
        v.optional(timestamp()),
        doc(
          'The value of `progress.at` in the response to the request that started a recovery. The service stops this recovery and all earlier recoveries. Later recoveries continue. The default is the time of this request.',
          '2026-03-02T09:25:00.000Z',
        ),
      ),
    }),
    response: { status: 202, body: Success },
    afterFailure: 'The recoveries may not have stopped. Repeat the request. A repetition does no harm.',
  },
  routeDoc(({ success, webhookId }) => ({
    group: 'Deliveries',
    summary: 'Stop recoveries',
    description:
      'Stops the recoveries of the webhook that were requested at the time `askedAt` or earlier. Within about ten seconds, the service stops sending requests for these recoveries. If a delivery is still waiting because of a stopped recovery, the service restores the state that the delivery had before the recovery: `failed` or `delivered`. If the recovery has created the waiting delivery, this delivery becomes `failed` with the class `webhook_disabled`. If the recovery has already attempted a delivery, the delivery keeps its state and its retries. If a delivery was `retrying` before the recovery, it keeps its state and its retries even if the recovery has not attempted it.',
    response:
      'The service stops the recoveries. To see the progress, send `POST /webhooks/{webhookId}/recover` with `dryRun` and `askedAt`.',
    example: {
      parameters: { webhookId },
      query: { askedAt: '2026-03-02T09:25:00.000Z' },
      response: success,
    },
  })),
);

/** Those of this file. */
export const recoveryRoutes = { recoverDeliveries, stopRecoveries };
