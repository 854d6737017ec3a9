/**
 * The combinations of a filter: `$or`, and a list with `{"exists":false}` beside other values, have alternatives, and
 * each choice among them is a combination of conditions that must all hold.
 */
import { deprecatedEventNames, EVENT_NAME, MAX_EVENT_PATTERN_LENGTH } from './event-names.ts';
import { FilterProblem, isAbsence, type Values, valuesOf } from './filter-values.ts';
import { isJsonObject } from './schema.ts';

/** The most members below each other that a filter names. */
export const MAX_FILTER_DEPTH = 10;
/** The most combinations that `$or` makes of it; in EventBridge 1,000. */
export const MAX_FILTER_COMBINATIONS = 50;
/** The most conditions of all combinations together. The size bounds what one of them has, and not how often it counts. */
export const MAX_FILTER_CONDITIONS = 1000;

/** A member that a filter names, and what its value must be; or that it must be absent. */
export interface Condition {
  readonly path: readonly string[];
  /** The path as text, such as `data.channelId`. */
  readonly name: string;
  readonly values: Values | 'absent';
}

/** Conditions that must all hold, in the order of the filter. */
export type Combination = readonly Condition[];

const ROOT = 'must be an object with conditions on event, data or both, such as {"data":{"channelId":["c1"]}}';
const NO_SUCH_MEMBER = 'must be event or data, which are all the members that an event has';
const OBJECT = 'must be an object with at least one member, or a list of values';
const VALUES = 'must be a list of at least one value, such as ["c1"]';
const DATA = 'must be an object with conditions on members of data';
const EVENT = 'must be a list of event names, or of conditions on them';
const OR = 'must be a list of at least two objects';
const RESERVED = 'must not be a member of $or: it is the name of an operator';
export const DEPTH = `must not be nested deeper than ${MAX_FILTER_DEPTH} members`;
const COMBINATIONS = `must not make more than ${MAX_FILTER_COMBINATIONS} combinations: the alternatives of each $or, multiplied`;
const CONDITIONS = `must not make more than ${MAX_FILTER_CONDITIONS} conditions: the members that are compared, counted in each combination of $or`;

/** Names that EventBridge reserves in `$or` (event-ruler, Constants.java). */
const reservedInOr: ReadonlySet<string> = new Set([
  'exactly',
  'equals-ignore-case',
  'prefix',
  'suffix',
  'anything-but',
  'exists',
  'wildcard',
  'numeric',
  'cidr',
  '=',
  '<',
  '<=',
  '>',
  '>=',
  'regex',
  'not-wildcard',
  'not-equals-ignore-case',
  'in-date-range',
  'date-after',
  'date-on-or-after',
  'date-before',
  'date-on-or-before',
  'ip-address-in-range',
  'ip-address-not-in-range',
]);

type Place = readonly (string | number)[];

/** Where in a filter something is: its place in the JSON, and the names of members without `$or`. */
interface Position {
  readonly at: Place;
  readonly path: readonly string[];
  readonly isInOr: boolean;
}

/** A combination that shares its parts with others, so that joining two of them copies neither. */
interface Joined {
  readonly conditions: number;
  readonly parts: Condition | readonly [Joined, Joined];
}

/**
 * The combinations of a filter whose size was checked: the time is linear in it and in the conditions. Throws a
 * FilterProblem that says where it is wrong.
 */
export function combinationsOf(filter: unknown): readonly Combination[] {
  if (!isJsonObject(filter)) throw new FilterProblem([], ROOT);
  return ofObject(filter, { at: [], path: [], isInOr: false }).map(conditionsOf);
}

function conditionsOf(combination: Joined): Combination {
  const found: Condition[] = [];
  const rest = [combination];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if ('path' in next.parts) found.push(next.parts);
    else rest.push(next.parts[1], next.parts[0]);
  }
  return found;
}

