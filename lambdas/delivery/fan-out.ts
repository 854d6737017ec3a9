import { asksFor } from '../../contract/event-patterns.ts';
import { eventOfImage, type StoredEvent } from '../events/events-table.ts';
import { required } from '../shared/env.ts';
import { type RecordFailure, wholeBatch } from '../shared/stream.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { deliveryIdOf } from './delivery-id.ts';
import type { DeliverMessage } from './delivery-message.ts';
import { QueueUnavailableError, queueSender } from './lanes.ts';
import { webhookDirectory } from './webhook-directory.ts';

const directory = webhookDirectory();
const senders = {
  fast: queueSender(required('FIRST_ATTEMPTS_QUEUE_URL')),
  slow: queueSender(required('SLOW_LANE_QUEUE_URL')),
};

/**
 * Makes one message for each webhook that asks for an event of the outbox (decision 24).
 *
 * The messages of a whole batch of events go out together. An event of which one message was not taken is handled again
 * whole: a message that is repeated falls on the same delivery.
 */
export const handler = wholeBatch(async (records) => {
  const fanned = await Promise.all(records.map(({ dynamodb }) => messagesOrFailure(dynamodb?.NewImage)));
  const refused = await Promise.all(
    (['fast', 'slow'] as const).map((lane) =>
      senders[lane](fanned.flatMap(({ messages }) => messages.filter((message) => message.lane === lane))),
    ),
  );
  return fanned.map(({ messages, failure }) => {
    const wasRefused = messages.some((message) => refused.some((failed) => failed.has(message)));
    return wasRefused ? { reason: new QueueUnavailableError('SQS did not take a message of the event.') } : failure;
  });
});

interface LaneMessage {
  readonly lane: 'fast' | 'slow';
  readonly message: DeliverMessage;
}

/** What becomes of one record: its messages, or why there are none. */
interface FannedOut {
  readonly messages: readonly LaneMessage[];
  readonly failure?: RecordFailure;
}

async function messagesOrFailure(image: unknown): Promise<FannedOut> {
  try {
    const event = eventOfImage(image);
    const webhooks = await directory.enabled(event.networkId, Date.parse(event.acceptedAt));
    const asking = webhooks.filter(({ events }) => asksFor(events, event.event));
    return { messages: asking.map((webhook) => ({ lane: laneOf(webhook), message: firstMessage(event, webhook) })) };
  } catch (reason) {
    return { messages: [], failure: { reason } };
  }
}

/** The fast lane is for receivers that have proven quick and are up. */
const laneOf = ({ lane, breaker }: Webhook) => (lane === 'fast' && breaker === undefined ? 'fast' : 'slow');

const firstMessage = (event: StoredEvent, { networkId, webhookId }: Webhook): DeliverMessage => ({
  kind: 'deliver',
  networkId,
  webhookId,
  deliveryId: deliveryIdOf(networkId, event.eventId, webhookId, event.acceptedAt),
  eventId: event.eventId,
  event: event.event,
  acceptedAt: event.acceptedAt,
  body: event.body,
  attempt: 1,
  generation: 0,
});
