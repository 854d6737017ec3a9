/** Searches the catalogue and groups its events by what they are about. */
import type { EventType } from '../shared/api-types.ts';

export interface Group {
  /** What all names in the group begin with: `channel`, `v3.post`. */
  readonly prefix: string;
  readonly eventTypes: readonly EventType[];
}

/** The groups in the catalogue's order. An event is found if each word of `search` is in its name, description or keys. */
export function groupEventTypes(eventTypes: readonly EventType[], search: string): readonly Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = eventTypes.filter(({ event, description, keys }) => {
    const text = [event, description, ...keys].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = Map.groupBy(found, ({ event }) => event.slice(0, event.lastIndexOf('.')));
  return Array.from(groups, ([prefix, members]) => ({ prefix, eventTypes: members }));
}