/** Every combination that meets an object of a filter. */
function ofObject(value: Readonly<Record<string, unknown>>, position: Position): readonly Joined[] {
  const { at } = position;
  let combinations: readonly Joined[] | undefined;
  for (const [name, own] of Object.entries(value)) {
    const alternatives = name === '$or' ? alternativesOf(own, position) : ofMember(name, own, position);
    if ((combinations?.length ?? 1) * alternatives.length > MAX_FILTER_COMBINATIONS)
      throw new FilterProblem([...at, name], COMBINATIONS);
    combinations = combinations?.flatMap((one) => alternatives.map((other) => join(one, other))) ?? alternatives;
    if (combinations.reduce((sum, { conditions }) => sum + conditions, 0) > MAX_FILTER_CONDITIONS)
      throw new FilterProblem([...at, name], CONDITIONS);
  }
  if (combinations === undefined) throw new FilterProblem(at, at.length === 0 ? ROOT : OBJECT);
  return combinations;
}

const join = (one: Joined, other: Joined): Joined => ({
  conditions: one.conditions + other.conditions,
  parts: [one, other],
});

function alternativesOf(value: unknown, { at, path }: Position): readonly Joined[] {
  const place = [...at, '$or'];
  if (!Array.isArray(value) || value.length < 2) throw new FilterProblem(place, OR);
  if (place.length > 4 * MAX_FILTER_DEPTH) throw new FilterProblem(place, DEPTH);
  return value.flatMap((alternative: unknown, index) => {
    if (!isJsonObject(alternative)) throw new FilterProblem([...place, index], OBJECT);
    return ofObject(alternative, { at: [...place, index], path, isInOr: true });
  });
}

function ofMember(name: string, value: unknown, { at, path: outer, isInOr }: Position): readonly Joined[] {
  const position = { at: [...at, name], path: [...outer, name], isInOr };
  const isRoot = outer.length === 0;
  if (isRoot && name !== 'event' && name !== 'data') throw new FilterProblem(position.at, NO_SUCH_MEMBER);
  if (isInOr && reservedInOr.has(name)) throw new FilterProblem(position.at, RESERVED);
  if (position.path.length > MAX_FILTER_DEPTH) throw new FilterProblem(position.at, DEPTH);
  if (isRoot && name === 'event') refuseImpossibleNames(value, position.at);
  if (Array.isArray(value)) {
    if (isRoot && name === 'data') throw new FilterProblem(position.at, DATA);
    return ofList(value, position);
  }
  if (!isJsonObject(value)) throw new FilterProblem(position.at, isRoot ? DATA : OBJECT);
  return ofObject(value, position);
}

/** The alternatives of a member; absence is one of its own, since it chooses no element of an array. */
function ofList(list: readonly unknown[], { at, path }: Position): readonly Joined[] {
  if (list.length === 0) throw new FilterProblem(at, VALUES);
  const alternatives = list.map((value, index) => ({ value, at: [...at, index] }));
  const present = alternatives.filter(({ value }) => !isAbsence(value));
  const absent = present.length < list.length ? (['absent'] as const) : [];
  const compared = present.length > 0 ? [valuesOf(present)] : [];
  return [...absent, ...compared].map((values) => ({ conditions: 1, parts: { path, name: path.join('.'), values } }));
}

/** The name of an event is always there, and is always a string that ingest accepts. */
function refuseImpossibleNames(value: unknown, at: Place): void {
  if (!Array.isArray(value)) throw new FilterProblem(at, EVENT);
  value.forEach((name: unknown, index) => {
    const place = [...at, index];
    if (isAbsence(name) || (isJsonObject(name) && 'numeric' in name)) throw new FilterProblem(place, EVENT);
    if (isJsonObject(name)) return;
    if (typeof name !== 'string' || !EVENT_NAME.test(name) || name.length > MAX_EVENT_PATTERN_LENGTH)
      throw new FilterProblem(
        place,
        'must be an event name such as channel.didCreate, or a condition such as {"prefix":"channel."}',
      );
    const replacement = deprecatedEventNames.get(name);
    if (replacement !== undefined)
      throw new FilterProblem(place, `must not be the deprecated ${name}; use ${replacement}`);
  });
}
