/** The catalogue as it is browsed: in groups by what the events are about, narrowed by what was typed. */
import type { AnswerTo } from '../../client/index.ts';

type EventType = AnswerTo<'listEventTypes'>['results'][number];

export interface Group {
  /** What all names of the group begin with: `channel`, `v3.post`. */
  readonly prefix: string;
  readonly eventTypes: readonly EventType[];
}

/** Groups in the catalogue's own order. Every word of `search` must occur in the name, the description or a key. */
export function groupsOf(eventTypes: readonly EventType[], search: string): readonly Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = eventTypes.filter(({ event, description, keys }) => {
    const text = [event, description, ...keys].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = Map.groupBy(found, ({ event }) => event.slice(0, event.lastIndexOf('.')));
  return Array.from(groups, ([prefix, members]) => ({ prefix, eventTypes: members }));
}
