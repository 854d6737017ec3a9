/** Takes back what stopped recoveries have put into a backlog (docs/spec/delivery.md#stopping), a page at a time. */
import type { DeliveriesTable } from '../deliveries/deliveries-table.ts';
import type { QueuedMessage, StopMessage } from '../deliveries/messages.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { isOfStopped, takenBack } from './stopped.ts';

interface TakeBackPorts {
  readonly deliveries: Pick<DeliveriesTable, 'waiting' | 'readAll' | 'putUnlessOvertaken'>;
}

/** A page is read in some 100 ms, and written in a second. */
const PER_PAGE = 400;
/** Writes in flight at once. */
const WRITES_AT_ONCE = 32;
/** By then, processes that had the webhook in their cache have ended their page, and the index has what they wrote. */
const AGAIN_SECONDS = 10;

/**
 * Takes a page back, and returns the message that asks for the next one; at the end of the backlog, the one that looks
 * through it once more. What still escapes it is taken back in its turn, instead of being sent. Half a read unit for each
 * delivery that waits, one for each of a page, and three write units for each that is taken back.
 */
export async function takeBack(
  { deliveries }: TakeBackPorts,
  { webhookId }: Pick<Webhook, 'webhookId'>,
  message: StopMessage,
): Promise<readonly QueuedMessage[]> {
  const { askedAt, after, isAgain = false } = message;
  const { found, next } = await deliveries.waiting(webhookId, 'held', PER_PAGE, after);
  // An index may have an item twice while its key there changes, and BatchGetItem refuses a key that comes twice.
  const ids = new Set(found.map(({ deliveryId }) => deliveryId));
  const read = await deliveries.readAll([...ids].map((deliveryId) => ({ webhookId, deliveryId })));
  // By the message, since the webhook as it was read may not say so yet.
  const stopped = read.filter((delivery) => isOfStopped(delivery, { recoveriesStopped: askedAt }));
  await mapConcurrently(stopped, WRITES_AT_ONCE, (delivery) => deliveries.putUnlessOvertaken(takenBack(delivery)));
  if (next !== undefined) return [{ message: { ...message, after: next } }];
  const { after: _, ...first } = message;
  return isAgain ? [] : [{ message: { ...first, isAgain: true }, delaySeconds: AGAIN_SECONDS }];
}
