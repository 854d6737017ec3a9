/** Fails the backlog of a disabled webhook: what waits for its receiver, and what waits for its time. */
import { abandoned } from '../deliveries/delivery.ts';
import { backlogMessage, secondsUntil } from '../deliveries/messages.ts';
import { sendAllOrThrow } from '../deliveries/queue-sender.ts';
import { afterLastDelivery } from '../pacing/flow.ts';
import { type Flow, newFlow } from '../pacing/state.ts';
import type { WebhookDirectory } from '../webhooks/webhook-directory.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { type BacklogPorts, everyRetry, heldDeliveries, readBacklog } from './backlog.ts';
import { effectsOf, type WriteEffects } from './effects.ts';
import type { TurnPorts } from './turn.ts';

/** What it needs. */
export interface AbandonPorts extends BacklogPorts, TurnPorts {
  readonly directory: Pick<WebhookDirectory, 'find'>;
  readonly write: WriteEffects;
}

const ABANDON_MS = 5000;

/** Fails what waits, for some seconds; what is left, or not in the index yet, is for the next message. */
export async function abandonBacklog(ports: AbandonPorts, webhook: Webhook, leased: Flow): Promise<void> {
  const { flows, sendSlow, now, write } = ports;
  const until = now() + ABANDON_MS;
  const pages = readBacklog(ports, webhook.webhookId, () => [heldDeliveries, everyRetry]);
  let after = afterLastDelivery(leased, now());
  while (await isDisabled(ports, webhook)) {
    const page = await pages.next();
    if (page.done) break;
    const deliveries = page.value.map(({ delivery }) => abandoned(delivery, 'webhook_disabled'));
    await write(effectsOf({ deliveries }));
    if (deliveries.length > 0) after = afterLastDelivery(newFlow, now());
    if (now() >= until) break;
  }
  const isReleased = await flows.release(webhook, leased, after);
  if (isReleased && after.nextAt === undefined) return;
  const delaySeconds = isReleased ? secondsUntil(after.nextAt ?? '', now()) : 0;
  await sendAllOrThrow(sendSlow, [backlogMessage(webhook, delaySeconds)]);
}

async function isDisabled(
  { directory }: Pick<AbandonPorts, 'directory'>,
  { networkId, webhookId }: Webhook,
): Promise<boolean> {
  return (await directory.find(networkId, webhookId))?.sending === false;
}
