/** Handling a message that asks to recover what failed between two times, a page at a time (decision 25). */
import { drainMessage, FIRST_WINDOW } from './breaker.ts';
import type { RecoverMessage } from './delivery-message.ts';
import { type Effects, nothingToDo, type Signer } from './signer.ts';

/** Deliveries of one page. */
export const RECOVERED_PER_PAGE = 100;

export async function recover(signer: Signer, message: RecoverMessage): Promise<Effects> {
  const found = await signer.directory.find(message.networkId, message.webhookId);
  if (found === undefined || !found.sending) return nothingToDo;
  const page = await signer.waiting.failedBetween(message.webhookId, message, RECOVERED_PER_PAGE, message.after);
  await Promise.all(page.map((delivery) => signer.waiting.putBackInLine(delivery)));
  const after = page.length === RECOVERED_PER_PAGE ? page.at(-1)?.deliveryId : undefined;
  const next = after === undefined ? [] : [{ message: { ...message, after } }];
  return { ...nothingToDo, messages: [drainMessage(found.webhook, FIRST_WINDOW), ...next] };
}
