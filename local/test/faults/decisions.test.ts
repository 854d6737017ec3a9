import { describe, expect, test } from '@jest/globals';
import { createDecisions, decide } from '../../faults/decisions.ts';
import { probabilityOf } from '../../faults/probabilities.ts';
import { timesInvoked, traceOfInvocation } from '../../faults/traces.ts';

const calls = Array.from({ length: 10_000 }, (_, index) => index);

describe('a decision about a fault', () => {
  test('is the same for the same seed, fault, key and count, and another one for each other seed', () => {
    const sequence = (seed: number): readonly boolean[] =>
      calls.map((count) => decide({ name: 'heavy', seed }, 'throttled', 'Put', count) !== undefined);
    expect(sequence(1)).toEqual(sequence(1));
    expect(sequence(1)).not.toEqual(sequence(2));
  });

  test('injects a fault about as often as its probability says', () => {
    const injected = calls.filter(
      (count) => decide({ name: 'heavy', seed: 3 }, 'throttled', 'Put', count) !== undefined,
    );
    const expected = probabilityOf('throttled', 'heavy') * calls.length;
    expect(injected.length).toBeGreaterThan(expected * 0.8);
    expect(injected.length).toBeLessThan(expected * 1.2);
  });

  test('counts each key by itself, so that other calls in between change nothing', () => {
    const alone = createDecisions({ name: 'heavy', seed: 5 });
    const among = createDecisions({ name: 'heavy', seed: 5 });
    for (const _ of calls.slice(0, 200)) {
      among.next('throttled', 'Get');
      among.next('slow call', 'Put');
      expect(among.next('throttled', 'Put')).toEqual(alone.next('throttled', 'Put'));
    }
  });

  test('is counted if it injects a fault', () => {
    const decisions = createDecisions({ name: 'heavy', seed: 5 });
    const injected = calls.slice(0, 100).filter(() => decisions.next('slow call', 'Put') !== undefined);
    expect(injected.length).toBeGreaterThan(0);
    expect(decisions.lines()).toEqual([`${injected.length}  slow call`.padStart(18)]);
  });
});

describe('the lineage of a trace', () => {
  test('counts the invocations of each function in one chain', () => {
    let trace: string | undefined;
    for (const functionArn of ['one', 'other', 'one', 'one']) trace = traceOfInvocation(trace, functionArn);
    expect({
      one: timesInvoked(trace, 'one'),
      other: timesInvoked(trace, 'other'),
      third: timesInvoked(trace, 'third'),
    }).toEqual({ one: 3, other: 1, third: 0 });
  });

  test('stays in one chain, which keeps its root', () => {
    const root = (trace: string): string | undefined => /^Root=1-[0-9a-f]{8}-[0-9a-f]{24}(?=;)/.exec(trace)?.[0];
    const first = traceOfInvocation(undefined, 'one');
    expect(root(first)).toBeDefined();
    expect(root(traceOfInvocation(first, 'other'))).toBe(root(first));
    expect(root(traceOfInvocation(undefined, 'one'))).not.toBe(root(first));
  });
});
