/**
 * A program that prints what filters cost, as JSON. In Jest's own global object, each use of `Array` and `Object` takes
 * ten times as long.
 */
import { canMatch, eventFilter, MAX_FILTER_BYTES, matchesFilter } from '../../contract/event-filter.ts';
import {
  dearestEvents,
  filterShapes,
  largestFilter,
  otherPatterns,
  refusedFilters,
} from '../../testing/filter-shapes.ts';

/** The least processor time of several runs, in milliseconds: what disturbs a run only adds to it. */
function cost(run: () => unknown): number {
  const once = (): number => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  return Math.min(...Array.from({ length: 12 }, once));
}

const filters = Object.entries(filterShapes).map(([name, shape]) => {
  const [quarter, whole] = [MAX_FILTER_BYTES / 4, MAX_FILTER_BYTES].map((bytes) => largestFilter(shape, bytes));
  const ready = eventFilter(whole);
  return {
    name,
    prepared: cost(() => eventFilter(whole)),
    // Of the same shape with a quarter of the bytes.
    quarter: cost(() => eventFilter(quarter)),
    checked: cost(() => canMatch(ready, otherPatterns)),
    compared: Math.max(...dearestEvents(whole ?? {}).map((event) => cost(() => matchesFilter(ready, event)))),
  };
});

const refusals = Object.entries(refusedFilters).map(([name, filter]) => {
  const refuse = (): void => {
    try {
      eventFilter(filter);
    } catch {
      return;
    }
    throw new Error(`${name}: accepted`);
  };
  return { name, refused: cost(refuse) };
});

console.log(JSON.stringify({ filters, refusals }));
