/** The messages of both lanes: one union, shared by everyone who sends and the one who handles. */
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';

const forWebhook = { networkId: NetworkId, webhookId: v.string() };

/** Attempt a delivery. */
const Deliver = v.object({
  kind: v.literal('deliver'),
  ...forWebhook,
  deliveryId: DeliveryId,
  eventId: EventId,
  event: v.string(),
  /** When the event was accepted: ISO 8601. */
  acceptedAt: v.string(),
  /** The exact text to send, on first attempts; a later one reads it from the outbox. */
  body: v.optional(v.string()),
  /** The number of the attempt that this asks for; a message for one that was made already is dropped. */
  attempt: v.number(),
  /** Which life of the delivery this belongs to; a replay begins a new one, and messages of an older one are dropped. */
  generation: v.number(),
});

/** Try the oldest waiting delivery of a webhook whose breaker is open. */
const Probe = v.object({
  kind: v.literal('probe'),
  ...forWebhook,
  /** The opening of the breaker that this belongs to. */
  token: v.string(),
  /** How many probes of that opening failed before. */
  failedProbes: v.number(),
});

/**
 * Send the oldest `window` waiting deliveries of a webhook, and go on with twice as many while it answers. With a token it
 * belongs to a breaker that closes when nothing waits any more; without one there is no breaker to close.
 */
const Drain = v.object({
  kind: v.literal('drain'),
  ...forWebhook,
  token: v.optional(v.string()),
  window: v.number(),
});

/** Put the failed deliveries between two times back to waiting, a page at a time. */
const Recover = v.object({
  kind: v.literal('recover'),
  ...forWebhook,
  since: v.string(),
  until: v.string(),
  after: v.optional(DeliveryId),
});

export const DeliveryMessage = v.variant('kind', [Deliver, Probe, Drain, Recover]);
export type DeliveryMessage = v.InferOutput<typeof DeliveryMessage>;
export type DeliverMessage = v.InferOutput<typeof Deliver>;
export type ProbeMessage = v.InferOutput<typeof Probe>;
export type DrainMessage = v.InferOutput<typeof Drain>;
export type RecoverMessage = v.InferOutput<typeof Recover>;

/**
 * The text of a message. JSON allows more characters than SQS does: U+FFFE and U+FFFF are refused, and the documentation
 * leaves everything beyond U+FFFF out, such as emoji. All of them are written as escapes.
 */
export const messageText = (message: DeliveryMessage): string =>
  JSON.stringify(message).replace(/[\ud800-\udfff\ufffe\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);

/** The message in a text. Throws a SyntaxError or ValiError for anything else. */
export const messageOfText = (text: string): DeliveryMessage => v.parse(DeliveryMessage, JSON.parse(text));
