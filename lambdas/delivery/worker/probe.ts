/** Handles a message that asks for a probe: attempts the oldest waiting delivery of a webhook whose breaker is open. */
import type { Breaker, Webhook } from '../../webhooks/webhooks-table.ts';
import { type AttemptOutcome, meansDown } from '../model/attempt.ts';
import { drainMessage, FIRST_WINDOW, type ProbeMessage, probeMessage, type QueuedMessage } from '../queue/messages.ts';
import { attemptDelivery, NotSentError } from './attempt-delivery.ts';
import { heldDeliveries } from './backlog.ts';
import { type Effects, effectsOf, nothingToDo } from './effects.ts';
import type { Signer } from './signer.ts';

/** Longer than a process takes to hold a delivery after it saw that a probe is pending. */
const RECHECK_SECONDS = 5;

export async function probe(signer: Signer, message: ProbeMessage): Promise<Effects> {
  const { breakers, directory } = signer;
  directory.forget(message.networkId);
  const found = await directory.find(message.networkId, message.webhookId);
  if (found === undefined) return nothingToDo;
  const { webhook, sending } = found;
  const { breaker } = webhook;
  if (!sending || breaker === undefined) return effectsOf({ messages: [drainMessage(webhook, FIRST_WINDOW)] });
  if (breaker.token !== message.token) return nothingToDo;
  if (breaker.phase === 'draining') {
    return effectsOf({ messages: [drainMessage(webhook, FIRST_WINDOW, breaker.token)] });
  }
  if (message.failedProbes < breaker.failedProbes) {
    return effectsOf({ messages: [probeMessage(webhook, breaker, signer.now())] });
  }

  const [oldest] = (await heldDeliveries(signer, webhook.webhookId, 1)).deliveries;
  if (oldest === undefined) {
    if (breaker.phase === 'idle') return nothingToDo;
    await breakers.idle(webhook, breaker);
    return effectsOf({ messages: [{ message, delaySeconds: RECHECK_SECONDS }] });
  }

  const { effects, outcome } = await attemptDelivery(signer, webhook, oldest);
  if (outcome?.class === 'not_sent') throw new NotSentError();
  // An expired event says nothing about the receiver: try the next one at once.
  const next = outcome === undefined ? [{ message }] : await nextStep(signer, webhook, breaker, outcome);
  return { ...effects, messages: [...effects.messages, ...next] };
}

/** A receiver that refuses an event is up: whatever does not mean down starts a drain. */
const nextStep = async (
  { breakers }: Signer,
  webhook: Webhook,
  breaker: Breaker,
  outcome: AttemptOutcome,
): Promise<readonly QueuedMessage[]> =>
  meansDown(outcome)
    ? await breakers.probeFailed(webhook, breaker)
    : await breakers.drain(webhook, breaker, FIRST_WINDOW);
