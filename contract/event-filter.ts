/**
 * The filter of a webhook: an event pattern as Amazon EventBridge defines it
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html), over `{"event":…,"data":…}`. What
 * differs is in ADR 53.
 */
import { asksFor, deprecatedEventNames, EVENT_NAME, MAX_EVENT_PATTERN_LENGTH } from './event-names.ts';
import { type Combination, type Condition, holds, type Members, membersOf, TooMuchWorkError } from './filter-match.ts';
import { FilterProblem, isAbsence, valuesOf } from './filter-values.ts';
import { isJsonObject } from './schema.ts';

export { FilterProblem };

/** The most bytes of a filter as JSON in UTF-8: what EventBridge takes. */
export const MAX_FILTER_BYTES = 4096;
/** The most members below each other that a filter names. */
export const MAX_FILTER_DEPTH = 10;
/** The most combinations that `$or` makes of it; in EventBridge 1,000. */
export const MAX_FILTER_COMBINATIONS = 50;
/** The most steps (visits and comparisons, some 10 ns each) of a filter on an event. One that needs more matches. */
export const MAX_FILTER_STEPS = 20_000;

/** A filter that was checked, ready to compare. */
export interface EventFilter {
  readonly combinations: readonly { readonly conditions: Combination; readonly members: Members }[];
}

/** What a filter says about an event. */
export interface FilterVerdict {
  readonly matches: boolean;
  /** The deciding members, such as `data.channelId`: of the matching combination, or the first mismatch of each. */
  readonly members: readonly string[];
}

const ROOT = 'must be an object with conditions on event, data or both, such as {"data":{"channelId":["c1"]}}';
const NO_SUCH_MEMBER = 'must be event or data, which are all the members that an event has';
const OBJECT = 'must be an object with at least one member, or a list of values';
const VALUES = 'must be a list of at least one value, such as ["c1"]';
const DATA = 'must be an object with conditions on members of data';
const EVENT = 'must be a list of event names, or of conditions on them';
const OR = 'must be a list of at least two objects';
const RESERVED = 'must not be a member of $or: it is the name of an operator';
const DEPTH = `must not be nested deeper than ${MAX_FILTER_DEPTH} members`;
const COMBINATIONS = `must not make more than ${MAX_FILTER_COMBINATIONS} combinations: the alternatives of each $or, multiplied`;
const TWICE = 'must be compared once in each combination, and not together with its own members';

/** Names that EventBridge reserves in `$or` (event-ruler, Constants.java). */
const reservedInOr: ReadonlySet<string> = new Set([
  ...['exactly', 'equals-ignore-case', 'prefix', 'suffix', 'anything-but', 'exists', 'wildcard', 'numeric', 'cidr'],
  ...['=', '<', '<=', '>', '>=', 'regex', 'not-wildcard', 'not-equals-ignore-case', 'in-date-range'],
  ...['date-after', 'date-on-or-after', 'date-before', 'date-on-or-before'],
  ...['ip-address-in-range', 'ip-address-not-in-range'],
]);

type Place = readonly (string | number)[];

/** Where in a filter something is: its place in the JSON, and the names of members without `$or`. */
interface Position {
  readonly at: Place;
  readonly path: readonly string[];
  readonly isInOr: boolean;
}

/** Checks a filter. Throws a FilterProblem that says where it is wrong, also where it can never match. */
export function eventFilter(value: unknown): EventFilter {
  if (!isJsonObject(value)) throw new FilterProblem([], ROOT);
  const combinations = combinationsOf(value, { at: [], path: [], isInOr: false });
  combinations.forEach(refuseRepeated);
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  if (bytes > MAX_FILTER_BYTES)
    throw new FilterProblem([], `must be at most ${MAX_FILTER_BYTES} bytes of JSON, not ${bytes}`);
  return { combinations: combinations.map((conditions) => ({ conditions, members: membersOf(conditions) })) };
}

/** Whether an event that name patterns let through may match. Assumed where both leave infinitely many names. */
export const canMatch = ({ combinations }: EventFilter, patterns: readonly string[]): boolean =>
  combinations.some(({ conditions }) => {
    const values = conditions.find(({ path }) => path[0] === 'event')?.values;
    if (values === undefined || values === 'absent') return true;
    if (values.only !== undefined) return [...values.only].some((name) => asksFor(patterns, String(name)));
    return patterns.some((pattern) => pattern.endsWith('*') || values.accepts(pattern));
  });

