/** Lists, retries and discards failed messages. */
import { OperatorError } from '../errors.ts';
import type { FailureConnection } from './connection.ts';
import { explain, type FailedMessage } from './failed-message.ts';
import { type Held, type HeldMessage, withHeldMessages } from './held-messages.ts';
import { type RetryOptions, retryMessage } from './retry.ts';

/** Failed messages, oldest first, and about how many more there are. */
export interface FailureList {
  readonly failures: readonly FailedMessage[];
  readonly more: Held['more'];
}

/** How a retry of one message ended. */
export interface Retried {
  readonly failure: FailedMessage;
  /** Why it failed; absent if it succeeded. The message of a retry that failed stays in its queue. */
  readonly problem?: string;
}

/** Lists the failed messages of all queues, up to 500 of each. */
export const listFailures = (connection: FailureConnection): Promise<FailureList> =>
  withHeldMessages(connection, async ({ messages, more }) => ({ failures: sorted(messages), more }));

/** Finds a failed message, and deletes it if it is to be discarded. Throws OperatorError if none has this id. */
export const findFailure = (connection: FailureConnection, id: string, isDiscarded = false): Promise<FailedMessage> =>
  withHeldMessages(connection, async ({ messages }, remove) => {
    const failure = found(messages, id);
    if (isDiscarded) await remove(failure.held);
    return failure;
  });

/** Retried messages, and about how many more there are. */
export interface Retries {
  readonly results: readonly Retried[];
  readonly more: Held['more'];
}

/**
 * Retries messages, one after the other, and deletes those that succeeded. A message is deleted after it was repeated,
 * so an interruption only leads to a repetition. Throws OperatorError, before it does anything, if an id is unknown.
 */
export const retryFailures = (
  connection: FailureConnection,
  ids: readonly string[] | 'all',
  options: RetryOptions,
): Promise<Retries> =>
  withHeldMessages(connection, async ({ messages, more }, remove) => {
    const results: Retried[] = [];
    const failures = ids === 'all' ? sorted(messages) : [...new Set(ids)].map((id) => found(messages, id));
    for (const failure of failures) {
      try {
        await retryMessage(connection, failure, options);
        await remove(failure.held);
        results.push({ failure });
      } catch (error) {
        results.push({ failure, problem: problemOf(error) });
      }
    }
    return { results, more };
  });

const sorted = (messages: readonly HeldMessage[]): readonly FailedMessage[] =>
  messages.map(explain).toSorted((a, b) => a.held.sentAt.getTime() - b.held.sentAt.getTime());

function found(messages: readonly HeldMessage[], id: string): FailedMessage {
  const message = messages.find((one) => one.id === id);
  if (message !== undefined) return explain(message);
  throw new OperatorError(
    `There is no failed message ${id}, or another command reads it at the moment.`,
    'List them: redrive list',
  );
}

function problemOf(error: unknown): string {
  if (error instanceof OperatorError) return `${error.message} ${error.hint}`;
  return String(error);
}
