/** A webhook's ledger: an hour's deliveries, for receivers to compare with theirs (docs/spec/delivery.md#ledger). */
import * as v from 'valibot';
import { DeliveryId } from './deliveries.ts';
import { NetworkId } from './ids.ts';
import { defineRoute, SMALL_BODY_BYTES } from './route.ts';
import { integer, listUpTo, object, timestamp } from './schema.ts';
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
  networkId: NetworkId,
  hour: LedgerHour,
  after: v.optional(DeliveryId),
  until: v.optional(DeliveryId),
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
    deliveryIds: listUpTo(DeliveryId, MAX_CLAIMED_IDS, CLAIMED),
    readAt: v.optional(timestamp()),
  }),
  v.check((claim) => isOfHour(claim), OTHER_HOUR),
  v.check((claim) => claim.deliveryIds.every((id) => isWithin(claim, id)), OUTSIDE),
);

/** What is done about a delivery that the receiver lacks. */
export const MissingOutcome = v.picklist(['sending', 'retrying', 'just_attempted', 'webhook_disabled']);
export type MissingOutcome = v.InferOutput<typeof MissingOutcome>;

/** The deliveries of a part of an hour: behind the id `after`, up to and including the id `until`. */
export const LedgerSlice = v.object({
  after: v.optional(v.string()),
  until: v.optional(v.string()),
  count: integer(),
  digest: v.string(),
});
export type LedgerSlice = v.InferOutput<typeof LedgerSlice>;

/** In both responses. */
const progress = {
  open: v.boolean(),
  next: v.optional(v.string()),
};

const signed = {
  role: 'receiver',
  quota: 'ledger',
  feature: 'webhooks',
  method: 'POST',
  parameters: WebhookPath,
} as const;

const SIGNED = 'The request needs no token: it is signed with the secret of the webhook, as deliveries are.';

export const readLedger = defineRoute({
  ...signed,
  operationId: 'readLedger',
  path: '/webhooks/{webhookId}/ledger',
  summary: 'Read the ledger of an hour',
  description: `For receivers: how many deliveries an hour (of acceptance, in UTC) has, made or not, and a digest of their ids, in slices of at most ${MAX_DELIVERIES_PER_SLICE}. A receiver with the same digest has everything. ${SIGNED} If there is a \`next\`, ask again with it as \`after\`. While \`open\`, something of the hour may still be on its way.`,
  body: {
    schema: v.pipe(
      Range,
      v.check((asked) => isOfHour(asked), OTHER_HOUR),
    ),
    maxBytes: SMALL_BODY_BYTES,
  },
  response: {
    status: 200,
    description: 'The slices, in ascending order of their ids.',
    body: v.object({ slices: v.array(LedgerSlice), ...progress }),
  },
});

export const reconcileLedger = defineRoute({
  ...signed,
  operationId: 'reconcileLedger',
  path: '/webhooks/{webhookId}/ledger/reconcile',
  summary: 'Send what a receiver lacks',
  description: `For receivers: takes the ids that the receiver has, of a slice whose digest differs, and sends what it lacks again, at a pace that does not flood it. ${SIGNED} Asking twice sends nothing twice. If there is a \`next\`, ask again with it as \`after\`, and the ids behind it.`,
  body: { schema: Claim, maxBytes: MAX_CLAIM_BYTES },
  response: {
    status: 200,
    description:
      'What the receiver lacks, and what is done about it; `unknown` are ids that the ledger does not have, such as those of test events.',
    body: v.object({
      missing: v.array(v.object({ deliveryId: v.string(), event: v.string(), outcome: MissingOutcome })),
      unknown: v.array(v.string()),
      ...progress,
    }),
  },
});
