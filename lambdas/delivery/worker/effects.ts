/**
 * What handling a message leads to.
 *
 * Attempts return what has to be written: deliveries, messages, counts. It is written for many attempts at once, and only then
 * are their messages deleted. A crash in between repeats requests; it loses none.
 *
 * Changes of receiver health and flow, and requeueing by a recovery, are conditional writes, and written at once instead.
 */
import type { StoredEvent } from '../../events/events-table.ts';
import type { AttemptOutcome } from '../model/attempt.ts';
import type { Delivery } from '../model/delivery.ts';
import type { QueuedMessage } from '../queue/messages.ts';

export interface Effects {
  /** Deliveries to write. */
  readonly deliveries: readonly Delivery[];
  /** Messages for the slow lane. */
  readonly messages: readonly QueuedMessage[];
  /** Events of notices about deliveries that have failed for good. */
  readonly notices: readonly StoredEvent[];
  /** Attempts that were made, for the hourly counts. */
  readonly attempts: readonly { readonly webhookId: string; readonly outcome: AttemptOutcome }[];
}

export const nothingToDo: Effects = { deliveries: [], messages: [], notices: [], attempts: [] };

/** The given effects, with nothing else. */
export const effectsOf = (effects: Partial<Effects>): Effects => ({ ...nothingToDo, ...effects });

/** All of them together. */
export const together = (effects: readonly Effects[]): Effects => ({
  deliveries: effects.flatMap(({ deliveries }) => deliveries),
  messages: effects.flatMap(({ messages }) => messages),
  notices: effects.flatMap(({ notices }) => notices),
  attempts: effects.flatMap(({ attempts }) => attempts),
});
