/** To which events a webhook subscribes: by their names, and by their content. */
import { LRUCache } from 'lru-cache';
import { type EventFilter, eventFilter, matchesFilter } from '../../contract/event-filter.ts';
import { asksFor } from '../../contract/event-names.ts';
import { loggedError } from '../shared/logged-error.ts';
import type { Webhook } from './webhooks-table.ts';

/** What a webhook asks for: patterns of names, and a filter as it is stored. */
export type Subscription = Pick<Webhook, 'events' | 'filter'>;

/** The subscription of a webhook at a time (ISO 8601). */
export type SubscriptionAt = (acceptedAt: string) => Subscription;

interface PreparedFilter {
  readonly filter?: EventFilter;
}

/** Bytes of memory for prepared filters: 20,000 usual ones, or 100 of the largest. */
const CACHED_BYTES = 64 * 1024 * 1024;
const BYTES = { ofCondition: 600, ofCharacter: 40 };

/** So that a filter is checked and prepared once: tens of microseconds, for the dearest some milliseconds. */
const preparedFilters = new LRUCache<string, PreparedFilter>({
  maxSize: CACHED_BYTES,
  sizeCalculation: ({ filter }, text) =>
    BYTES.ofCharacter * text.length +
    BYTES.ofCondition * (filter?.combinations.reduce((sum, { conditions }) => sum + conditions.length, 0) ?? 1),
  memoMethod: prepare,
});

/** Newer code may have stored a filter that this code refuses, until a roll-back is undone: then everything passes. */
function prepare(text: string): PreparedFilter {
  try {
    return { filter: eventFilter(JSON.parse(text)) };
  } catch (error) {
    console.error({
      message: 'A stored filter could not be read: it lets every event pass.',
      error: loggedError(error),
    });
    return {};
  }
}

/**
 * Whether an event passes a stored filter; `read` parses the text that receivers get, and is called at most once. An
 * event that can't be compared passes, so that it is delivered, and nobody else's webhooks miss it.
 */
export function passes(filter: string, read: () => unknown): boolean {
  if (filter === '') return true;
  const { filter: compared } = preparedFilters.memo(filter);
  if (compared === undefined) return true;
  try {
    return matchesFilter(compared, read());
  } catch (error) {
    console.error({
      message: 'An event could not be compared with a filter, and passed it.',
      error: loggedError(error),
    });
    return true;
  }
}

/** Those of a list that subscribe to an event. Its text is parsed only where a filter needs it, and once. */
export function subscribers<T extends Subscription>(
  webhooks: readonly T[],
  { event, body }: { readonly event: string; readonly body: string },
): readonly T[] {
  let parsed: { readonly value: unknown } | undefined;
  const read = (): unknown => {
    parsed ??= { value: JSON.parse(body) };
    return parsed.value;
  };
  return webhooks.filter(({ events, filter }) => asksFor(events, event) && passes(filter, read));
}
