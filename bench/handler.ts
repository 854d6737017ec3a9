/**
 * A warm handler: some functions and the same operations written by hand with the AWS clients only (bench/references), in turns in
 * one process. AWS is a stub that responds at once.
 */
import type { Measure, Row } from './harness/benchmark.ts';
import { median, quantile, rounded } from './harness/benchmark.ts';
import { assertSameResponse, comparedFunctions } from './harness/functions/comparisons.ts';
import { startWarm } from './harness/functions/warm.ts';

/** Below this, a function makes no call to AWS: by hand it takes microseconds, and a ratio means nothing. */
const SHORTEST_CALL_MILLISECONDS = 0.05;

export const measure: Measure = (run) => {
  const [warmUp, calls] = run.quick ? [100, 200] : [200, 500];
  return comparedFunctions(run, async ({ name, ours, reference, event, environment }) => {
    const functions = await startWarm([reference, ours], environment);
    try {
      await functions.call(event, warmUp);
      const [byHand, own] = await functions.call(event, calls);
      if (own === undefined || byHand === undefined) throw new Error(`${name} was not measured.`);
      assertSameResponse(name, own.response, byHand.response);
      return { name, ...figures(own.milliseconds, byHand.milliseconds) };
    } finally {
      await functions.stop();
    }
  });
};

function figures(ours: readonly number[], reference: readonly number[]): Omit<Row, 'name'> {
  const figure = { figure: median(ours), unit: 'ms at p50' };
  if (median(reference) < SHORTEST_CALL_MILLISECONDS) return { ...figure, note: 'makes no call' };
  return {
    ...figure,
    ratio: median(ours) / median(reference),
    reference: 'by hand',
    aim: '<= 1.15',
    note: `p99 ${rounded(quantile(ours, 0.99))} ms, by hand ${rounded(quantile(reference, 0.99))} ms`,
  };
}
