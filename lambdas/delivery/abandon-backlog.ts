/** Fails the backlog of a disabled webhook: what waits for its receiver, and what waits for its time. */
import { abandoned } from '../deliveries/delivery.ts';
import { backlogMessage, secondsUntil } from '../deliveries/messages.ts';
import { sendAllOrThrow } from '../deliveries/queue-sender.ts';
import { afterLastDelivery } from '../pacing/flow.ts';
import { type Flow, newFlow } from '../pacing/state.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { everyRetry, heldDeliveries, openBacklog } from './backlog.ts';
import { effectsOf, writeEffects } from './effects.ts';
import type { Signer } from './signer.ts';

const TURN_MILLISECONDS = 5000;

/** Fails what waits, for some seconds; what is left, or not in the index yet, is for the next message. */
export async function abandonBacklog(signer: Signer, webhook: Webhook, leased: Flow): Promise<void> {
  const until = signer.now() + TURN_MILLISECONDS;
  const next = openBacklog(signer, webhook.webhookId, () => [heldDeliveries, everyRetry]);
  let after = afterLastDelivery(leased, signer.now());
  while (await isDisabled(signer, webhook)) {
    const waiting = await next();
    if (waiting === undefined) break;
    const deliveries = waiting.map(({ delivery }) => abandoned(delivery, 'webhook_disabled'));
    await writeEffects(signer, effectsOf({ deliveries }));
    if (waiting.length > 0) after = afterLastDelivery(newFlow, signer.now());
    if (signer.now() >= until) break;
  }
  const isReleased = await signer.flows.release(webhook, leased, after);
  if (isReleased && after.nextAt === undefined) return;
  const delaySeconds = isReleased ? secondsUntil(after.nextAt ?? '', signer.now()) : 0;
  await sendAllOrThrow(signer.sendSlow, [backlogMessage(webhook, delaySeconds)]);
}

async function isDisabled({ directory }: Signer, { networkId, webhookId }: Webhook): Promise<boolean> {
  return (await directory.find(networkId, webhookId))?.sending === false;
}
