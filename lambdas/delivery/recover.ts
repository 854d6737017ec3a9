/** Handling a message that asks to recover what failed between two times, a page at a time (decision 25). */
import { drainMessage, FIRST_WINDOW } from './breaker.ts';
import type { RecoverMessage } from './delivery-message.ts';
import { type Effects, nothingToDo, type Signer } from './signer.ts';

export async function recover(signer: Signer, message: RecoverMessage): Promise<Effects> {
  // Recovery follows enabling, and what this process remembers may be older than that.
  signer.directory.forget(message.networkId);
  const found = await signer.directory.find(message.networkId, message.webhookId);
  if (found === undefined || !found.sending) return nothingToDo;
  const { deliveries, after } = await signer.waiting.failedBetween(message.webhookId, message, message.after);
  await Promise.all(deliveries.map((delivery) => signer.waiting.putBackInLine(delivery)));
  const next = after === undefined ? [] : [{ message: { ...message, after } }];
  // One drain for the first page, so that it begins at once, and one for all that came into line after that drain ended.
  const isFirstOrLast = message.after === undefined || after === undefined;
  return { ...nothingToDo, messages: [...(isFirstOrLast ? [drainMessage(found.webhook, FIRST_WINDOW)] : []), ...next] };
}
