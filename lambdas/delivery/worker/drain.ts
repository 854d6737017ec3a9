/** Handles a message that asks to send a webhook's backlog: oldest first, with a window that grows while it responds. */
import type { Webhook } from '../../webhooks/webhooks-table.ts';
import { meansDown } from '../model/attempt.ts';
import { abandoned } from '../model/delivery.ts';
import { type DrainMessage, drainMessage, MAX_WINDOW, type QueuedMessage } from '../queue/messages.ts';
import { type Attempted, attemptDelivery } from './attempt-delivery.ts';
import { type Backlog, heldDeliveries, overtakenRetries } from './backlog.ts';
import { type Effects, effectsOf, nothingToDo, together } from './effects.ts';
import type { Signer } from './signer.ts';

/** Seconds until the next window where the index lags, or the receiver or the sender just failed. */
const PAUSE_SECONDS = 1;

export async function drain(signer: Signer, message: DrainMessage): Promise<Effects> {
  const { breakers, directory } = signer;
  directory.forget(message.networkId);
  const found = await directory.find(message.networkId, message.webhookId);
  if (found === undefined) return nothingToDo;
  const { webhook, sending } = found;
  if (!sending) return await abandonBacklog(signer, webhook);

  const { breaker } = webhook;
  if (breaker !== undefined && breaker.token !== message.token) {
    return effectsOf({ messages: message.token === undefined ? await breakers.arm(webhook, breaker) : [] });
  }
  if (breaker !== undefined && breaker.phase !== 'draining') return nothingToDo;

  const backlog = await oldestWaiting(signer, webhook, message.window);
  if (backlog.isEmpty) {
    return effectsOf({ messages: breaker === undefined ? [] : await breakers.close(webhook, breaker) });
  }
  const attempts = await Promise.all(backlog.deliveries.map((delivery) => attemptDelivery(signer, webhook, delivery)));
  const effects = together(attempts.map((one) => one.effects));
  const next = await nextWindow(signer, webhook, message.window, attempts);
  return { ...effects, messages: [...effects.messages, ...next] };
}

/** Held deliveries and, once there are none, the retries that need not wait since the receiver responds again. */
async function oldestWaiting(signer: Signer, { webhookId, breaker }: Webhook, limit: number): Promise<Backlog> {
  const held = await heldDeliveries(signer, webhookId, limit);
  if (!held.isEmpty || breaker?.drainingSince === undefined) return held;
  return await overtakenRetries(signer, webhookId, limit, breaker.drainingSince);
}

async function nextWindow(
  { breakers }: Signer,
  webhook: Webhook,
  window: number,
  attempts: readonly Attempted[],
): Promise<readonly QueuedMessage[]> {
  const { breaker } = webhook;
  const isDownAgain = attempts.some(({ outcome }) => outcome !== undefined && meansDown(outcome));
  if (breaker !== undefined && isDownAgain) return await breakers.probeFailed(webhook, breaker);
  const wasNothingSent = attempts.every(({ outcome }) => outcome?.class === 'not_sent');
  const next = isDownAgain ? window : window * 2;
  const messages = breaker === undefined ? [drainMessage(webhook, next)] : await breakers.drain(webhook, breaker, next);
  return isDownAgain || wasNothingSent
    ? messages.map((message) => ({ ...message, delaySeconds: PAUSE_SECONDS }))
    : messages;
}

/** A disabled webhook has no backlog: what waits has failed, and can be recovered once the webhook is enabled again. */
async function abandonBacklog(signer: Signer, webhook: Webhook): Promise<Effects> {
  const backlog = await heldDeliveries(signer, webhook.webhookId, MAX_WINDOW);
  if (backlog.isEmpty) return nothingToDo;
  return effectsOf({
    deliveries: backlog.deliveries.map((delivery) => abandoned(delivery, 'webhook_disabled')),
    messages: [{ ...drainMessage(webhook, MAX_WINDOW), delaySeconds: PAUSE_SECONDS }],
  });
}
