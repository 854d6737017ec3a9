/** Handling a message that asks for a probe: the oldest waiting delivery of a webhook whose breaker is open (decision 24). */
import { meansDown } from './attempt.ts';
import { drainMessage, FIRST_WINDOW, probeMessage } from './breaker.ts';
import { attempt, NotSentError } from './deliver.ts';
import type { ProbeMessage } from './delivery-message.ts';
import { heldDeliveries } from './line.ts';
import { type Effects, nothingToDo, type Signer } from './signer.ts';

/** Longer than any process takes to put into line what it saw a probe under way for. */
const SECOND_LOOK_SECONDS = 5;

export async function probe(signer: Signer, message: ProbeMessage): Promise<Effects> {
  const { breakers, directory } = signer;
  directory.forget(message.networkId);
  const found = await directory.find(message.networkId, message.webhookId);
  if (found === undefined) return nothingToDo;
  const { webhook, sending } = found;
  const { breaker } = webhook;
  if (!sending || breaker === undefined) return { ...nothingToDo, messages: [drainMessage(webhook, FIRST_WINDOW)] };
  if (breaker.token !== message.token) return nothingToDo;
  if (breaker.phase === 'draining') {
    return { ...nothingToDo, messages: [drainMessage(webhook, FIRST_WINDOW, breaker.token)] };
  }
  if (message.failedProbes < breaker.failedProbes) {
    return { ...nothingToDo, messages: [probeMessage(webhook, breaker, signer.now())] };
  }

  const [oldest] = (await heldDeliveries(signer, webhook.webhookId, 1)).deliveries;
  if (oldest === undefined) {
    if (breaker.phase === 'idle') return nothingToDo;
    await breakers.idle(webhook, breaker);
    return { ...nothingToDo, messages: [{ message, delaySeconds: SECOND_LOOK_SECONDS }] };
  }

  const { effects, outcome } = await attempt(signer, webhook, oldest);
  if (outcome?.class === 'not_sent') throw new NotSentError();
  const next = await nextStep();
  return { ...effects, messages: [...effects.messages, ...next] };

  async function nextStep() {
    // An event that has expired tells nothing of the receiver: try the next one at once.
    if (webhook === undefined || breaker === undefined) return [];
    if (outcome === undefined) return [{ message }];
    // Whoever refuses an event is there to refuse it.
    if (meansDown(outcome)) return await breakers.probeFailed(webhook, breaker);
    return await breakers.drain(webhook, breaker, FIRST_WINDOW);
  }
}
