/** Handles a message that asks for an attempt. */
import type { Webhook } from '../../webhooks/webhooks-table.ts';
import { abandoned, type Delivery, held, newDelivery } from '../model/delivery.ts';
import type { DeliverMessage, QueuedMessage } from '../queue/messages.ts';
import { attemptDelivery, NotSentError } from './attempt-delivery.ts';
import { type Effects, effectsOf, nothingToDo } from './effects.ts';
import type { Signer } from './signer.ts';

/** `isRepeated` says that the message was received before, so the attempt may have been made. */
export async function deliver(signer: Signer, message: DeliverMessage, isRepeated: boolean): Promise<Effects> {
  const found = await receiverOf(signer, message);
  if (found === undefined) return nothingToDo;
  const { webhook, sending } = found;
  if (sending && signer.lane === 'fast' && !isQuick(signer, webhook)) return effectsOf({ messages: [{ message }] });

  const isFresh = isFirstAttempt(message) && !isRepeated && !message.mayRepeat;
  const delivery = isFresh ? newDelivery(message) : await expectedDelivery(signer, message);
  if (delivery === undefined) return nothingToDo;
  if (!sending) return effectsOf({ deliveries: [abandoned(delivery, 'webhook_disabled')] });
  if (webhook.breaker !== undefined) {
    return effectsOf({ deliveries: [held(delivery)], messages: await probesFor(signer, webhook, delivery) });
  }
  const { effects, outcome } = await attemptDelivery(signer, webhook, delivery, message.body);
  if (outcome?.class === 'not_sent') throw new NotSentError();
  return effects;
}

/**
 * The webhook from the cache. One that is missing or disabled is read again: it may have been created or enabled since, and
 * its deliveries must not fail because of a cached read.
 */
async function receiverOf({ directory }: Signer, { networkId, webhookId }: DeliverMessage) {
  const found = await directory.find(networkId, webhookId);
  if (found?.sending) return found;
  directory.forget(networkId);
  return await directory.find(networkId, webhookId);
}

const isQuick = ({ watch }: Signer, { webhookId, lane }: Webhook): boolean =>
  lane === 'fast' && watch.lane(webhookId) !== 'slow';

const isFirstAttempt = ({ attempt, generation }: DeliverMessage): boolean => attempt === 1 && generation === 0;

/** The delivery, unless this message is out of date: it was delivered, replayed, or attempted already. */
async function expectedDelivery({ deliveries }: Signer, message: DeliverMessage): Promise<Delivery | undefined> {
  const delivery = await deliveries.read(message.webhookId, message.deliveryId);
  if (delivery === undefined && isFirstAttempt(message)) return newDelivery(message);
  if (delivery?.state !== 'retrying') return undefined;
  const isNext = delivery.generation === message.generation && delivery.attemptCount + 1 === message.attempt;
  return isNext ? delivery : undefined;
}

/**
 * The probes that a held delivery leads to. An admin who replays may know that the receiver is up again, so the breaker is read
 * once more then: the cached one may be closed by now.
 */
async function probesFor(signer: Signer, webhook: Webhook, delivery: Delivery): Promise<readonly QueuedMessage[]> {
  const { breakers, directory } = signer;
  if (!isReplay(delivery)) return webhook.breaker === undefined ? [] : await breakers.arm(webhook, webhook.breaker);
  directory.forget(webhook.networkId);
  const latest = (await directory.find(webhook.networkId, webhook.webhookId))?.webhook;
  return latest?.breaker === undefined ? [] : await breakers.probeNow(latest, latest.breaker);
}

/** Whether an admin has just asked for this attempt. */
const isReplay = ({ generation, attemptsOnSchedule }: Delivery): boolean => generation > 0 && attemptsOnSchedule === 0;
