/** Fails the backlog of a disabled webhook: what waits for its receiver, and what waits for its time. */
import type { Flow, Webhook } from '../../webhooks/webhooks-table.ts';
import { abandoned } from '../model/delivery.ts';
import { newFlow } from '../model/flow.ts';
import { backlogMessage } from '../queue/messages.ts';
import { sendAllOrThrow } from '../queue/queue-sender.ts';
import { everyRetry, heldDeliveries, openBacklog } from './backlog.ts';
import { effectsOf } from './effects.ts';
import type { Signer } from './signer.ts';
import { writeEffects } from './write-effects.ts';

const TURN_MILLISECONDS = 5000;
/** Longer than a process caches the webhook as enabled, and may hold a delivery. */
const LAST_LOOK_SECONDS = 5;

/** Fails what waits, for some seconds; what is left is for the next message. */
export async function abandonBacklog(signer: Signer, webhook: Webhook, leased: Flow): Promise<void> {
  const until = signer.now() + TURN_MILLISECONDS;
  const next = openBacklog(signer, webhook.webhookId, () => [heldDeliveries, everyRetry]);
  let [hasAbandoned, isEmpty] = [false, false];
  while (signer.now() < until && (await isDisabled(signer, webhook))) {
    const waiting = await next();
    isEmpty = waiting.length === 0;
    if (isEmpty) break;
    const deliveries = waiting.map(({ delivery }) => abandoned(delivery, 'webhook_disabled'));
    await writeEffects(signer, effectsOf({ deliveries }));
    hasAbandoned = true;
  }
  const isReleased = await signer.flows.release(webhook, leased, newFlow);
  if (isReleased && isEmpty && !hasAbandoned) return;
  await sendAllOrThrow(signer.sendSlow, [backlogMessage(webhook, isReleased ? LAST_LOOK_SECONDS : 0)]);
}

async function isDisabled({ directory }: Signer, { networkId, webhookId }: Webhook): Promise<boolean> {
  return (await directory.find(networkId, webhookId))?.sending === false;
}
