/** What a failed message is about, why it failed, and until when it can be retried. */
import * as v from 'valibot';
import { DAY_MS } from '../../contract/durations.ts';
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

/** What is known of the messages of the lanes (lambdas/deliveries/messages.ts). */
const LaneMessage = v.variant('kind', [
  v.object({ kind: v.literal('event'), eventId: v.string(), webhookIds: v.array(v.string()) }),
  v.object({
    kind: v.literal('deliver'),
    webhookId: v.string(),
    deliveryId: v.string(),
    eventId: v.string(),
    attempt: v.number(),
  }),
  v.object({ kind: v.literal('backlog'), webhookId: v.string() }),
  v.object({ kind: v.literal('recover'), webhookId: v.string(), since: v.string(), until: v.string() }),
  v.object({ kind: v.literal('stopRecoveries'), webhookId: v.string(), askedAt: v.string() }),
]);

/** What has to be repeated of the stream. */
type Content =
  | { readonly kind: 'batch'; readonly range: StreamRange }
  | { readonly kind: 'record'; readonly key: SetAsideRecord['key'] };

/** A failed message, explained. */
export interface FailedMessage {
  readonly held: HeldMessage;
  /** Undefined for a message that goes back to its queue as it is, and for one in an unknown form. */
  readonly content?: Content;
  /** Names events, a delivery or stream records. */
  readonly what: string;
  readonly reason: string;
  /** Until when `retry` works without further options. */
  readonly until: Date;
}

/** How long a stream stores its records. */
const STREAM_MS = DAY_MS;

/** Explains a message. */
export function explain(held: HeldMessage): FailedMessage {
  const [{ queue, body }, until] = [held, held.expiresAt];
  switch (queue.kind) {
    case 'stream':
      return { held, until, ...explainStreamMessage(body) };
    case 'lane': {
      const message = parsed(LaneMessage, body);
      const reason = 'No signer could handle it in ten tries: the log of the signer has the error by its id.';
      return { held, until, what: message ? describe(message) : UNKNOWN, reason: held.reason ?? reason };
    }
    case 'notices': {
      const notice = parsed(NoticeMessage, body);
      const what = notice ? `a notice of ${notice.at} to the network ${notice.networkId}` : UNKNOWN;
      const reason = 'It could not be sent by e-mail for four hours: the log of NoticeMails has the error.';
      return { held, until, what, reason };
    }
  }
}

const UNKNOWN = 'a message in an unknown form';

/** The content of a body, or undefined if it has another form. */
function parsed<T>(schema: v.GenericSchema<unknown, T>, body: string): T | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body);
  return result.success ? result.output : undefined;
}

function explainStreamMessage(body: string): Omit<FailedMessage, 'held' | 'until'> & { readonly until?: Date } {
  const record = parsed(SetAsideRecord, body);
  if (record !== undefined) {
    const { key, reason } = record;
    return { content: { kind: 'record', key }, what: `event ${key.networkId_eventId.S}`, reason };
  }
  const batch = parsed(GivenUpBatch, body);
  if (batch === undefined) {
    return { what: 'unknown', reason: 'Its form is unknown: neither Lambda nor a reader of the stream sent it.' };
  }
  const { requestContext, DDBStreamBatchInfo: range } = batch;
  const { shardId, startSequenceNumber, endSequenceNumber, batchSize } = range;
  return {
    content: { kind: 'batch', range },
    what: `${batchSize} stream records, ${startSequenceNumber} to ${endSequenceNumber} of ${shardId}`,
    reason: reasonOf(requestContext),
    until: new Date(range.approximateArrivalOfFirstRecord.getTime() + STREAM_MS),
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

function describe(message: v.InferOutput<typeof LaneMessage>): string {
  switch (message.kind) {
    case 'event':
      return `event ${message.eventId} to ${message.webhookIds.join(', ')}`;
    case 'deliver': {
      const { deliveryId, eventId, webhookId, attempt } = message;
      return `attempt ${attempt} of delivery ${deliveryId}: event ${eventId} to ${webhookId}`;
    }
    case 'backlog':
      return `a turn of the backlog of ${message.webhookId}`;
    case 'recover':
      return `a recovery of ${message.webhookId}, ${message.since} to ${message.until}`;
    case 'stopRecoveries':
      return `stopping the recoveries of ${message.webhookId} that were requested until ${message.askedAt}`;
  }
}
