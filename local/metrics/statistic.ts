/** The statistics of CloudWatch over the values of a period. */
import type { Statistic } from '../template/monitoring-types.ts';

/** The values of a metric in one or more minutes. `sample` has at most some hundred of them, for percentiles. */
export interface Values {
  readonly count: number;
  readonly sum: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly sample: readonly number[];
}

/** The statistic of these minutes together; undefined without a value. */
export function statisticOf(minutes: readonly Values[], statistic: Statistic): number | undefined {
  if (minutes.length === 0) return undefined;
  const total = (of: (values: Values) => number): number => minutes.reduce((sum, values) => sum + of(values), 0);
  switch (statistic) {
    case 'Sum':
      return total(({ sum }) => sum);
    case 'SampleCount':
      return total(({ count }) => count);
    case 'Average':
      return total(({ sum }) => sum) / total(({ count }) => count);
    case 'Minimum':
      return Math.min(...minutes.map(({ minimum }) => minimum));
    case 'Maximum':
      return Math.max(...minutes.map(({ maximum }) => maximum));
    default:
      return percentile(
        minutes.flatMap(({ sample }) => sample),
        Number(statistic.slice(1)),
      );
  }
}

/** The smallest value that `percent` of the values don't exceed. */
function percentile(values: readonly number[], percent: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}
