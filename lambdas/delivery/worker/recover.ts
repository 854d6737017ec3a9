/** Handles a message that asks to recover the deliveries that failed between two times, a page at a time. */
import { drainMessage, FIRST_WINDOW, type RecoverMessage } from '../queue/messages.ts';
import { type Effects, effectsOf, nothingToDo } from './effects.ts';
import type { Signer } from './signer.ts';

export async function recover({ backlog, directory }: Signer, message: RecoverMessage): Promise<Effects> {
  // A recovery often follows enabling, and the cached webhook may still be disabled.
  directory.forget(message.networkId);
  const found = await directory.find(message.networkId, message.webhookId);
  if (found === undefined || !found.sending) return nothingToDo;
  const { deliveries, after } = await backlog.failedBetween(message.webhookId, message, message.after);
  await Promise.all(deliveries.map((delivery) => backlog.requeue(delivery)));
  const next = after === undefined ? [] : [{ message: { ...message, after } }];
  // One drain after the first page, to begin at once, and one after the last, for what was requeued after the first ended.
  const isFirstOrLast = message.after === undefined || after === undefined;
  const drains = isFirstOrLast ? [drainMessage(found.webhook, FIRST_WINDOW)] : [];
  return effectsOf({ messages: [...drains, ...next] });
}
