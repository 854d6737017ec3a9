import { asksFor } from '../../../contract/event-patterns.ts';
import type { Lane } from '../../../contract/lane.ts';
import { eventOfImage } from '../../events/events-table.ts';
import { required } from '../../shared/env.ts';
import { type RecordFailure, wholeBatch } from '../../shared/stream.ts';
import { laneOf } from '../model/flow.ts';
import { type DeliverMessage, firstMessage } from '../queue/messages.ts';
import { QueueUnavailableError, queueSender } from '../queue/queue-sender.ts';
import { webhookDirectory } from '../receiver/webhook-directory.ts';

const directory = webhookDirectory();
const senders = {
  fast: queueSender(required('FIRST_ATTEMPTS_QUEUE_URL')),
  slow: queueSender(required('SLOW_LANE_QUEUE_URL')),
};

/**
 * Sends one message for each webhook that asks for an event of the outbox.
 *
 * The messages of a whole batch of events are sent together. An event is handled again as a whole where SQS did not accept one
 * of its messages: a repeated message names the same delivery.
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
    return wasRefused ? { reason: new QueueUnavailableError('SQS did not accept a message of the event.') } : failure;
  });
});

interface LaneMessage {
  readonly lane: Lane;
  readonly message: DeliverMessage;
}

/** The messages of one record, or why there are none. */
interface FannedOut {
  readonly messages: readonly LaneMessage[];
  readonly failure?: RecordFailure;
}

async function messagesOrFailure(image: unknown): Promise<FannedOut> {
  try {
    const event = eventOfImage(image);
    const webhooks = await directory.enabled(event.networkId, Date.parse(event.acceptedAt));
    const asking = webhooks.filter(({ events }) => asksFor(events, event.event));
    return {
      messages: asking.map((webhook) => ({
        lane: laneOf(webhook.flow),
        message: firstMessage(event, webhook, Date.now()),
      })),
    };
  } catch (reason) {
    return { messages: [], failure: { reason } };
  }
}
