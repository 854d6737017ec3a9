import { describe, expect, test } from '@jest/globals';
import { timesInvoked, traceOfInvocation } from '../../../local/weather/traces.ts';

describe('the lineage of a trace', () => {
  test('counts the invocations of each function in one chain', () => {
    let trace: string | undefined;
    for (const functionArn of ['one', 'other', 'one', 'one']) trace = traceOfInvocation(trace, functionArn);
    expect([timesInvoked(trace, 'one'), timesInvoked(trace, 'other'), timesInvoked(trace, 'third')]).toEqual([3, 1, 0]);
  });

  test('stays in one chain, which keeps its root', () => {
    const root = (trace: string): string | undefined => /^Root=1-[0-9a-f]{8}-[0-9a-f]{24}(?=;)/.exec(trace)?.[0];
    const first = traceOfInvocation(undefined, 'one');
    expect(root(first)).toBeDefined();
    expect(root(traceOfInvocation(first, 'other'))).toBe(root(first));
    expect(root(traceOfInvocation(undefined, 'one'))).not.toBe(root(first));
  });
});
