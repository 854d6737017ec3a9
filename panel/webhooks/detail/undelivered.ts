/** What a failing webhook has not delivered, and what that says about why and when it goes on. */
import type { DeliverySummary } from '../../../client/index.ts';

/** The latest deliveries of each state; there are more of them if there is a `start`. */
interface Undelivered {
  readonly retrying: Page;
  readonly failed: Page;
}
interface Page {
  readonly results: readonly DeliverySummary[];
  readonly start?: string | undefined;
}

/** The delivery whose attempt was the last one that failed, as far as it is known. */
export const lastFailure = ({ retrying, failed }: Undelivered): DeliverySummary | undefined =>
  [...retrying.results, ...failed.results]
    .filter(({ lastAttemptAt }) => lastAttemptAt !== undefined)
    .toSorted((a, b) => (b.lastAttemptAt ?? '').localeCompare(a.lastAttemptAt ?? ''))[0];

/** How many there are: `3 deliveries`, or `At least 100 deliveries` where one look does not see all of them. */
export const countText = ({ results, start }: Page): string =>
  `${start === undefined ? '' : 'At least '}${results.length} ${results.length === 1 ? 'delivery' : 'deliveries'}`;

/** Whether nothing is there, for certain. */
export const isNone = ({ results, start }: Page): boolean => results.length === 0 && start === undefined;

/** The soonest time that is set for an attempt; undefined where everything waits for the receiver instead. ISO 8601. */
export const nextAttemptAt = ({ retrying }: Undelivered): string | undefined =>
  retrying.results.flatMap(({ nextAttemptAt: at }) => at ?? []).toSorted()[0];

/** Whether deliveries wait for the receiver to come back, which is asked by one of them at a time. */
export const isHeld = ({ retrying }: Undelivered): boolean =>
  retrying.results.some(({ nextAttemptAt: at }) => at === undefined);
