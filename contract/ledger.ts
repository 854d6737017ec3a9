/** A webhook's ledger: an hour's deliveries, for receivers to compare with theirs (docs/spec/delivery.md#ledger). */
import * as v from 'valibot';
import { DeliveryId, deliveryId } from './deliveries.ts';
import { doc, field, routeDoc } from './documentation.ts';
import { event } from './events.ts';
import { NetworkId } from './ids.ts';
import { defineRoute, SMALL_BODY_BYTES } from './route.ts';
import { integer, listUpTo, object, oneOf, timestamp } from './schema.ts';
import { timeOf } from './time-ids.ts';
import { WebhookPath } from './webhooks.ts';

/** The most ids of one claim. */
export const MAX_CLAIMED_IDS = 1000;
/** The most deliveries of one slice, and the most that one claim has sent again. */
export const MAX_DELIVERIES_PER_SLICE = 500;
/** Enough for every id of a claim. */
const MAX_CLAIM_BYTES = 64 * 1024;

const HOUR = 'must be an hour in UTC, such as 2026-11-22T21';
const CLAIMED = `must be an array of at most ${MAX_CLAIMED_IDS} delivery ids`;

/** The hour in which the event of a delivery was accepted, in UTC: `2026-11-22T21`. */
export const hourOfDelivery = (deliveryId: DeliveryId): string =>
  new Date(timeOf(deliveryId)).toISOString().slice(0, 13);

/** When an hour begins, in milliseconds since 1970. */
export const startOfHour = (hour: string): number => Date.parse(`${hour}:00:00.000Z`);

const isHour = (hour: string): boolean => {
  const start = startOfHour(hour);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(hour);
};

/** An hour in UTC. */
export const LedgerHour = v.pipe(v.string(HOUR), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}$/, HOUR), v.check(isHour, HOUR));

/** The part of an hour that a request is about. */
const range = {
  networkId: field(NetworkId, doc('The id of the network (tenant).', 'demo')),
  hour: field(LedgerHour, doc('The hour (UTC) in which the service accepted the events.', '2026-03-02T09')),
  after: field(
    v.optional(DeliveryId),
    doc(
      'The request covers only deliveries that come after this id. By default, the request covers deliveries from the start of the hour.',
      '01KJPX8NH0Q7W3N5Y8T2V4X6Z9',
    ),
  ),
  until: field(
    v.optional(DeliveryId),
    doc(
      'The request covers only deliveries up to and including this id. By default, the request covers deliveries until the end of the hour.',
      '01KJPX8NH0Q7W3N5Y8T2V4X6Z9',
    ),
  ),
};
const Range = object(range);

/** A part of an hour: behind the id `after`, up to and with the id `until`; by default from start to end. */
export type LedgerRange = Pick<v.InferOutput<typeof Range>, 'hour' | 'after' | 'until'>;

const isOfHour = ({ hour, after, until }: LedgerRange): boolean =>
  [after, until].every((id) => id === undefined || hourOfDelivery(id) === hour);
const OTHER_HOUR = 'after and until must be delivery ids of the hour';

const isWithin = ({ hour, after, until }: LedgerRange, id: DeliveryId): boolean =>
  hourOfDelivery(id) === hour && (after === undefined || after < id) && (until === undefined || id <= until);
const OUTSIDE = 'deliveryIds must be ids of the hour, behind after and up to until';

const Claim = v.pipe(
  object({
    ...range,
    deliveryIds: field(
      listUpTo(DeliveryId, MAX_CLAIMED_IDS, CLAIMED),
      doc('The ids of those deliveries in the range of the request that the receiver has stored.', [
        '01KJPX8NH0Q7W3N5Y8T2V4X6Z9',
      ]),
    ),
    readAt: field(
      v.optional(timestamp()),
      doc(
        'The time at which the receiver read the ids from its own storage. If the service attempted a delivery after this time, the receiver may already have the delivery.',
        '2026-03-02T10:05:00.000Z',
      ),
    ),
  }),
  v.check((claim) => isOfHour(claim), OTHER_HOUR),
  v.check((claim) => claim.deliveryIds.every((id) => isWithin(claim, id)), OUTSIDE),
);

/** What is done about a delivery that the receiver lacks. */
export const MissingOutcome = oneOf({
  sending: doc('The service sends the delivery again now.'),
  retrying: doc(
    'The delivery is pending, or its event was accepted within the last minute. The service attempts the delivery even without this request.',
  ),
  just_attempted: doc(
    'The service attempted the delivery after the receiver had read the ids. Therefore, the receiver may already have the delivery. Repeat the request later.',
  ),
  webhook_disabled: doc('The service does not send the delivery, because the webhook is disabled.'),
  event_erased: doc('The service does not send the delivery, because the payload of the event was erased.'),
  event_expired: doc('The service does not send the delivery, because the event has expired.'),
});
export type MissingOutcome = v.InferOutput<typeof MissingOutcome>;

