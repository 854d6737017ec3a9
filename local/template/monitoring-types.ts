/** The resource types of CloudWatch: alarms, the dashboard, and metrics made from logs. */
import * as v from 'valibot';
import { Count, properties } from './property-schemas.ts';

/** `Sum` and so on, or a percentile such as `p99`. */
export const Statistic = v.union(
  [
    v.picklist(['Sum', 'Average', 'Minimum', 'Maximum', 'SampleCount']),
    v.pipe(v.custom<`p${number}`>((value) => typeof value === 'string' && /^p\d{1,2}(\.\d+)?$/.test(value))),
  ],
  'the local cloud does not know this statistic; see local/metrics/statistic.ts',
);
export type Statistic = v.InferOutput<typeof Statistic>;

/** Seconds, in whole minutes. */
const Period = v.pipe(Count, v.minValue(60), v.multipleOf(60));

/** Of one metric: the local cloud has no metric math. */
const AlarmProperties = properties({
  AlarmDescription: v.optional(v.string(), ''),
  Namespace: v.string(),
  MetricName: v.string(),
  Dimensions: v.optional(v.array(v.strictObject({ Name: v.string(), Value: v.string() })), []),
  Period,
  Statistic: v.optional(Statistic),
  ExtendedStatistic: v.optional(Statistic),
  Threshold: v.number(),
  ComparisonOperator: v.picklist([
    'GreaterThanOrEqualToThreshold',
    'GreaterThanThreshold',
    'LessThanOrEqualToThreshold',
    'LessThanThreshold',
  ]),
  EvaluationPeriods: v.pipe(Count, v.minValue(1)),
  DatapointsToAlarm: v.optional(v.pipe(Count, v.minValue(1))),
  TreatMissingData: v.optional(v.picklist(['breaching', 'notBreaching', 'ignore', 'missing']), 'missing'),
});
export type AlarmProperties = v.InferOutput<typeof AlarmProperties>;

/** `DashboardBody` is JSON text. */
const DashboardProperties = properties({ DashboardBody: v.string() });

const MetricFilterProperties = properties({
  LogGroupName: v.string(),
  FilterPattern: v.string(),
  MetricTransformations: v.strictTuple([
    v.strictObject({
      MetricNamespace: v.string(),
      MetricName: v.string(),
      MetricValue: v.literal('1', 'the local cloud counts matching lines, with the value 1'),
      Unit: v.optional(v.string()),
    }),
  ]),
});

export const monitoringTypes = {
  'AWS::CloudWatch::Alarm': {
    schema: AlarmProperties,
    ignored: ['ActionsEnabled', 'AlarmActions', 'AlarmName', 'InsufficientDataActions', 'OKActions', 'Tags', 'Unit'],
  },
  'AWS::CloudWatch::Dashboard': { schema: DashboardProperties, ignored: ['DashboardName', 'Tags'] },
  'AWS::Logs::MetricFilter': { schema: MetricFilterProperties, ignored: ['FilterName'] },
} as const;
