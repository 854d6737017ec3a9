/** Why a failing webhook fails and when it is tried again, worked out from its undelivered deliveries. */
import type { DeliverySummary } from '../../../client/index.ts';

/** The latest deliveries of each state. */
interface Undelivered {
  readonly retrying: Page;
  readonly failed: Page;
}
interface Page {
  readonly results: readonly DeliverySummary[];
  /** Present if there are more. */
  readonly start?: string | undefined;
}

/** The delivery with the latest failed attempt, if any is known. */
export const lastFailure = ({ retrying, failed }: Undelivered): DeliverySummary | undefined =>
  [...retrying.results, ...failed.results]
    .filter(({ lastAttemptAt }) => lastAttemptAt !== undefined)
    .toSorted((a, b) => (b.lastAttemptAt ?? '').localeCompare(a.lastAttemptAt ?? ''))[0];

/** `3 deliveries`, or `At least 100 deliveries` if there are more. */
export const countText = ({ results, start }: Page): string =>
  `${start === undefined ? '' : 'At least '}${results.length} ${results.length === 1 ? 'delivery' : 'deliveries'}`;

/** Whether there are certainly none. */
export const isNone = ({ results, start }: Page): boolean => results.length === 0 && start === undefined;

/** The time of the next attempt, ISO 8601; undefined if everything waits until the receiver is back. */
export const nextAttemptAt = ({ retrying }: Undelivered): string | undefined =>
  retrying.results.flatMap(({ nextAttemptAt: at }) => at ?? []).toSorted()[0];

/** Whether deliveries wait until the receiver is back. They have no scheduled time; the service regularly sends one to check. */
export const isWaitingForReceiver = ({ retrying }: Undelivered): boolean =>
  retrying.results.some(({ nextAttemptAt: at }) => at === undefined);
