/** Handles a message that asks to recover deliveries between two times, a page at a time. */
import type { Webhook } from '../../webhooks/webhooks-table.ts';
import { backlogMessage, type RecoverMessage } from '../queue/messages.ts';
import { type Effects, effectsOf } from './effects.ts';
import type { Signer } from './signer.ts';

/** The index of what waits may lack what was requeued just now. */
const INDEX_LAG_SECONDS = 5;

/**
 * Puts a page of deliveries back into the backlog. Several recoveries at once are harmless: each delivery is requeued by
 * one of them, and the backlog is sent by one process.
 */
export async function recover({ backlog, now }: Signer, webhook: Webhook, message: RecoverMessage): Promise<Effects> {
  const { deliveries, after } = await backlog.recoverable(message.webhookId, message, message.after);
  await Promise.all(deliveries.map((delivery) => backlog.requeue(delivery, now())));
  const next = after === undefined ? [] : [{ message: { ...message, after } }];
  const looks = [backlogMessage(webhook), backlogMessage(webhook, INDEX_LAG_SECONDS)];
  return effectsOf({ messages: [...(deliveries.length > 0 ? looks : []), ...next] });
}
