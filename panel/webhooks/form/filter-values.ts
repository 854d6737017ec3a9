/** Filters that are made by choosing values of a sample event. */
import { MAX_FILTER_DEPTH } from '../../../contract/filter-combinations.ts';
import { isJsonObject } from '../../../contract/schema.ts';
import { filterText } from './draft.ts';

/** A value that a filter can compare, and the members that lead to it; lists have no place in a path. */
export interface SampleValue {
  readonly path: readonly string[];
  readonly value: string | number | boolean | null;
}

const MOST_VALUES = 40;
const MAX_TEXT = 200;

/** The first values of a sample (JSON, or empty for none), as deep as a filter may name them. Nesting uses no stack. */
export function valuesOf(sample: string): readonly SampleValue[] {
  if (sample === '') return [];
  const found: SampleValue[] = [];
  const rest: { readonly path: readonly string[]; readonly value: unknown }[] = [
    { path: [], value: JSON.parse(sample) },
  ];
  for (let place = rest.pop(); place !== undefined && found.length < MOST_VALUES; place = rest.pop()) {
    const { path, value } = place;
    if (isComparable(value)) {
      if (path.length > 0 && !found.some((one) => one.value === value && isSame(one.path, path)))
        found.push({ path, value });
    } else if (Array.isArray(value)) {
      for (const inner of value.toReversed()) rest.push({ path, value: inner });
    } else if (isJsonObject(value) && path.length < MAX_FILTER_DEPTH) {
      // `$or` is no name in a filter.
      const members = Object.entries(value).filter(([name]) => name !== '$or');
      for (const [name, inner] of members.toReversed()) rest.push({ path: [...path, name], value: inner });
    }
  }
  return found;
}

/** Texts that are shown whole, and numbers that are what was written. */
const isComparable = (value: unknown): value is SampleValue['value'] =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= MAX_TEXT) ||
  (typeof value === 'number' && Number.isSafeInteger(value));

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

/** Whether a filter has a value among those that it accepts at its place. It is JSON that may be incomplete. */
export function hasValue(filter: string, { path, value }: SampleValue): boolean {
  let place: unknown = parsed(filter);
  for (const name of path) place = isJsonObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
  return Array.isArray(place) && place.includes(value);
}

/** The filter with a value more, or without it if it has it; empty for none. Undefined while it is not JSON. */
export function withValue(filter: string, sampleValue: SampleValue): string | undefined {
  const present = filter.trim() === '' ? {} : parsed(filter);
  if (!isJsonObject(present)) return undefined;
  const changed = toggled(present, sampleValue.path, sampleValue.value);
  return changed === undefined ? '' : filterText(changed);
}

/** A pattern with the value at the path, or without it; undefined if nothing is left. Its depth is that of the path. */
function toggled(pattern: unknown, path: readonly string[], value: SampleValue['value']): unknown {
  const [name, ...rest] = path;
  if (name === undefined) {
    const values: readonly unknown[] = Array.isArray(pattern) ? pattern : [];
    const left = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
    return left.length === 0 ? undefined : left;
  }
  const members = new Map(isJsonObject(pattern) ? Object.entries(pattern) : []);
  const inner = toggled(members.get(name), rest, value);
  // A member that stays keeps its place.
  if (inner === undefined) members.delete(name);
  else members.set(name, inner);
  return members.size === 0 ? undefined : Object.fromEntries(members);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
