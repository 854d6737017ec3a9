/**
 * A warm handler: some functions and the same operations written by hand with the AWS clients only (references.ts),
 * in turns in one process. AWS is a stub that responds at once.
 */
import { type Measure, median, quantile, type Row, rounded, undisturbed } from './harness/benchmark.ts';
import { assertSameResponse, comparedFunctions } from './harness/functions/comparisons.ts';
import { type Called, startWarm } from './harness/functions/warm.ts';

export const measure: Measure = (run) => {
  const [warmUp, calls] = run.quick ? [100, 200] : [200, 500];
  return comparedFunctions(async ({ name, ours, reference, event, environment }) => {
    await using functions = await startWarm([reference, ours], environment);
    await functions.call(event, warmUp);
    const [byHand, own] = await functions.call(event, calls);
    if (own === undefined || byHand === undefined) throw new Error(`${name} was not measured.`);
    assertSameResponse(name, own.response, byHand.response);
    return { name, ...figures(own, byHand) };
  });
};

/** The ratio is that of processor time, which includes no waiting for the stub. */
function figures(ours: Called, byHand: Called): Omit<Row, 'name'> {
  const p99 = ({ milliseconds }: Called) => rounded(quantile(milliseconds, 0.99));
  return {
    figure: median(ours.milliseconds),
    unit: 'ms at p50',
    ratio: undisturbed(ours.processorMilliseconds) / undisturbed(byHand.processorMilliseconds),
    reference: 'by hand',
    aim: '<= 1.15',
    note: `p99 ${p99(ours)} ms, by hand ${p99(byHand)} ms`,
  };
}
