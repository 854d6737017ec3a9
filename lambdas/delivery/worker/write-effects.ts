/** Writes what attempts have led to. */
import type { Delivery } from '../model/delivery.ts';
import { sendAllOrThrow } from '../queue/queue-sender.ts';
import type { Effects } from './effects.ts';
import type { Signer } from './signer.ts';

/**
 * Notices first: the message of a delivery that is written as failed has nothing to do when it comes again. Deliveries then, and
 * at last the messages that refer to them: a message must find its delivery.
 */
export async function writeEffects(
  { counter, deliveries: table, notices: ofWebhooks, sendSlow }: Signer,
  { attempts, deliveries, messages, notices }: Effects,
): Promise<void> {
  for (const { webhookId, outcome } of attempts) counter.note(webhookId, outcome);
  const counted = counter.settle();
  await ofWebhooks.store(notices);
  const [fresh, older] = [deliveries.filter(isFresh), deliveries.filter((one) => !isFresh(one))];
  await Promise.all([table.putAll(fresh), ...older.map((delivery) => table.putUnlessOvertaken(delivery))]);
  await sendAllOrThrow(sendSlow, messages);
  await counted;
}

/**
 * Whether this is the outcome of the delivery's first attempt: then it needs no condition and can be written in a batch. If the
 * message was sent twice, since a stream was read again, the later outcome counts. What is held or abandoned has a condition:
 * it must not overwrite an attempt that another copy of its message has led to.
 */
const isFresh = ({ generation, attemptCount, next }: Delivery): boolean =>
  generation === 0 && attemptCount === 1 && next?.kind !== 'held';
