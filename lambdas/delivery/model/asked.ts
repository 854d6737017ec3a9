/** Which events a webhook asks for: by their names, and by their content. */
import { LRUCache } from 'lru-cache';
import { type EventFilter, eventFilter, matchesFilter } from '../../../contract/event-filter.ts';
import { asksFor } from '../../../contract/event-names.ts';
import type { Webhook } from '../../webhooks/webhooks-table.ts';

/** Patterns of names, and a filter as it is stored. */
export type Asked = Pick<Webhook, 'events' | 'filter'>;

/** What a webhook asks for at a time (ISO 8601). */
export type AskedAt = (acceptedAt: string) => Asked;

/** So that a filter is checked and prepared once: tens of microseconds, for which the largest takes a millisecond. */
const prepared = new LRUCache<string, { readonly filter?: EventFilter }>({ max: 1000, memoMethod: prepare });

/** Newer code may have stored a filter that this code refuses, until a roll-back is undone: then everything passes. */
function prepare(text: string): { readonly filter?: EventFilter } {
  try {
    return { filter: eventFilter(JSON.parse(text)) };
  } catch (error) {
    console.error({ message: 'A stored filter could not be read: it lets every event pass.', error });
    return {};
  }
}

/** Whether an event passes a stored filter; `read` parses the text that receivers get, and is called at most once. */
export function passes(filter: string, read: () => unknown): boolean {
  if (filter === '') return true;
  const { filter: compared } = prepared.memo(filter);
  return compared === undefined || matchesFilter(compared, read());
}

/** What of a list asks for an event. Its text is parsed only where a filter needs it, and once. */
export function asking<T extends Asked>(
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
