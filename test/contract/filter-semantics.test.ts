/** The service's filters and their reference agree: what makes filters cheap changes no result. */
import { expect, test } from '@jest/globals';
import { eventFilter, matchesFilter } from '../../contract/event-filter.ts';
import { isJsonObject } from '../../contract/schema.ts';
import fc from '../support/fast-check.ts';
import { membersOf } from '../support/members.ts';
import { matchesByReference } from './filter-reference.ts';

/** `-` sorts before a dot and `c` behind it, so the order of names is not that of the members of each object. */
const name = fc.constantFrom('a', 'b', 'a-b', 'a.b', 'a.c', 'c');
const scalar = fc.constantFrom(1, 2, 'x', '', null, true);
const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}));

const absence = { exists: false };
const conditions = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom([absence]) },
  { weight: 3, arbitrary: fc.constantFrom([{ exists: true }], [{ 'anything-but': ['x'] }]) },
  { weight: 2, arbitrary: scalar.map((one) => [one]) },
  { weight: 1, arbitrary: fc.constant([absence, 1]) },
);
const { members } = fc.letrec((tie) => {
  const member = fc.oneof({ maxDepth: 3, depthSize: 'medium' }, conditions, tie('members'));
  const named = (maxKeys: number) => fc.dictionary(name, member, { minKeys: 1, maxKeys });
  const or = fc.array(named(1), { minLength: 2, maxLength: 2 }).map((list) => ({ $or: list }));
  return {
    members: fc
      .tuple(named(4), fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, or))
      .map(([own, alternatives]) => ({ ...own, ...alternatives })),
  };
});

/** Values with members that a filter names, often in arrays, so that each condition decides now and then. */
function valueFor(pattern: unknown): fc.Arbitrary<unknown> {
  if (!isJsonObject(pattern)) return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(1, 1, 1, 'x') }, json);
  const { $or: alternatives = [], ...own } = pattern;
  const all: Readonly<Record<string, unknown>> = Object.assign({}, ...Object.values(membersOf(alternatives)), own);
  const named = Object.fromEntries(Object.entries(all).map(([key, inner]) => [key, valueFor(inner)]));
  const one = fc.record(named, { requiredKeys: [] });
  return fc.oneof(one, {
    weight: 2,
    arbitrary: fc.array(fc.oneof(one, fc.array(one, { maxLength: 2 })), { maxLength: 3 }),
  });
}

const prepared = (filter: object) => {
  try {
    return eventFilter(filter);
  } catch {
    return undefined;
  }
};

test('a filter matches what its reference matches, in objects, arrays, and arrays within arrays', () => {
  const results: boolean[] = [];
  const compared = members.chain((own) =>
    fc.tuple(fc.constant(own), fc.array(valueFor(own), { minLength: 20, maxLength: 20 })),
  );
  fc.assert(
    fc.property(compared, ([own, values]) => {
      const filter = { data: { list: own } };
      const ready = prepared(filter);
      fc.pre(ready !== undefined);
      for (const list of values) {
        const event = { event: 'a.b', data: { list } };
        results.push(matchesFilter(ready, event));
        expect(results.at(-1)).toBe(matchesByReference(filter, event));
      }
    }),
    { numRuns: 400 },
  );
  expect(new Set(results)).toEqual(new Set([true, false]));
});

const three = { a: [absence], c: [absence], d: [1] };
/** All objects with some of its members. */
const parts = [...'abcdefgh'].map((_, n) => ({
  ...(n & 1 && { a: 1 }),
  ...(n & 2 && { c: 1 }),
  ...(n & 4 && { d: 1 }),
}));
const pairs = parts.flatMap((one) => parts.map((other) => [one, other]));

test.each([
  [
    { a: { c: [1] }, 'a-b': [absence] },
    [
      [{ a: { c: 1 } }, { 'a-b': 1 }],
      [{ a: { c: 1 } }, { b: 1 }],
    ],
  ],
  [{ a: three, 'a.b': [1] }, pairs.map((a) => [{ a, 'a.b': 1 }])],
  [
    { a: { c: [absence, 1] }, 'a.c': [absence] },
    [
      [{ a: [{ c: 1 }] }, { 'a.c': 1 }],
      [{ a: [{ c: 2 }] }, { 'a.c': 1 }],
    ],
  ],
  [
    { a: { a: [absence], c: three }, 'a.b': [1], 'a.c.b': [1] },
    pairs.flatMap((c) => parts.map((one) => [{ a: [{ ...one, c }, { c }], 'a.b': 1, 'a.c.b': 1 }])),
  ],
])('so does %j, where the order of names is not that of the members of each object', (own, lists) => {
  const filter = { data: { list: own } };
  const ready = eventFilter(filter);
  const events = lists.map((list) => ({ event: 'a.b', data: { list } }));
  const results = events.map((event) => matchesFilter(ready, event));
  expect(results).toEqual(events.map((event) => matchesByReference(filter, event)));
  expect(new Set(results)).toEqual(new Set([true, false]));
});
