/** The messages of both lanes: one union, its constructors, and its text form. */
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { DeliveryResult } from '../../contract/delivery-classes.ts';
import { DeliveryState } from '../../contract/delivery-states.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import type { NoticeMessage } from '../../contract/notices.ts';
import { Trace } from '../../contract/traceparent.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import { keyOf, type WebhookKey } from '../shared/webhook-key.ts';
import { type Delivery, newDelivery } from './delivery.ts';
import { deliveryIdOf } from './delivery-id.ts';

/** Webhooks of a message at most: all of them are looked at again where one could not be handled. */
const WEBHOOKS_PER_MESSAGE = 10;

const forWebhook = { networkId: NetworkId, webhookId: v.string() };

/** Attempt to deliver an event for the first time, to each of some webhooks of its network. */
const Event = v.object({
  kind: v.literal('event'),
  networkId: NetworkId,
  webhookIds: v.array(v.string()),
  eventId: EventId,
  event: v.string(),
  /** When the event was accepted: ISO 8601. */
  acceptedAt: v.string(),
  /** The exact text to send; without it, it is read from the outbox. */
  body: v.optional(v.string()),
  trace: v.optional(Trace),
});

/** Attempt a delivery. */
const Deliver = v.object({
  kind: v.literal('deliver'),
  ...forWebhook,
  deliveryId: DeliveryId,
  eventId: EventId,
  event: v.string(),
  /** When the event was accepted: ISO 8601. */
  acceptedAt: v.string(),
  /** The exact text to send; without it, it is read from the outbox. */
  body: v.optional(v.string()),
  trace: v.optional(Trace),
  /** The number of the attempt; a message for one that was already made is dropped. */
  attempt: v.number(),
  /** The number of replays before this message; after another replay it is dropped. */
  generation: v.number(),
});

/** Send the backlog of a webhook: what waits and may be sent now. */
const Backlog = v.object({
  kind: v.literal('backlog'),
  ...forWebhook,
  /** When an admin asked for it (ISO 8601): then retries whose latest attempt is older do not wait for their time. */
  askedAt: v.optional(v.string()),
});

/** Requeue deliveries between two times, a page at a time. */
const Recover = v.object({
  kind: v.literal('recover'),
  ...forWebhook,
  since: v.string(),
  until: v.string(),
  /** When an admin asked for it: ISO 8601. */
  askedAt: v.optional(v.string(), () => new Date().toISOString()),
  state: v.optional(DeliveryState, 'failed'),
  event: v.optional(v.string()),
  class: v.optional(DeliveryResult),
  statusCode: v.optional(v.number()),
  after: v.optional(DeliveryId),
});

/** Take back what recoveries have put into the backlog of a webhook, a page at a time. */
const StopRecoveries = v.object({
  kind: v.literal('stopRecoveries'),
  ...forWebhook,
  /** When the latest of these recoveries was asked for: ISO 8601. */
  askedAt: v.string(),
  /** The place in the backlog behind which the page begins. */
  after: v.optional(v.string()),
  /** Whether the backlog was looked through once: an index lags, and so did the processes that filled it. */
  isAgain: v.optional(v.boolean()),
});

const LaneMessage = v.variant('kind', [Event, Deliver, Backlog, Recover, StopRecoveries]);
export type LaneMessage = v.InferOutput<typeof LaneMessage>;
export type EventMessage = v.InferOutput<typeof Event>;
/** What is asked of one webhook. */
export type DeliveryMessage = Exclude<LaneMessage, EventMessage>;
export type DeliverMessage = v.InferOutput<typeof Deliver>;
export type RecoverMessage = v.InferOutput<typeof Recover>;
export type StopMessage = v.InferOutput<typeof StopRecoveries>;

/** A message, and the seconds for which its queue delays it: at most 900, none by default. */
export interface Queued<T = LaneMessage | NoticeMessage> {
  readonly message: T;
  readonly delaySeconds?: number;
  /** Why the message is in a dead-letter queue. */
  readonly reason?: string;
}
export type QueuedMessage = Queued<LaneMessage>;

/** The longest delay of an SQS message. */
export const MAX_QUEUE_DELAY_SECONDS = 900;

/**
 * Characters of the largest body that travels in messages. A larger one is read from the outbox by each signer: 50
 * copies of each event of a batch, 300 MB, would hold up the events of other networks for half a minute.
 */
const MAX_BODY_IN_MESSAGE = 16 * 1024;

const bodyInMessage = (body: string) => (body.length > MAX_BODY_IN_MESSAGE ? {} : { body });

