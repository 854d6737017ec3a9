/**
 * The filter of a webhook: an event pattern as Amazon EventBridge defines it
 * (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html), over `{"event":…,"data":…}`. What
 * differs is in ADR 53.
 */
import { asksFor } from './event-names.ts';
import { type Combination, combinationsOf, DEPTH } from './filter-combinations.ts';
import { holds, TooMuchWorkError } from './filter-match.ts';
import { type Members, membersOf } from './filter-members.ts';
import { FilterProblem } from './filter-values.ts';
import { MAX_JSON_LEVELS } from './json-text.ts';

export { FilterProblem };

/** The most bytes of a filter as JSON in UTF-8: what EventBridge takes. */
export const MAX_FILTER_BYTES = 4096;
/** The most steps (visits and comparisons, some 10 ns each) of a filter on an event. One that needs more matches. */
export const MAX_FILTER_STEPS = 20_000;

/** A combination that was prepared: its conditions, and the same as a tree. */
interface Prepared {
  readonly conditions: Combination;
  readonly members: Members;
}

/** A filter that was checked, ready to compare. */
export interface EventFilter {
  /** As JSON: the form in which it is stored. */
  readonly text: string;
  readonly combinations: readonly Prepared[];
}

/** What a filter says about an event. */
export interface FilterVerdict {
  readonly matches: boolean;
  /** The deciding members, such as `data.channelId`: of the matching combination, or the first mismatch of each. */
  readonly members: readonly string[];
}

/**
 * Checks a filter and prepares it. Throws a FilterProblem that says where it is wrong, also where it can never match.
 * The size is checked first: what follows is linear in it and in the conditions, and takes milliseconds at most.
 */
export function eventFilter(value: unknown): EventFilter {
  // Members, `$or` and operators of a valid one make some 55.
  if (isNestedDeeper(value, MAX_JSON_LEVELS)) throw new FilterProblem([], DEPTH);
  const text = JSON.stringify(value);
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MAX_FILTER_BYTES)
    throw new FilterProblem([], `must be at most ${MAX_FILTER_BYTES} bytes of JSON, not ${bytes}`);
  return { text, combinations: prepared(combinationsOf(value)) };
}

/** Whether a JSON value has more levels of objects and lists. Looks no deeper. */
const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((own) => isNestedDeeper(own, levels - 1)));

function prepared(combinations: readonly Combination[]): readonly Prepared[] {
  const trees = membersOf(combinations);
  return combinations.flatMap((conditions, index) => {
    const members = trees[index];
    return members === undefined ? [] : [{ conditions, members }];
  });
}

/** Whether an event that name patterns let through may match. Assumed where both leave infinitely many names. */
export function canMatch({ combinations }: EventFilter, patterns: readonly string[]): boolean {
  const names = combinations.map(({ conditions }) => conditions.find(({ path }) => path[0] === 'event')?.values);
  // Combinations of `$or` share the conditions beside it.
  return [...new Set(names)].some((values) => {
    if (values === undefined || values === 'absent') return true;
    if (values.only !== undefined) return [...values.only].some((name) => asksFor(patterns, String(name)));
    return patterns.some((pattern) => pattern.endsWith('*') || values.accepts(pattern));
  });
}

/** Whether an event, as receivers parse it, matches. One with too many steps does, so nothing is lost. */
export function matchesFilter({ combinations }: EventFilter, event: unknown): boolean {
  const work = { left: MAX_FILTER_STEPS };
  return unlessTooMuch(() => combinations.some(({ members }) => holds(members, event, work)), true);
}

/** The same, with the members that decide. */
export function filterVerdict(filter: EventFilter, event: unknown): FilterVerdict {
  const matches = matchesFilter(filter, event);
  const isMet = (members: Members): boolean =>
    unlessTooMuch(() => holds(members, event, { left: MAX_FILTER_STEPS }), true);
  const decisive = matches
    ? [filter.combinations.find(({ members }) => isMet(members))?.conditions ?? []]
    : filter.combinations.map(({ conditions }) => firstUnmet(conditions, isMet));
  return { matches, members: [...new Set(decisive.flat().map(({ name }) => name))] };
}

/** The first condition that is not met by itself; all, where no one element of an array meets them together. */
function firstUnmet(conditions: Combination, isMet: (members: Members) => boolean): Combination {
  const unmet = conditions.find((condition) => !membersOf([[condition]]).every(isMet));
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
