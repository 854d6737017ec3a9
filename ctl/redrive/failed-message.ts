/** What a failed message is about, why it failed, and until when it can be retried. */
import * as v from 'valibot';
import { NoticeMessage } from '../../contract/notices.ts';
import { SetAsideRecord } from '../../contract/redrive.ts';
import type { HeldMessage } from './held-messages.ts';

/** A time: ISO 8601. */
const Time = v.pipe(v.string(), v.isoTimestamp(), v.toDate());

/**
 * What Lambda sends about a batch of stream records that it gave up
 * (https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html).
 */
const GivenUpBatch = v.object({
  requestContext: v.object({ condition: v.string(), approximateInvokeCount: v.optional(v.number(), 0) }),
  DDBStreamBatchInfo: v.object({
    streamArn: v.string(),
    shardId: v.string(),
    startSequenceNumber: v.pipe(v.string(), v.digits()),
    endSequenceNumber: v.pipe(v.string(), v.digits()),
    approximateArrivalOfFirstRecord: Time,
    approximateArrivalOfLastRecord: Time,
    batchSize: v.number(),
  }),
});

/** A part of a shard: stream records with consecutive sequence numbers. */
export type StreamRange = v.InferOutput<typeof GivenUpBatch>['DDBStreamBatchInfo'];

/** What is known of the messages of the lanes (lambdas/delivery/queue/messages.ts). */
const LaneMessage = v.variant('kind', [
  v.object({
    kind: v.literal('deliver'),
    webhookId: v.string(),
    deliveryId: v.string(),
    eventId: v.string(),
    attempt: v.number(),
  }),
  v.object({ kind: v.literal('backlog'), webhookId: v.string() }),
  v.object({ kind: v.literal('recover'), webhookId: v.string(), since: v.string(), until: v.string() }),
]);

/** What has to be repeated. */
export type Content =
  | { readonly kind: 'batch'; readonly range: StreamRange }
  | { readonly kind: 'record'; readonly key: SetAsideRecord['key'] }
  /** A message of a lane, or a notice: it is sent to its queue again. */
  | { readonly kind: 'delivery' }
  /** A message in an on-failure queue that neither Lambda nor a reader sends. */
  | { readonly kind: 'unknown' };

/** A failed message, explained. */
export interface FailedMessage {
  readonly held: HeldMessage;
  readonly content: Content;
  /** Names events, a delivery or stream records. */
  readonly what: string;
  readonly reason: string;
  /** Until when `retry` works without further options. */
  readonly until: Date;
}

/** How long a stream stores its records. */
const STREAM_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Explains a message. */
export function explain(held: HeldMessage): FailedMessage {
  switch (held.queue.kind) {
    case 'stream':
      return explainStreamMessage(held);
    case 'lane':
      return explainLaneMessage(held);
    case 'notices':
      return explainNotice(held);
  }
}

function explainStreamMessage(held: HeldMessage): FailedMessage {
  const until = held.expiresAt;
  const record = v.safeParse(v.pipe(v.string(), v.parseJson(), SetAsideRecord), held.body);
  if (record.success) {
    const { key, reason } = record.output;
    return { held, content: { kind: 'record', key }, what: `event ${key.networkId_eventId.S}`, reason, until };
  }
  const batch = v.safeParse(v.pipe(v.string(), v.parseJson(), GivenUpBatch), held.body);
  if (!batch.success) {
    const reason = 'Its form is unknown: neither Lambda nor a reader of the stream sent it.';
    return { held, content: { kind: 'unknown' }, what: 'unknown', reason, until };
  }
  const { requestContext, DDBStreamBatchInfo: range } = batch.output;
  const { shardId, startSequenceNumber, endSequenceNumber, batchSize } = range;
  return {
    held,
    content: { kind: 'batch', range },
    what: `${batchSize} stream records, ${startSequenceNumber} to ${endSequenceNumber} of ${shardId}`,
    reason: reasonOf(requestContext),
    until: new Date(range.approximateArrivalOfFirstRecord.getTime() + STREAM_MILLISECONDS),
  };
}

function reasonOf({ condition, approximateInvokeCount }: v.InferOutput<typeof GivenUpBatch>['requestContext']): string {
  const log = 'the log of the function has the error by the sequence number.';
  switch (condition) {
    case 'RetryAttemptsExhausted':
      return `The function failed ${approximateInvokeCount} times: ${log}`;
    case 'RecordAgeExceeded':
      return `The records were too old when their turn came: ${log}`;
    default:
      return `${condition}: ${log}`;
  }
}

function explainLaneMessage(held: HeldMessage): FailedMessage {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), LaneMessage), held.body);
  const reason =
    held.reason ?? 'No signer could handle it in ten tries: the log of the signer has the error by its id.';
  const what = parsed.success ? describe(parsed.output) : 'a message in an unknown form';
  return { held, content: { kind: 'delivery' }, what, reason, until: held.expiresAt };
}

function explainNotice(held: HeldMessage): FailedMessage {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), NoticeMessage), held.body);
  const what = parsed.success
    ? `a notice of ${parsed.output.at} to the network ${parsed.output.networkId}`
    : 'a message in an unknown form';
  const reason = 'It could not be sent by e-mail for four hours: the log of NoticeMails has the error.';
  return { held, content: { kind: 'delivery' }, what, reason, until: held.expiresAt };
}

function describe(message: v.InferOutput<typeof LaneMessage>): string {
  switch (message.kind) {
    case 'deliver': {
      const { deliveryId, eventId, webhookId, attempt } = message;
      return `attempt ${attempt} of delivery ${deliveryId}: event ${eventId} to ${webhookId}`;
    }
    case 'backlog':
      return `a turn of the backlog of ${message.webhookId}`;
    case 'recover':
      return `a recovery of ${message.webhookId}, ${message.since} to ${message.until}`;
  }
}
