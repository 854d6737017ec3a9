/**
 * Whether an alarm of a template goes off, as CloudWatch evaluates it
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html): enough of the latest periods
 * are breaching. Of expressions it knows those that our alarms have.
 */
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';

/** A value for each minute, in the unit of the metric, or how many there are of them; undefined where there is none. */
export type Series = readonly (number | undefined)[];

const Stat = v.picklist(['Sum', 'Maximum', 'SampleCount']);
const Metric = v.union([
  v.object({ Id: v.string(), Expression: v.string() }),
  v.object({
    Id: v.string(),
    MetricStat: v.object({ Metric: v.object({ MetricName: v.string() }), Period: v.number(), Stat }),
  }),
]);
const Alarm = v.object({
  ComparisonOperator: v.picklist(['GreaterThanOrEqualToThreshold', 'LessThanThreshold']),
  Threshold: v.number(),
  EvaluationPeriods: v.number(),
  DatapointsToAlarm: v.optional(v.number()),
  TreatMissingData: v.picklist(['breaching', 'notBreaching']),
  MetricName: v.optional(v.string()),
  Statistic: v.optional(Stat, 'Sum'),
  Period: v.optional(v.number(), 60),
  Metrics: v.optional(v.array(Metric), []),
});
type Alarm = v.InferOutput<typeof Alarm>;

/** Whether it goes off in any of these minutes. Throws where a metric that it reads has no series. */
export function goesOff(properties: unknown, series: Readonly<Record<string, Series>>): boolean {
  const alarm = v.parse(Alarm, properties);
  const { EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods } = alarm;
  const breaching = valuesOf(alarm, series).map((value) => isBreaching(alarm, value));
  return breaching.some(
    (_, end) =>
      end + 1 >= EvaluationPeriods &&
      breaching.slice(end + 1 - EvaluationPeriods, end + 1).filter(Boolean).length >= DatapointsToAlarm,
  );
}

function isBreaching({ ComparisonOperator, Threshold, TreatMissingData }: Alarm, value: number | undefined): boolean {
  if (value === undefined) return TreatMissingData === 'breaching';
  return ComparisonOperator === 'LessThanThreshold' ? value < Threshold : value >= Threshold;
}

/** The value of each period. */
function valuesOf({ MetricName, Statistic, Period, Metrics }: Alarm, series: Readonly<Record<string, Series>>): Series {
  const of = (name: string): Series => {
    const found = series[name];
    if (found === undefined) throw new Error(`There is no series of ${name}.`);
    return found;
  };
  if (MetricName !== undefined) return inPeriods(of(MetricName), Period, Statistic);
  const read = Metrics.flatMap((metric) => {
    if (!('MetricStat' in metric)) return [];
    const { Metric: one, Period: period, Stat: stat } = metric.MetricStat;
    return [[metric.Id, inPeriods(of(one.MetricName), period, stat)] as const];
  });
  const [expression = ''] = Metrics.flatMap((metric) => ('Expression' in metric ? metric.Expression : []));
  const length = Math.max(...read.map(([, values]) => values.length));
  return Array.from({ length }, (_, n) =>
    computed(
      expression,
      read.map(([id, values]) => [id, values[n]] as const),
    ),
  );
}

function inPeriods(series: Series, seconds: number, statistic: v.InferOutput<typeof Stat>): Series {
  const minutes = seconds / 60;
  return Array.from({ length: Math.ceil(series.length / minutes) }, (_, n) => {
    const values = series.slice(n * minutes, (n + 1) * minutes).filter((value) => value !== undefined);
    if (values.length === 0) return undefined;
    return statistic === 'Maximum' ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
  });
}

/** Where a value is missing, so is what is computed of it, unless `FILL` gives it one. */
function computed(expression: string, values: readonly (readonly [id: string, value: number | undefined])[]) {
  const code = expression.replaceAll(/\bOR\b/g, '||').replaceAll(/\bAND\b/g, '&&');
  const value: unknown = runInNewContext(code, {
    ...Object.fromEntries(values.map(([id, one]) => [id, one ?? Number.NaN])),
    IF: (condition: boolean, then: number, otherwise: number) => (condition ? then : otherwise),
    FILL: (one: number, other: number) => (Number.isNaN(one) ? other : one),
  });
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
}
