/** How failed messages are printed. */
import { alignColumns } from '../text.ts';
import type { FailedMessage } from './failed-message.ts';
import type { Retried } from './redrive.ts';

/**
 * Returns what `--json` prints for a message, without its body, which may contain a customer's payload. Times are ISO 8601; until
 * `retryUntil` it can be retried without further options.
 */
export const failureView = ({ held, what, reason, until }: FailedMessage) => ({
  id: held.id,
  queue: held.queue.name,
  since: held.sentAt.toISOString(),
  retryUntil: until.toISOString(),
  what,
  reason,
});

/** Returns what `--json` prints for a message, with its body. */
export const wholeFailureView = (failure: FailedMessage) => ({
  ...failureView(failure),
  expires: failure.held.expiresAt.toISOString(),
  body: jsonOrText(failure.held.body),
});

/** Formats messages as a table with a heading; empty if there are none. */
export function failuresText(failures: readonly FailedMessage[]): string {
  if (failures.length === 0) return '';
  const rows = failures
    .map(failureView)
    .map((view) => [view.id, view.queue, view.since, view.retryUntil, view.what, view.reason]);
  return alignColumns([['id', 'queue', 'since', 'retry until', 'what', 'reason'], ...rows]);
}

/** Formats one message as a whole, one property per line. */
export function failureText(failure: FailedMessage): string {
  const { body, ...properties } = wholeFailureView(failure);
  const { id, queue, since, retryUntil, expires, what, reason } = properties;
  const lines = alignColumns([
    ['id', id],
    ['queue', queue],
    ['since', since],
    ['retry until', retryUntil],
    ['expires', expires],
    ['what', what],
    ['reason', reason],
  ]);
  return `${lines}\n\n${typeof body === 'string' ? body : JSON.stringify(body, null, 2)}`;
}

/** Returns what `--json` prints for a retry. */
export const retriedView = ({ failure, problem }: Retried) => ({
  ...failureView(failure),
  retried: problem === undefined,
  ...(problem !== undefined && { problem }),
});

/** Formats the results of retries, one per line. */
export const retriedText = (results: readonly Retried[]): string =>
  alignColumns(
    results.map(({ failure, problem }) => [
      failure.held.id,
      problem === undefined ? 'retried' : 'failed',
      failure.what,
      problem ?? '',
    ]),
  );

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
