/** Filters: checking and preparing one, also one that is refused, and comparing an event with it. */

import {
  canMatch,
  eventFilter,
  FilterProblem,
  MAX_FILTER_BYTES,
  matchesFilter,
} from '../../../contract/event-filter.ts';
import fc from '../../support/fast-check.ts';
import {
  dearestEvents,
  filterShapes,
  largestFilter,
  otherPatterns,
  refusedFilters,
} from '../../support/filter-shapes.ts';
import { type Row, row } from '../row.ts';

/** By the names of the shapes, something of each with so many bytes. */
const ofEachShape = <T>(make: (filter: object) => T): Readonly<Record<string, (size: number) => T>> =>
  Object.fromEntries(
    Object.entries(filterShapes).map(([name, shape]) => [name, (size: number) => make(largestFilter(shape, size))]),
  );

type Tree = Readonly<Record<string, unknown>>;

const conditions = fc.constantFrom<readonly unknown[]>(
  [1],
  [{ exists: false }],
  [{ exists: false }, 1],
  [{ prefix: 'a' }],
);
const { members } = fc.letrec<{ members: Tree; value: unknown }>((tie) => ({
  members: fc
    .tuple(
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { minKeys: 1, maxKeys: 4 }),
      fc.oneof(
        { maxDepth: 3 },
        fc.constant([]),
        fc.array(fc.dictionary(fc.constantFrom('x', 'y', 'z'), conditions, { minKeys: 1 }), {
          minLength: 2,
          maxLength: 50,
        }),
      ),
    )
    .map(([own, or]) => ({ ...own, ...(or.length > 0 && { $or: or }) })),
  value: fc.oneof({ maxDepth: 8 }, conditions, tie('members')),
}));
/** Filters of any structure, which further members fill up to the most bytes. */
const filters = members.map((own): object => {
  const rest = MAX_FILTER_BYTES - Buffer.byteLength(JSON.stringify({ data: own })) - 10;
  const more = Array.from({ length: Math.max(0, rest / 9) }, (_, n) => [`l${n.toString(36)}`, [1]]);
  return { data: { ...own, ...Object.fromEntries(more) } };
});

/** Prepares it, or finds what is wrong. Throws anything else. */
function prepared(filter: unknown): unknown {
  try {
    return eventFilter(filter);
  } catch (error) {
    if (error instanceof FilterProblem) return error;
    throw error;
  }
}

export const filterRows: readonly Row[] = [
  row({
    name: 'preparing a filter',
    places: ['delivery/fan-out', 'delivery/sign-and-send'],
    serves: 'several networks',
    limit: MAX_FILTER_BYTES,
    shapes: ofEachShape((filter): object => filter),
    run: prepared,
    search: filters,
  }),
  row({
    name: 'a filter that is refused',
    places: ['webhooks/create-webhook', 'webhooks/update-webhook'],
    serves: 'one request',
    limit: 1,
    shapes: Object.fromEntries(Object.entries(refusedFilters).map(([name, filter]) => [name, () => filter])),
    run: prepared,
  }),
  row({
    name: 'whether a filter can match what patterns let through',
    places: ['webhooks/create-webhook', 'webhooks/update-webhook'],
    serves: 'one request',
    limit: MAX_FILTER_BYTES,
    shapes: ofEachShape(eventFilter),
    run: (filter) => canMatch(filter, otherPatterns),
  }),
  ...Object.entries(filterShapes).map(([name, shape]) => {
    const filter = largestFilter(shape, MAX_FILTER_BYTES);
    return row({
      name: `comparing events with the filter with ${name}`,
      places: ['delivery/fan-out', 'delivery/sign-and-send'],
      serves: 'several networks',
      limit: 1,
      shapes: Object.fromEntries(
        dearestEvents(filter).map((event, n) => [`event ${n}`, () => ({ ready: eventFilter(filter), event })]),
      ),
      run: ({ ready, event }) => matchesFilter(ready, event),
    });
  }),
];
