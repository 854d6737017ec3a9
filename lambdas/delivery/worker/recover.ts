/** Handles a message that asks to send deliveries between two times again, a page at a time. */
import type { Webhook } from '../../webhooks/webhooks-table.ts';
import type { RecoverMessage } from '../queue/messages.ts';
import { type Effects, effectsOf } from './effects.ts';
import { sendAllAgain } from './send-again.ts';
import type { Signer } from './signer.ts';

/**
 * Sends a page of deliveries again. Several recoveries at once are harmless: each delivery is sent again by one of them, and the
 * backlog is sent by one process.
 */
export async function recover(signer: Signer, webhook: Webhook, message: RecoverMessage): Promise<Effects> {
  const { deliveries, next } = await signer.deliveries.recoverable(message.webhookId, message, message.after);
  await sendAllAgain(signer, webhook, deliveries);
  return effectsOf({ messages: next === undefined ? [] : [{ message: { ...message, after: next } }] });
}
