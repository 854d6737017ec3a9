/** Filters and events of the dearest shapes: those that outgrew their size once, and those that reach a limit. */
import { eventFilter } from '../../contract/event-filter.ts';
import { MAX_EVENT_BYTES } from '../../contract/events.ts';
import { MAX_EVENT_PATTERNS } from '../../contract/webhooks.ts';

const many = <T>(count: number, one: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => one(n));
const members = (count: number, nameOf: (n: number) => string, value: unknown): object =>
  Object.fromEntries(many(count, (n) => [nameOf(n), value]));
const short = (n: number): string => `l${n.toString(36)}`;

const absence = [{ exists: false }];
/** At each of eight levels an absence, a value and the next level: the shape whose parts were copied for arrays. */
const below = (leaves: object): object =>
  many(8, () => 0).reduce<object>((inner) => ({ a: absence, b: [1], c: inner }), leaves);
const or = (count: number, alternative: (n: number) => object = (n) => ({ [`o${n}`]: [1] })) => ({
  $or: many(count, alternative),
});

/** By what is special about it: filters that grow with a number. */
export const filterShapes: Readonly<Record<string, (n: number) => object>> = {
  'many members': (n) => ({ data: members(n, short, [1]) }),
  'many members below levels': (n) => ({ data: below(members(n, short, [1])) }),
  'many members below levels, and two alternatives': (n) => ({ data: below({ ...members(n, short, [1]), ...or(2) }) }),
  'many members below levels, and ten alternatives': (n) => ({ data: below({ ...members(n, short, [1]), ...or(10) }) }),
  'many members below levels, and fifty alternatives': (n) => ({
    data: below({ ...members(n, short, [1]), ...or(50) }),
  }),
  'fifty alternatives of many members': (n) => ({
    data: or(50, (one) => members(Math.ceil(n / 50), (i) => `${short(one)}${short(i)}`, [1])),
  }),
  'alternatives in alternatives': (n) => ({ data: or(7, (i) => ({ [`m${i}`]: members(n, short, [1]), ...or(7) })) }),
  'five lists with an absence': (n) => ({
    data: { ...members(n, short, [1]), ...members(5, (i) => `o${i}`, [...absence, 1]) },
  }),
  'an absence before each value': (n) => ({ data: members(n, short, { a: absence, b: [1] }) }),
  'absences only': (n) => ({ data: members(n, short, absence) }),
  'members between those of others': (n) => ({
    data: {
      a: { a: { a: { a: { a: { ...members(n, short, absence), z: [1] } } } } },
      'a.a.a.a.a.l3': [1],
      'a.a.a.a.l5': [1],
      'a.a.a.l7': [1],
      'a.a.l9': [1],
      'a.l': [1],
    },
  }),
  'a long name above many members': (n) => ({ data: { ['n'.repeat(9 * n)]: members(n, short, [1]) } }),
  'a long list': (n) => ({ data: { a: many(n, short) } }),
  'a long list of prefixes that differ': (n) => ({ data: { a: [{ 'anything-but': { prefix: many(n, short) } }] } }),
  'a long text in any case': (n) => ({ data: { a: [{ suffix: { 'equals-ignore-case': 'é'.repeat(n) } }] } }),
  'many texts in any case': (n) => ({ data: members(n, short, [{ prefix: { 'equals-ignore-case': 'ab' } }]) }),
  'many event names': (n) => ({ event: many(n, (i) => `a.${short(i)}`) }),
  'many event names, and fifty alternatives': (n) => ({ event: many(n, (i) => `a.${short(i)}`), data: or(50) }),
};

/** The largest filter of a shape with at most so many bytes, and within the other limits. */
export function largestFilter(shape: (n: number) => object, bytes: number): object {
  const isAllowed = (n: number): boolean => {
    try {
      return eventFilter(shape(n)).text.length <= bytes;
    } catch {
      return false;
    }
  };
  let [least, most] = [1, 8192];
  while (most - least > 1) {
    const middle = (least + most) >> 1;
    if (isAllowed(middle)) least = middle;
    else most = middle;
  }
  return shape(least);
}

const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

/** Filters that are refused: as large as the body of a request may be, or beyond another limit. */
export const refusedFilters: Readonly<Record<string, unknown>> = {
  'many members': { data: members(6_000, short, [1]) },
  'many members below levels': { data: below(members(6_000, short, [1])) },
  'many alternatives': { data: or(4_000) },
  'alternatives multiplied': {
    data: many(60, (n) => n).reduce<object>((inner, n) => ({ [short(n)]: or(50), a: inner }), { a: [1] }),
  },
  'many levels': { data: deep(10_000) },
  'a long list': { data: { a: many(9_000, short) } },
  'a long text': { data: { a: ['é'.repeat(31_000)] } },
  'more conditions than are allowed': { data: { ...members(300, short, [1]), ...or(50) } },
  'more combinations than are allowed': { data: { a: or(40), b: or(40), c: or(40) } },
  'a member twice in each combination': {
    data: { ...members(150, short, [1]), ...or(5, (n) => ({ [`l${n}`]: [2], x: [1] })) },
  },
};

/** The most name patterns of a webhook, none of which lets the names of these filters through. */
export const otherPatterns = many(MAX_EVENT_PATTERNS, (n) => `a.${'b'.repeat(90)}${n}.*`);

const listOf = (one: string): unknown[] =>
  JSON.parse(`[${many(Math.floor((MAX_EVENT_BYTES - 100) / (one.length + 1)), () => one).join(',')}]`);
const lists = ['1', '{"l0":1}', '[[[1]]]', `"${'a'.repeat(38)}"`, '{"a":[{"a":[{"a":[{}]}]}]}'].map(listOf);
const levels = `${'['.repeat(130_000)}${']'.repeat(130_000)}`;

/** The largest events, of which a filter looks at each value: those of all members that it names are the same list. */
export const dearestEvents = (filter: object): readonly object[] => {
  const names = eventFilter(filter).combinations.flatMap(({ conditions }) =>
    conditions.map(({ path }) => path[1] ?? ''),
  );
  return [...lists, JSON.parse(levels)].map((list) => ({
    event: 'a.b',
    data: Object.fromEntries(names.map((one) => [one, list])),
  }));
};