/** Whether an event, as receivers parse it, matches. One with too many steps does, so nothing is lost. */
export function matchesFilter({ combinations }: EventFilter, event: unknown): boolean {
  const work = { left: MAX_FILTER_STEPS };
  return unlessTooMuch(() => combinations.some(({ members }) => holds(members, event, work)), true);
}

/** The same, with the members that decide. */
export function filterVerdict(filter: EventFilter, event: unknown): FilterVerdict {
  const matches = matchesFilter(filter, event);
  const isMet = (conditions: Combination): boolean =>
    unlessTooMuch(() => holds(membersOf(conditions), event, { left: MAX_FILTER_STEPS }), true);
  const decisive = matches
    ? [filter.combinations.find(({ conditions }) => isMet(conditions))?.conditions ?? []]
    : filter.combinations.map(({ conditions }) => firstUnmet(conditions, isMet));
  return { matches, members: [...new Set(decisive.flat().map(({ path }) => path.join('.')))] };
}

/** The first condition that is not met by itself; all, where no one element of an array meets them together. */
function firstUnmet(conditions: Combination, isMet: (conditions: Combination) => boolean): Combination {
  const unmet = conditions.find((condition) => !isMet([condition]));
  return unmet === undefined ? conditions : [unmet];
}

function unlessTooMuch<T>(compute: () => T, otherwise: T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof TooMuchWorkError) return otherwise;
    throw error;
  }
}

/** Every combination that meets an object of a filter. */
function combinationsOf(value: Readonly<Record<string, unknown>>, position: Position): readonly Combination[] {
  const { at } = position;
  const entries = Object.entries(value);
  if (entries.length === 0) throw new FilterProblem(at, at.length === 0 ? ROOT : OBJECT);
  let combinations: readonly Combination[] = [[]];
  for (const [name, own] of entries) {
    const alternatives = name === '$or' ? alternativesOf(own, position) : ofMember(name, own, position);
    if (combinations.length * alternatives.length > MAX_FILTER_COMBINATIONS)
      throw new FilterProblem([...at, name], COMBINATIONS);
    combinations = combinations.flatMap((one) => alternatives.map((other) => [...one, ...other]));
  }
  return combinations;
}

function alternativesOf(value: unknown, { at, path }: Position): readonly Combination[] {
  const place = [...at, '$or'];
  if (!Array.isArray(value) || value.length < 2) throw new FilterProblem(place, OR);
  if (place.length > 4 * MAX_FILTER_DEPTH) throw new FilterProblem(place, DEPTH);
  return value.flatMap((alternative: unknown, index) => {
    if (!isJsonObject(alternative)) throw new FilterProblem([...place, index], OBJECT);
    return combinationsOf(alternative, { at: [...place, index], path, isInOr: true });
  });
}

function ofMember(name: string, value: unknown, { at, path: outer, isInOr }: Position): readonly Combination[] {
  const position = { at: [...at, name], path: [...outer, name], isInOr };
  const isRoot = outer.length === 0;
  if (isRoot && name !== 'event' && name !== 'data') throw new FilterProblem(position.at, NO_SUCH_MEMBER);
  if (isInOr && reservedInOr.has(name)) throw new FilterProblem(position.at, RESERVED);
  if (position.path.length > MAX_FILTER_DEPTH) throw new FilterProblem(position.at, DEPTH);
  if (isRoot && name === 'event') refuseImpossibleNames(value, position.at);
  if (Array.isArray(value)) {
    if (isRoot && name === 'data') throw new FilterProblem(position.at, DATA);
    return conditionsOf(value, position);
  }
  if (!isJsonObject(value)) throw new FilterProblem(position.at, isRoot ? DATA : OBJECT);
  return combinationsOf(value, position);
}

/** The alternatives of a member; absence is one of its own, since it chooses no element of an array. */
function conditionsOf(list: readonly unknown[], { at, path }: Position): readonly Combination[] {
  if (list.length === 0) throw new FilterProblem(at, VALUES);
  const alternatives = list.map((value, index) => ({ value, at: [...at, index] }));
  const present = alternatives.filter(({ value }) => !isAbsence(value));
  const absent: readonly Condition[] = present.length < list.length ? [{ path, values: 'absent' }] : [];
  const compared: readonly Condition[] = present.length > 0 ? [{ path, values: valuesOf(present) }] : [];
  return [...absent, ...compared].map((condition) => [condition]);
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

function refuseRepeated(combination: Combination): void {
  for (const [index, { path }] of combination.entries()) {
    const clash = combination.some(
      (other, at) => at !== index && path.every((name, depth) => other.path[depth] === name),
    );
    if (clash) throw new FilterProblem(path, TWICE);
  }
}
