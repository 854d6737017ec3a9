/** One attempt of a delivery, and what follows from its outcome. */
import { isNotice } from '../../contract/event-names.ts';
import { type AttemptOutcome, isGone, isHealthy } from '../deliveries/attempt.ts';
import { abandoned, afterAttempt, type Delivery } from '../deliveries/delivery.ts';
import { delayedRetry } from '../deliveries/messages.ts';
import { failedForGood } from '../notices/notice.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { type Effects, effectsOf } from './effects.ts';
import { measureAttempt } from './measure.ts';
import type { Signer } from './signer.ts';

/** The request could not be started through a fault of ours: no attempt was made. */
class NotSentError extends Error {}

/** A webhook must not get what happened in another network. */
class ForeignDeliveryError extends Error {}

/** The outcome is absent where the event has expired. */
export interface Attempted {
  readonly effects: Effects;
  readonly outcome?: AttemptOutcome;
}

/**
 * Makes an attempt. `body` is the exact text of the event; without it, the text is read from the outbox. Throws
 * NotSentError, ForeignDeliveryError, and what reading it throws.
 */
export async function attemptDelivery(
  signer: Signer,
  webhook: Webhook,
  delivery: Delivery,
  body?: string,
): Promise<Attempted> {
  if (delivery.networkId !== webhook.networkId) {
    throw new ForeignDeliveryError(`The delivery ${delivery.deliveryId} is of the network ${delivery.networkId}.`);
  }
  const text = body ?? (await signer.outbox.readBody(delivery.networkId, delivery.eventId));
  // A test event that an admin sends again says nothing about the webhook (docs/spec/delivery.md#test-event).
  const counts = !delivery.isTest;
  if (text === undefined) {
    const failed = abandoned(delivery, 'event_expired');
    return { effects: effectsOf({ deliveries: [failed], notices: counts ? noticesOf(signer, webhook, failed) : [] }) };
  }

  const { deliveryId, eventId, createdAt: acceptedAt, attemptCount } = delivery;
  const isFirstAttempt = attemptCount === 0;
  const outcome = await signer.sendSigned(webhook, { deliveryId, eventId, acceptedAt, body: text, isFirstAttempt });
  measureAttempt(signer.metrics, delivery, outcome);
  if (!isHealthy(outcome)) signer.failures.note(webhook);
  if (outcome.class === 'not_sent') throw new NotSentError('The request was not sent; the log says why.');
  if (counts) signer.counter.note(webhook.webhookId, delivery.event, outcome);
  const messages = counts ? await reported(signer, webhook, outcome, deliveryId) : [];
  const { settings, random } = signer;
  const now = signer.now();
  const after = afterAttempt(delivery, outcome, { settings, now, random: random() });
  return {
    outcome,
    effects: {
      deliveries: [after],
      messages: [...messages, ...delayedRetry(after, text, now)],
      notices: counts && isNoticed(after, outcome) ? noticesOf(signer, webhook, after) : [],
    },
  };
}

/** What can't be written about the receiver must not repeat the request: the next attempt shows it as well. */
async function reported({ reportHealth }: Signer, ...report: Parameters<Signer['reportHealth']>) {
  try {
    return await reportHealth(...report);
  } catch (error) {
    const [{ webhookId }] = report;
    console.error({ message: 'The health of a receiver could not be written.', webhookId, error });
    return [];
  }
}

/** Whether the network is told of the delivery: not where its receiver has asked for the end. */
const isNoticed = ({ state }: Delivery, outcome: AttemptOutcome): boolean =>
  state === 'failed' && !isGone(outcome) && !isHealthy(outcome);

/** The notice about a delivery that has failed for good, unless the delivery is itself one of a notice. */
const noticesOf = ({ now }: Signer, webhook: Webhook, delivery: Delivery): Effects['notices'] =>
  isNotice(delivery.event) ? [] : [failedForGood(webhook, delivery, now())];
