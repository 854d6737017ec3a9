/** Handling a message that asks to work off a webhook's line: oldest first, and never more at a time than it bears (decision 24). */
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { meansDown } from './attempt.ts';
import { drainMessage, MAX_WINDOW } from './breaker.ts';
import { attempt } from './deliver.ts';
import { abandoned } from './delivery.ts';
import type { DrainMessage } from './delivery-message.ts';
import type { QueuedMessage } from './lanes.ts';
import { heldDeliveries, type Line, overtakenRetries } from './line.ts';
import { type Effects, nothingToDo, type Signer, together } from './signer.ts';

/** Seconds after which a line is looked at again whose index is behind, or whose receiver or sender just failed. */
const PAUSE_SECONDS = 1;

export async function drain(signer: Signer, message: DrainMessage): Promise<Effects> {
  const { breakers, directory } = signer;
  directory.forget(message.networkId);
  const found = await directory.find(message.networkId, message.webhookId);
  if (found === undefined) return nothingToDo;
  const { webhook, sending } = found;
  if (!sending) return await abandonLine(signer, webhook);

  const { breaker } = webhook;
  if (breaker !== undefined && breaker.token !== message.token) {
    return { ...nothingToDo, messages: message.token === undefined ? await breakers.arm(webhook, breaker) : [] };
  }
  if (breaker !== undefined && breaker.phase !== 'draining') return nothingToDo;

  const line = await headOfLine(signer, webhook, message.window);
  if (line.isEmpty) {
    return { ...nothingToDo, messages: breaker === undefined ? [] : await breakers.close(webhook, breaker) };
  }
  const attempts = await Promise.all(line.deliveries.map((delivery) => attempt(signer, webhook, delivery)));
  const effects = together(attempts.map((one) => one.effects));
  const isDown = attempts.some(({ outcome }) => outcome !== undefined && meansDown(outcome));
  return { ...effects, messages: [...effects.messages, ...(await nextStep(isDown))] };

  async function nextStep(isDownAgain: boolean): Promise<readonly QueuedMessage[]> {
    const gotNowhere = attempts.every(({ outcome }) => outcome?.class === 'not_sent');
    const pause = isDownAgain || gotNowhere ? { delaySeconds: PAUSE_SECONDS } : {};
    const window = isDownAgain ? message.window : message.window * 2;
    if (webhook === undefined) return [];
    if (breaker === undefined) return [{ ...drainMessage(webhook, window), ...pause }];
    if (isDownAgain) return await breakers.probeFailed(webhook, breaker);
    return (await breakers.drain(webhook, breaker, window)).map((next) => ({ ...next, ...pause }));
  }
}

/** Held deliveries and, once there are none, the retries that a breaker's closing has overtaken. */
async function headOfLine(signer: Signer, { webhookId, breaker }: Webhook, limit: number): Promise<Line> {
  const held = await heldDeliveries(signer, webhookId, limit);
  if (!held.isEmpty || breaker?.drainingSince === undefined) return held;
  return await overtakenRetries(signer, webhookId, limit, breaker.drainingSince);
}

/** A disabled webhook has no line: what waits has failed, and can be recovered when it is enabled again (decision 25). */
async function abandonLine(signer: Signer, webhook: Webhook): Promise<Effects> {
  const line = await heldDeliveries(signer, webhook.webhookId, MAX_WINDOW);
  if (line.isEmpty) return nothingToDo;
  const deliveries = line.deliveries.map((delivery) => abandoned(delivery, 'webhook_disabled'));
  return {
    ...nothingToDo,
    deliveries,
    messages: [{ ...drainMessage(webhook, MAX_WINDOW), delaySeconds: PAUSE_SECONDS }],
  };
}
