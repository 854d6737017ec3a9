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
    'How many events will be sent, or `started` if counting them takes too long. In a dry run, `recovering` is always a number. If the response has `countedUntil`, the number does not include events that were accepted after this time.',
    12,
  ),
);

/** What has become of what a recovery has sent. */
const progress = v.object({
  at: field(time, doc('When the deliveries were counted.', '2026-03-02T09:25:00.000Z')),
  waiting: field(integer(), doc('The number of deliveries that still wait for their attempt.', 0)),
  delivered: field(integer(), doc('The number of deliveries that have succeeded.', 0)),
  failed: field(
    integer(),
    doc(
      'The number of deliveries that were attempted but have not succeeded, plus the number of deliveries that failed without an attempt.',
      0,
    ),
  ),
  ended: field(
    v.boolean(),
    doc(
      'True if no counted delivery waits any more, and none remains to be sent. Also true if the webhook is disabled.',
    ),
  ),
  stopped: field(
    v.optional(v.literal(true)),
    doc('True if the recovery was stopped, so that its remaining deliveries will not be sent; absent otherwise.'),
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
            doc('Only events that were accepted at this time or later.', '2026-03-02T09:00:00.000Z'),
          ),
          until: field(
            v.optional(timestamp()),
            doc(
              'Only events that were accepted at this time or earlier. The default is the time of the request.',
              '2026-03-02T10:00:00.000Z',
            ),
          ),
          state: field(
            v.optional(DeliveryState, 'failed'),
            doc(
              'The state of the deliveries to send again. If this value is `failed`, and neither `class` nor `statusCode` is given, the service also sends events without a delivery.',
            ),
          ),
          event: field(v.optional(EventName), doc('Only events with this name.', 'v3.post.didAddReaction')),
          class: field(v.optional(DeliveryResult), doc('Only deliveries of this class.')),
          statusCode: field(
            v.optional(integerFrom(100, 599, STATUS_CODE)),
            doc('Only deliveries whose last attempt got this HTTP status.', 503),
          ),
          dryRun: field(
            v.optional(v.boolean(DRY_RUN), false),
            doc('If true, nothing is sent. The response has the number of events that would be sent.'),
          ),
          askedAt: field(
            v.optional(timestamp()),
            doc(
              'The `progress.at` in the response to a recovery, or to a dry run before the recovery. In the response to this dry run, `progress` counts the deliveries that were sent since that time. Allowed only if `dryRun` is true.',
              '2026-03-02T09:25:00.000Z',
            ),
          ),
          start: field(
            v.optional(DeliveryId),
            doc(
              'The `start` in the response to a dry run that has not counted all events. Send the same `since` and `until` again, and add the numbers of the two responses. Allowed only if `dryRun` is true.',
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
            'The time up to which a dry run has counted events; absent if all events were counted.',
            '2026-03-02T09:15:00.000Z',
          ),
        ),
        start: field(
          v.optional(v.string()),
          doc(
            'The position at which the count of a dry run stopped; absent if all events were counted. Pass this value as `start` in another dry run with the same `since` and `until`.',
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
      'Sends events that the receiver has missed. The service considers the events that were accepted from `since` to `until`, and that the present configuration of the webhook selects. By default, it sends events whose delivery has failed, except for deliveries that the receiver has aborted. It also sends events that have no delivery, for example because the webhook was disabled or did not exist. Use `state`, `event`, `class` and `statusCode` to select other events. The oldest events are sent first, at a pace that does not flood the receiver. If `dryRun` is true, nothing is sent, and the response has the number of events that would be sent. To see the progress of a recovery, send a dry run with `askedAt`. If counting takes too long, a dry run stops counting at `countedUntil`. To continue the count, repeat the dry run with the `start` of its response.',
    response: 'The number of events that will be sent, or `started` if counting takes too long.',
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
          'The `progress.at` in the response to a recovery. The service stops this recovery and all earlier ones. Later recoveries continue. The default is the time of the request.',
          '2026-03-02T09:25:00.000Z',
        ),
      ),
    }),
    response: { status: 202, body: Success },
    afterFailure: 'The recoveries may not have stopped. Repeat the request. Repeating it is harmless.',
  },
  routeDoc(({ success, webhookId }) => ({
    group: 'Deliveries',
    summary: 'Stop recoveries',
    description:
      'Stops the recoveries of the webhook that began at the time `askedAt` or earlier. Within about ten seconds, the service stops sending requests for these recoveries. A delivery that still waits because of a stopped recovery gets the state that it had before the recovery: `failed` or `delivered`. A delivery that was already attempted keeps its state and its retries. A delivery that was `retrying` before the recovery also keeps its state and its retries.',
    response: 'The recoveries are being stopped. A dry run with `askedAt` shows the progress.',
    example: {
      parameters: { webhookId },
      query: { askedAt: '2026-03-02T09:25:00.000Z' },
      response: success,
    },
  })),
);

/** Those of this file. */
export const recoveryRoutes = { recoverDeliveries, stopRecoveries };
