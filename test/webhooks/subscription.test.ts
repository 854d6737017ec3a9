import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, jest, test } from '@jest/globals';
import { passes, subscribers } from '../../lambdas/webhooks/subscription.ts';

const webhook = (filter: string, events = ['shop.*']) => ({ events, filter });
const filters = {
  matching: webhook('{"data":{"a":["x"]}}'),
  none: webhook(''),
  other: webhook('{"data":{"a":["y"]}}'),
  unreadable: webhook('{"data":{"a":"newer code reads it"}}'),
  malformed: webhook('{"data":'),
  ofAnotherName: webhook('{"data":{"a":["x"]}}', ['app.*']),
};

/** The names of the webhooks that ask for an event with this text. */
const askingFor = (body: string): string[] => {
  const list = Object.entries(filters).map(([name, one]) => ({ ...one, name }));
  return subscribers(list, { event: 'shop.didSell', body }).map(({ name }) => name);
};

describe('what asks for an event', () => {
  test('is decided by names and filters; one that can’t be read lets every event pass', () => {
    const logged = jest.spyOn(console, 'error').mockReturnValue();
    expect(askingFor('{"event":"shop.didSell","data":{"a":"x"}}')).toEqual([
      'matching',
      'none',
      'unreadable',
      'malformed',
    ]);
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });

  test('is decided for each by itself: an event that can’t be compared reaches all that ask for its name', () => {
    const logged = jest.spyOn(console, 'error').mockReturnValue();
    expect(askingFor('{"event":')).toEqual(['matching', 'none', 'other', 'unreadable', 'malformed']);
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ error: expect.objectContaining({ name: 'SyntaxError' }) }),
    );
    logged.mockRestore();
  });

  test('is decided for an event that was stored before its depth was bounded', () => {
    const deep = (value: string): string =>
      `{"event":"shop.didSell","data":{"a":${'['.repeat(9_000)}${value}${']'.repeat(9_000)}}}`;
    expect(askingFor(deep('"x"'))).toEqual(['matching', 'none', 'unreadable', 'malformed']);
    expect(askingFor(deep('{"a":"x"}'))).toEqual(['none', 'unreadable', 'malformed']);
  });
});

test('a filter is prepared once, however often it is compared', () => {
  const logged = jest.spyOn(console, 'error').mockReturnValue();
  for (let n = 0; n < 5; n++) expect(passes('{"data":{"never":"seen before"}}', () => ({}))).toBe(true);
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
});

test('prepared filters take a part of a function’s memory, however many and large they are', async () => {
  const program = new URL('compare-many-filters.ts', import.meta.url);
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 140 } });
  const [code] = await once(worker, 'exit');
  expect(code).toBe(0);
});
