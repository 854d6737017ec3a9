/**
 * A warm handler: each route's function against the same operation hand-written with the AWS clients alone
 * (bench/references), in turns in one process. AWS is a stub that answers at once.
 */
import { bundledComparisons, type Comparison, routesWithoutTable } from './harness/functions/bundles.ts';
import { startStub } from './harness/functions/stub.ts';
import { type Times, timesOfWarmCalls } from './harness/functions/warm-calls.ts';
import type { Measure, Row } from './harness/row.ts';
import { median, quantile, rounded } from './harness/statistics.ts';
import { inTemporaryFolder } from './harness/temporary-cloud.ts';

const AIM = '<= 1.15';

export const measure: Measure = (progress) =>
  inTemporaryFolder(async (folder) => {
    const comparisons = await bundledComparisons(folder);
    const stub = await startStub();
    try {
      const rows: Row[] = [];
      for (const comparison of comparisons) {
        rows.push(rowOf(comparison, await timesOfWarmCalls(comparison, stub.environment)));
        progress(`${comparison.name} is measured`);
      }
      return rows;
    } finally {
      await stub.stop();
    }
  });

function rowOf({ name, status }: Comparison, { ours, reference }: Times): Row {
  const [p50, p99] = [median(ours), quantile(ours, 0.99)];
  const row = { name, figure: rounded(p50), unit: 'ms at p50' };
  const note = `p99 ${rounded(p99)} ms, by hand ${rounded(quantile(reference, 0.99))} ms`;
  // By hand these take some microseconds: there is no call that a ratio could be to.
  if (routesWithoutTable.includes(name)) return { ...row, note: 'calls nothing' };
  const isRoute = status !== undefined;
  return { ...row, ratio: rounded(p50 / median(reference)), reference: 'by hand', ...(isRoute && { aim: AIM }), note };
}