/** The first attempts to deliver an event to webhooks of its network. */
export function eventMessages(
  event: StoredEvent,
  webhooks: readonly { readonly webhookId: string }[],
): readonly EventMessage[] {
  const webhookIds = webhooks.map(({ webhookId }) => webhookId);
  const { networkId, eventId, event: name, acceptedAt, body, trace } = event;
  const about = { networkId, eventId, event: name, acceptedAt, ...(trace && { trace }), ...bodyInMessage(body) };
  return Array.from({ length: Math.ceil(webhookIds.length / WEBHOOKS_PER_MESSAGE) }, (_, n) => ({
    kind: 'event',
    webhookIds: webhookIds.slice(n * WEBHOOKS_PER_MESSAGE, (n + 1) * WEBHOOKS_PER_MESSAGE),
    ...about,
  }));
}

/** What the next attempt of a delivery is made from. */
type Retried = Pick<
  Delivery,
  'networkId' | 'webhookId' | 'deliveryId' | 'eventId' | 'event' | 'createdAt' | 'attemptCount' | 'generation' | 'trace'
>;

/** The next attempt of a delivery, whose body is read from the outbox. */
export const retryMessage = (delivery: Retried): DeliverMessage => ({
  kind: 'deliver',
  networkId: delivery.networkId,
  webhookId: delivery.webhookId,
  deliveryId: delivery.deliveryId,
  eventId: delivery.eventId,
  event: delivery.event,
  acceptedAt: delivery.createdAt,
  attempt: delivery.attemptCount + 1,
  generation: delivery.generation,
  ...(delivery.trace && { trace: delivery.trace }),
});

/**
 * A delivery's retry, if a queue can hold it until it is due; later ones wait in the table. `body` is the text that was
 * just sent; `now` is in milliseconds.
 */
export function delayedRetry(delivery: Delivery, body: string, now: number): readonly QueuedMessage[] {
  if (delivery.next?.kind !== 'at') return [];
  const delaySeconds = secondsUntil(delivery.next.at, now);
  return delaySeconds > MAX_QUEUE_DELAY_SECONDS
    ? []
    : [{ message: { ...retryMessage(delivery), ...bodyInMessage(body) }, delaySeconds }];
}

/** Sends a webhook's backlog, after some seconds; `askedAt` as in the message. */
export const backlogMessage = (webhook: WebhookKey, delaySeconds = 0, askedAt?: string): QueuedMessage => ({
  message: { kind: 'backlog', ...keyOf(webhook), ...(askedAt !== undefined && { askedAt }) },
  delaySeconds: Math.min(MAX_QUEUE_DELAY_SECONDS, delaySeconds),
});

/** The first page of a recovery. */
export const recoverMessage = (
  webhook: WebhookKey,
  range: Omit<RecoverMessage, 'kind' | 'after' | keyof typeof forWebhook>,
): QueuedMessage => ({ message: { kind: 'recover', ...keyOf(webhook), ...range } });

/** The first page of what recoveries are taken back from that were asked for at `askedAt` (ISO 8601) or before. */
export const stopMessage = (webhook: WebhookKey, askedAt: string): QueuedMessage => ({
  message: { kind: 'stopRecoveries', ...keyOf(webhook), askedAt },
});

/**
 * The text of a message. JSON allows more characters than SQS: U+FFFE and U+FFFF are refused, and the documentation
 * excludes everything beyond U+FFFF, such as emoji. All of them are written as escapes.
 */
export const messageText = (message: Queued['message']): string =>
  JSON.stringify(message).replace(/[\ud800-\udfff\ufffe\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);

/** What a text asks for, by webhook. Throws a SyntaxError or ValiError for anything else. */
export function messagesOfText(text: string): readonly DeliveryMessage[] {
  const message = v.parse(LaneMessage, JSON.parse(text));
  return message.kind === 'event' ? message.webhookIds.map((id) => firstAttempt(message, id)) : [message];
}

/** The first attempt to deliver an event to one webhook. */
export function firstAttempt(message: Omit<EventMessage, 'kind' | 'webhookIds'>, webhookId: string): DeliverMessage {
  const { networkId, eventId, event, acceptedAt, body, trace } = message;
  const deliveryId = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);
  const delivery = newDelivery({ networkId, webhookId, deliveryId, eventId, event, acceptedAt, generation: 0, trace });
  return { ...retryMessage(delivery), ...(body !== undefined && { body }) };
}

/** Whole seconds from `now` (milliseconds) until a time (ISO 8601), never negative. */
export const secondsUntil = (at: string, now: number): number => Math.max(0, Math.ceil((Date.parse(at) - now) / 1000));
