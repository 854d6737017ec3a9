/** What a page of the latest deliveries says. Times are ISO 8601. */
import type { DeliverySummary } from '@social-platform-services/client';

/** The API's largest page. */
export const MAX_PAGE_SIZE = 100;

type Delivery = Pick<DeliverySummary, 'event' | 'state' | 'createdAt' | 'lastAttemptAt'>;

/** Deliveries by the name of their event. */
export function eventCounts(deliveries: readonly Delivery[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { event } of deliveries) counts.set(event, (counts.get(event) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/**
 * Milliseconds from the acceptance of an event until the start of the attempt that delivered it, within which half of
 * the deliveries and 95 % of them were; undefined where nothing was delivered.
 */
export function delaysOf(deliveries: readonly Delivery[]) {
  const delays = deliveries
    .flatMap(({ state, createdAt, lastAttemptAt }) =>
      state === 'delivered' && lastAttemptAt !== undefined ? [Date.parse(lastAttemptAt) - Date.parse(createdAt)] : [],
    )
    .toSorted((a, b) => a - b);
  const at = (share: number) => delays[Math.ceil(share * delays.length) - 1];
  const [half, most] = [at(0.5), at(0.95)];
  return half === undefined || most === undefined ? undefined : { half, most };
}

interface Page {
  readonly results: readonly Delivery[];
  /** Present if there are more. */
  readonly start?: string | undefined;
}

/** How many deliveries wait, and when the oldest event of them was accepted; `isPart` if there are more. */
export const backlogOf = ({ results, start }: Page) => ({
  count: results.length,
  isPart: start !== undefined,
  oldest: results.map(({ createdAt }) => createdAt).toSorted()[0],
});
