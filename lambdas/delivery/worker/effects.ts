/**
 * What handling a message leads to.
 *
 * Handlers send to the receiver and return what has to be written: deliveries, messages, counts. `handle-batch.ts` writes that
 * for the whole batch, and only then are the batch's messages deleted. A crash in between repeats requests; it loses none.
 *
 * Changes of receiver health and breakers, and requeueing by a recovery, are written at once instead: they are conditional
 * writes, and only the process whose write was applied may send the next message.
 */
import type { AttemptOutcome } from '../model/attempt.ts';
import type { Delivery } from '../model/delivery.ts';
import type { QueuedMessage } from '../queue/messages.ts';

export interface Effects {
  /** Deliveries to write. */
  readonly deliveries: readonly Delivery[];
  /** Messages for the slow lane. */
  readonly messages: readonly QueuedMessage[];
  /** Attempts that were made, for the hourly counts. */
  readonly attempts: readonly { readonly webhookId: string; readonly outcome: AttemptOutcome }[];
}

export const nothingToDo: Effects = { deliveries: [], messages: [], attempts: [] };

/** The given effects, with nothing else. */
export const effectsOf = (effects: Partial<Effects>): Effects => ({ ...nothingToDo, ...effects });

/** All of them together. */
export const together = (effects: readonly Effects[]): Effects => ({
  deliveries: effects.flatMap(({ deliveries }) => deliveries),
  messages: effects.flatMap(({ messages }) => messages),
  attempts: effects.flatMap(({ attempts }) => attempts),
});
