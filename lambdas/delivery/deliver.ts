/** Handling a message that asks for an attempt (decisions 22–27). */
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { AttemptOutcome } from './attempt.ts';
import { abandoned, afterAttempt, type Delivery, held, newDelivery } from './delivery.ts';
import type { DeliverMessage } from './delivery-message.ts';
import type { QueuedMessage } from './lanes.ts';
import { type Effects, nothingToDo, type Signer } from './signer.ts';
import { MAX_QUEUE_DELAY_SECONDS, secondsUntil } from './waiting-index.ts';

/** `isRepeated` says that the message has come before, and nobody knows how far it got. */
export async function deliver(signer: Signer, message: DeliverMessage, isRepeated: boolean): Promise<Effects> {
  const found = await receiverOf(signer, message);
  if (found === undefined) return nothingToDo;
  const { webhook, sending } = found;
  if (sending && signer.lane === 'fast' && !isQuick(signer, webhook)) {
    return { ...nothingToDo, messages: [{ message }] };
  }

  const isFresh = isFirstAttempt(message) && !isRepeated;
  const delivery = isFresh ? newDelivery(message) : await expected(signer, message);
  if (delivery === undefined) return nothingToDo;
  if (!sending) return { ...nothingToDo, deliveries: [abandoned(delivery, 'webhook_disabled')] };
  const { breaker } = webhook;
  if (breaker !== undefined) {
    const messages = isReplay(delivery) ? await probeNow(signer, webhook) : await signer.breakers.arm(webhook, breaker);
    return { ...nothingToDo, deliveries: [held(delivery)], messages };
  }
  const { effects, outcome } = await attempt(signer, webhook, delivery, message.body);
  if (outcome?.class === 'not_sent') throw new NotSentError();
  return effects;
}

/**
 * The webhook as it is remembered. One that is not there or disabled is looked up again: it may have been created or enabled
 * since, and its deliveries must not be given up for what this process saw two seconds ago.
 */
async function receiverOf({ directory }: Signer, { networkId, webhookId }: DeliverMessage) {
  const found = await directory.find(networkId, webhookId);
  if (found?.sending) return found;
  directory.forget(networkId);
  return await directory.find(networkId, webhookId);
}

/** The request could not even begin, through a fault of ours: the message has to come again. */
export class NotSentError extends Error {}

/**
 * One attempt, and what follows from it: nothing where the request could not begin. `body` is read from the outbox where it is
 * not at hand.
 */
export async function attempt(
  signer: Signer,
  webhook: Webhook,
  delivery: Delivery,
  body?: string,
): Promise<{ readonly effects: Effects; readonly outcome?: AttemptOutcome }> {
  const text = body ?? (await signer.outbox(delivery.networkId, delivery.eventId));
  if (text === undefined) return { effects: { ...nothingToDo, deliveries: [abandoned(delivery, 'event_expired')] } };

  const isFirst = delivery.attemptCount === 0;
  const outcome = await signer.sendSigned(webhook, {
    deliveryId: delivery.deliveryId,
    body: text,
    isFirstAttempt: isFirst,
  });
  if (outcome.class === 'not_sent') return { outcome, effects: nothingToDo };
  const messages = await signer.reportHealth(webhook, outcome);
  const after = afterAttempt(delivery, outcome, {
    settings: signer.settings,
    now: signer.now(),
    random: signer.random(),
  });
  return {
    outcome,
    effects: {
      deliveries: [after],
      messages: [...messages, ...retryMessages(after, signer.now())],
      attempts: [{ webhookId: webhook.webhookId, outcome }],
    },
  };
}

/** The message of a retry that is near enough to wait in the queue; one further off waits in the table for the sweeper. */
function retryMessages(delivery: Delivery, now: number): QueuedMessage[] {
  if (delivery.next?.kind !== 'at') return [];
  const delaySeconds = secondsUntil(delivery.next.at, now);
  return delaySeconds > MAX_QUEUE_DELAY_SECONDS ? [] : [{ message: retryMessage(delivery), delaySeconds }];
}

/** Asks for the next attempt of a delivery; its body will be read from the outbox. */
export const retryMessage = (
  delivery: Pick<
    Delivery,
    'networkId' | 'webhookId' | 'deliveryId' | 'eventId' | 'event' | 'createdAt' | 'attemptCount' | 'generation'
  >,
): DeliverMessage => ({
  kind: 'deliver',
  networkId: delivery.networkId,
  webhookId: delivery.webhookId,
  deliveryId: delivery.deliveryId,
  eventId: delivery.eventId,
  event: delivery.event,
  acceptedAt: delivery.createdAt,
  attempt: delivery.attemptCount + 1,
  generation: delivery.generation,
});

const isFirstAttempt = ({ attempt: number, generation }: DeliverMessage): boolean => number === 1 && generation === 0;

/** An admin who replays may know that the receiver is back. What this process remembers of the breaker may be older than that. */
async function probeNow({ directory, breakers }: Signer, { networkId, webhookId }: Webhook): Promise<QueuedMessage[]> {
  directory.forget(networkId);
  const { webhook } = (await directory.find(networkId, webhookId)) ?? {};
  return webhook?.breaker === undefined ? [] : await breakers.probeNow(webhook, webhook.breaker);
}

/** Whether an admin has just asked for it. */
const isReplay = ({ generation, attemptsOnSchedule }: Delivery): boolean => generation > 0 && attemptsOnSchedule === 0;

const isQuick = ({ watch }: Signer, { webhookId, lane }: Webhook): boolean =>
  lane === 'fast' && watch.lane(webhookId) !== 'slow';

/** The delivery, unless it has gone on without this message: delivered, replayed, or attempted already. */
async function expected({ deliveries }: Signer, message: DeliverMessage): Promise<Delivery | undefined> {
  const delivery = await deliveries.read(message.webhookId, message.deliveryId);
  if (delivery === undefined && isFirstAttempt(message)) return newDelivery(message);
  if (delivery?.state !== 'retrying') return undefined;
  const isNext = delivery.generation === message.generation && delivery.attemptCount + 1 === message.attempt;
  return isNext ? delivery : undefined;
}
