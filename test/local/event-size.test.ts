import { expect, test } from '@jest/globals';
import { eventOf, withinEventLimit } from '../../local/event-sources/deliveries.ts';

const LIMIT = 6 * 1024 * 1024;
const split = (records: readonly string[]) => withinEventLimit(records, (record) => record);

test('records are in events of at most 6 MB, in order, and each as full as it can be', () => {
  const records = Array.from({ length: 30 }, (_, number) => `${number}${'é"'.repeat(100_000)}`);
  const lists = split(records);
  expect(lists.flat()).toEqual(records);
  for (const [index, list] of lists.entries()) {
    expect(Buffer.byteLength(eventOf(list))).toBeLessThanOrEqual(LIMIT);
    const [next] = lists[index + 1] ?? [];
    if (next !== undefined) expect(Buffer.byteLength(eventOf([...list, next]))).toBeGreaterThan(LIMIT);
  }
});

test('a record that is too large is in an event by itself', () => {
  const large = 'x'.repeat(LIMIT);
  expect(split(['a', large, 'b'])).toEqual([['a'], [large], ['b']]);
  expect(split([])).toEqual([]);
});
