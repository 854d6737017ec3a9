/**
 * What handling a message leads to.
 *
 * Attempts return what has to be written: deliveries, messages, notices. It is written for many attempts at once, and
 * only then are their messages deleted. A crash in between repeats requests; it loses none.
 *
 * Changes of receiver health and flow, and what is sent again, are conditional writes, and written at once instead.
 */
import type { DeliveriesTable } from '../deliveries/deliveries-table.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { QueuedMessage } from '../deliveries/messages.ts';
import { type SendMessages, sendAllOrThrow } from '../deliveries/queue-sender.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import type { Notices } from '../notices/notice-outbox.ts';
import { loggedError } from '../shared/logged-error.ts';
import { AfterAttemptError } from './errors.ts';

export interface Effects {
  /** Deliveries to write. */
  readonly deliveries: readonly Delivery[];
  /** Messages for the slow lane. */
  readonly messages: readonly QueuedMessage[];
  /** Events of notices about deliveries that have failed for good. */
  readonly notices: readonly StoredEvent[];
}

/** The given effects, with nothing else. */
export const effectsOf = (effects: Partial<Effects>): Effects => ({
  deliveries: [],
  messages: [],
  notices: [],
  ...effects,
});

/** What writing effects needs. */
export interface WritePorts {
  readonly deliveries: Pick<DeliveriesTable, 'putAll' | 'putUnlessOvertaken'>;
  readonly notices: Pick<Notices, 'store'>;
  /** Sends to the slow lane. */
  readonly sendSlow: SendMessages;
}

/** Writes effects. Throws what the tables and the queue throw. */
export type WriteEffects = (effects: Effects) => Promise<void>;

/**
 * Writes what attempts have led to. Notices first: the message of a delivery that is written as failed has nothing to
 * do when it comes again. Deliveries then, and at last the messages that refer to them: a message must find its
 * delivery. Throws what the tables and the queue throw.
 */
export async function writeEffects(
  { deliveries: table, notices: outbox, sendSlow }: WritePorts,
  { deliveries, messages, notices }: Effects,
): Promise<void> {
  await outbox.store(notices);
  const [fresh, older] = [deliveries.filter(isFresh), deliveries.filter((one) => !isFresh(one))];
  await Promise.all([table.putAll(fresh), ...older.map((delivery) => table.putUnlessOvertaken(delivery))]);
  await sendAllOrThrow(sendSlow, messages);
}

/**
 * Writes effects all at once, or else each by itself, so that one that can't be written repeats no other. Returns those
 * that could not be, each with its error. Never rejects.
 */
export async function writeAll(
  write: WriteEffects,
  all: readonly Effects[],
): Promise<ReadonlyMap<Effects, AfterAttemptError>> {
  const failed = new Map<Effects, AfterAttemptError>();
  try {
    await write(together(all));
  } catch (error) {
    console.warn({
      message: 'Outcomes were not written at once; each is written by itself.',
      error: loggedError(error),
    });
    const writeOne = (one: Effects) =>
      write(one).catch((cause: unknown) =>
        failed.set(one, new AfterAttemptError('An outcome could not be written.', { cause })),
      );
    await Promise.all(all.map(writeOne));
  }
  return failed;
}

/** All of them together. */
const together = (effects: readonly Effects[]): Effects => ({
  deliveries: effects.flatMap(({ deliveries }) => deliveries),
  messages: effects.flatMap(({ messages }) => messages),
  notices: effects.flatMap(({ notices }) => notices),
});

/**
 * Whether this is the outcome of the delivery's first attempt: then it needs no condition and can be written in a
 * batch. If the message was sent twice, since a stream was read again, the later outcome counts. What is held or
 * abandoned has a condition: it must not overwrite an attempt that another copy of its message has led to.
 */
const isFresh = ({ generation, attemptCount, attempts, class: outcomeClass, next }: Delivery): boolean =>
  generation === 0 && attemptCount === 1 && next?.kind !== 'held' && attempts[0]?.class === outcomeClass;
