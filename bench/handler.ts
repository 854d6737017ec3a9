/**
 * A warm handler: one function of each kind and the same operation written by hand with the AWS clients only
 * (bench/references), in turns in one process. AWS is a stub that responds at once.
 */
import { bundledComparisons, type Comparison } from './harness/functions/comparisons.ts';
import { assertSameResponse } from './harness/functions/same-response.ts';
import { startStub } from './harness/functions/stub.ts';
import { startWarm } from './harness/functions/warm.ts';
import type { Measure, Row } from './harness/row.ts';
import { median, quantile, rounded } from './harness/statistics.ts';
import { inTemporaryFolder } from './harness/temporary-cloud.ts';

const WARM_UP = 200;
const CALLS = 500;
const AIM = '<= 1.15';
/** Below this, a function makes no call to AWS: by hand it takes microseconds, and a ratio means nothing. */
const SHORTEST_CALL_MILLISECONDS = 0.05;

export const measure: Measure = (progress) =>
  inTemporaryFolder(async (folder) => {
    const comparisons = await bundledComparisons(folder);
    const stub = await startStub();
    try {
      const rows: Row[] = [];
      for (const comparison of comparisons) {
        rows.push(await measured(comparison, stub.environment));
        progress(`${comparison.name} is measured`);
      }
      return rows;
    } finally {
      await stub.stop();
    }
  });

async function measured(
  { name, ours, reference, event, status }: Comparison,
  environment: Readonly<Record<string, string>>,
): Promise<Row> {
  const functions = await startWarm([reference, ours], environment);
  try {
    await functions.call(event, WARM_UP);
    const [byHand, own] = await functions.call(event, CALLS);
    if (own === undefined || byHand === undefined) throw new Error(`${name} was not measured.`);
    assertSameResponse(name, status, own.response, byHand.response);
    const row: Row = { name, ...figures(own.milliseconds, byHand.milliseconds) };
    return status !== undefined && row.ratio !== undefined ? { ...row, aim: AIM } : row;
  } finally {
    await functions.stop();
  }
}

function figures(ours: readonly number[], reference: readonly number[]): Omit<Row, 'name'> {
  const figure = { figure: rounded(median(ours)), unit: 'ms at p50' };
  if (median(reference) < SHORTEST_CALL_MILLISECONDS) return { ...figure, note: 'makes no call' };
  return {
    ...figure,
    ratio: rounded(median(ours) / median(reference)),
    reference: 'by hand',
    note: `p99 ${rounded(quantile(ours, 0.99))} ms, by hand ${rounded(quantile(reference, 0.99))} ms`,
  };
}
