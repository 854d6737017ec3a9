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
    'How many events will be sent, or `started` if counting them takes too long. With `dryRun` it is always a number, which does not include events that were accepted after `countedUntil`.',
    12,
  ),
);

/** What has become of what a recovery has sent. */
const progress = v.object({
  at: field(time, doc('When they were counted.', '2026-03-02T09:25:00.000Z')),
  waiting: field(integer(), doc('Deliveries that wait until the receiver can take them.', 0)),
  delivered: field(integer(), doc('Deliveries that were delivered.', 0)),
  failed: field(
    integer(),
    doc('Deliveries that are not delivered after at least one attempt, or that have failed without one.', 0),
  ),
  ended: field(v.boolean(), doc('True once nothing that was counted waits any more, or the webhook is disabled.')),
  stopped: field(
    v.optional(v.literal(true)),
    doc('True if the recovery was stopped: nothing that is still to be sent will be; absent otherwise.'),
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
            doc('Only events that were accepted at this time or earlier; now if absent.', '2026-03-02T10:00:00.000Z'),
          ),
          state: field(
            v.optional(DeliveryState, 'failed'),
            doc('Which deliveries to send again; with `failed`, events without a delivery are sent as well.'),
          ),
          event: field(v.optional(EventName), doc('Only events with this name.', 'v3.post.didAddReaction')),
          class: field(v.optional(DeliveryResult), doc('Only deliveries of this class.')),
          statusCode: field(
            v.optional(integerFrom(100, 599, STATUS_CODE)),
            doc('Only deliveries whose last attempt got this HTTP status.', 503),
          ),
          dryRun: field(
            v.optional(v.boolean(DRY_RUN), false),
            doc('Whether to send nothing, and only count what would be sent.'),
          ),
          askedAt: field(
            v.optional(timestamp()),
            doc(
              'With `dryRun`: `progress.at` of a recovery, or of a dry run before it. What was sent since is counted in `progress`.',
              '2026-03-02T09:25:00.000Z',
            ),
          ),
          start: field(
            v.optional(DeliveryId),
            doc(
              'With `dryRun`: `start` of a response whose count did not reach the end of the same time. Add what this one counts.',
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
        progress: field(
          progress,
          doc('What has become of the deliveries of that time that recoveries have sent since `askedAt`.'),
        ),
        countedUntil: field(
          v.optional(time),
          doc('With `dryRun`: up to when events were counted; absent if all were.', '2026-03-02T09:15:00.000Z'),
        ),
        start: field(
          v.optional(v.string()),
          doc(
            'With `dryRun`: where to go on counting; absent if all were counted. Pass it in a dry run of the same time.',
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
      'Sends events again that were accepted between `since` and `until`, and that the webhook asks for now. By default these are the events whose delivery failed or was never made, because the webhook was disabled or did not exist; `state`, `event`, `class` and `statusCode` choose others. The oldest are sent first, at a pace that does not flood the receiver. With `dryRun`, nothing is sent, and the response counts what would be sent; if the request also has `askedAt`, which is `progress.at` of a recovery or of a dry run before it, the response counts what has become of that recovery. A count that would take too long ends at `countedUntil`; repeat the request with `start` to continue it.',
    response: 'How many will be sent, or `started` if it takes too long to count them.',
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
          '`progress.at` of the latest recovery to stop: later ones go on. Now if absent.',
          '2026-03-02T09:25:00.000Z',
        ),
      ),
    }),
    response: { status: 202, body: Success },
    afterFailure: 'They may be stopped. Stopping again is harmless.',
  },
  routeDoc(({ success, webhookId }) => ({
    group: 'Deliveries',
    summary: 'Stop recoveries',
    description:
      'Stops the recoveries of the webhook that were asked for at that time or before. Within some seconds no request of theirs begins any more, and deliveries that wait because of them become again what they were before, `failed` or `delivered`. Deliveries that were attempted stay as they are, with their retries; so do those that a recovery of `retrying` deliveries has only brought forward.',
    response: 'They are being stopped; a dry run with `askedAt` says how far that is.',
    example: {
      parameters: { webhookId },
      query: { askedAt: '2026-03-02T09:25:00.000Z' },
      response: success,
    },
  })),
);

/** Those of this file. */
export const recoveryRoutes = { recoverDeliveries, stopRecoveries };