/** The deliveries of a part of an hour: behind the id `after`, up to and including the id `until`. */
export const LedgerSlice = v.object({
  after: field(
    v.optional(v.string()),
    doc(
      'The slice begins after this id. The field is absent if the slice begins at the start of the hour.',
      '01KJPX8NH0Q7W3N5Y8T2V4X6Z9',
    ),
  ),
  until: field(
    v.optional(v.string()),
    doc(
      'The slice ends with this id. The field is absent if the slice ends at the end of the hour.',
      '01KJPX8NH0Q7W3N5Y8T2V4X6Z9',
    ),
  ),
  count: field(integer(), doc('The number of deliveries in the slice.', 1)),
  digest: field(
    v.string(),
    doc(
      'The SHA-256 digest of the delivery ids in the slice, as a hexadecimal text. The digest is computed from the ids in ascending order, with a line feed after each id.',
      'd1fc0f1cd7cb312f45ed82da88d09c2815ef8d469803d7b7c362ac7bd610b648',
    ),
  ),
});
export type LedgerSlice = v.InferOutput<typeof LedgerSlice>;

/** In both responses. */
const progress = {
  open: field(
    v.boolean(),
    doc(
      'True as long as the deliveries in the range of the request can still change. The value is true until one minute after the end of the hour. The value is also true as long as an event has no delivery yet, or a delivery is not final.',
    ),
  ),
  next: field(
    v.optional(v.string()),
    doc(
      'The position at which the response ends. Pass this value as `after` in the next request. The field is absent if the response is complete.',
      '01KJPX8NH0Q7W3N5Y8T2V4X6Z9',
    ),
  ),
};

const signed = {
  role: 'receiver',
  quota: 'ledger',
  feature: 'webhooks',
  method: 'POST',
  parameters: WebhookPath,
} as const;

const SIGNED =
  'The request needs no access token, because the receiver signs the request with the secret of the webhook. The receiver makes this signature in the same way as the service signs a delivery.';

export const readLedger = defineRoute(
  {
    ...signed,
    operationId: 'readLedger',
    path: '/webhooks/{webhookId}/ledger',
    body: {
      schema: v.pipe(
        Range,
        v.check((asked) => isOfHour(asked), OTHER_HOUR),
      ),
      maxBytes: SMALL_BODY_BYTES,
    },
    response: {
      status: 200,
      body: v.object({
        slices: field(v.array(LedgerSlice), doc('The slices of the hour, in ascending order of the delivery ids.')),
        ...progress,
      }),
    },
  },
  routeDoc(({ networkId, webhookId, hour, digest }) => ({
    group: 'Receivers',
    summary: 'Read the ledger of an hour',
    description: `Describes the deliveries to one webhook for the events that the service accepted in one hour (UTC). A receiver can compare the response with the deliveries that it has stored. The response includes deliveries that have not succeeded. The response divides the deliveries into slices of at most ${MAX_DELIVERIES_PER_SLICE} deliveries. For each slice, the response contains the number of deliveries, and a digest of their ids. If the receiver computes the same digest from the ids that it has stored, the receiver has every delivery in the slice. ${SIGNED} If the response contains \`next\`, pass the value of \`next\` as \`after\` in the following request. As long as \`open\` is true, the deliveries of the hour can still change.`,
    response: 'The slices of the hour.',
    example: {
      parameters: { webhookId },
      body: { networkId, hour },
      response: { slices: [{ count: 1, digest }], open: true },
    },
  })),
);

export const reconcileLedger = defineRoute(
  {
    ...signed,
    operationId: 'reconcileLedger',
    path: '/webhooks/{webhookId}/ledger/reconcile',
    body: { schema: Claim, maxBytes: MAX_CLAIM_BYTES },
    response: {
      status: 200,
      body: v.object({
        missing: field(
          v.array(
            v.object({
              deliveryId,
              event,
              outcome: field(MissingOutcome, doc('What the service does with the delivery.')),
            }),
          ),
          doc('The deliveries that the receiver lacks.'),
        ),
        unknown: field(
          v.array(v.string()),
          doc(
            'The ids in the request that the ledger does not contain, such as the ids of deliveries of test events.',
            ['01KJPWPBK02Q8R5V7W9Y1Z3A5B'],
          ),
        ),
        ...progress,
      }),
    },
  },
  routeDoc((values) => ({
    group: 'Receivers',
    summary: 'Send what a receiver lacks',
    description: `Compares the ids in the ledger with the ids that a receiver has stored. The service then sends the deliveries that the receiver lacks, at a pace that does not overload the receiver. ${SIGNED} If you repeat the request with the same \`readAt\`, the service does not send a delivery twice. If the response contains \`next\`, pass the value of \`next\` as \`after\` in the following request. In the following request, \`deliveryIds\` must contain the stored ids that come after \`next\`.`,
    response: 'The deliveries that the receiver lacks, and what the service does with each delivery.',
    example: {
      parameters: { webhookId: values.webhookId },
      body: { networkId: values.networkId, hour: values.hour, deliveryIds: [] },
      response: {
        missing: [{ deliveryId: values.deliveryId, event: values.event, outcome: 'sending' }],
        unknown: [],
        open: true,
      },
    },
  })),
);

/** Those of this file. */
export const ledgerRoutes = { readLedger, reconcileLedger };
