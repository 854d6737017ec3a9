/** Searches the catalogue, and groups its events by what they are about. */
import type { EventType } from '../shared/api-types.ts';

interface Group {
  /** What all names in the group begin with: `channel`, `v3.post`. */
  readonly prefix: string;
  readonly eventTypes: readonly EventType[];
}

/** The groups, in order. An event is found if each word of `search` is in its name, description or (nested) keys. */
export function groupEventTypes(eventTypes: readonly EventType[], search: string): readonly Group[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = eventTypes.filter(({ event, description, keys, sample, schema }) => {
    const text = [event, description, ...keys, ...keysIn(sample), ...propertiesIn(schema)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = Map.groupBy(found, ({ event }) => event.slice(0, event.lastIndexOf('.')));
  return Array.from(groups, ([prefix, members]) => ({ prefix, eventTypes: members }));
}

/** The names of all members in a value, at any depth. */
function keysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.values(value).flatMap(keysIn);
  return Array.isArray(value) ? nested : [...Object.keys(value), ...nested];
}

/** The names of all properties that a JSON Schema describes, at any depth. */
function propertiesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => [
    ...(keyword === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...propertiesIn(value),
  ]);
}
