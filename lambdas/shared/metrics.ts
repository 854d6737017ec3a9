/**
 * Metrics in CloudWatch's embedded metric format: lines of the function's log that CloudWatch reads metrics from
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html).
 * They cost no call and no time of a request. In a stage without a dashboard, what no alarm reads is a field of such a
 * line and no metric.
 */
import {
  alarmMetrics,
  LANE_DIMENSION,
  type MetricName,
  type MetricScope,
  type StageMetric,
  stageMetrics,
} from '../../contract/metrics.ts';
import { optional } from './env.ts';

/** The most values of one metric in one line. */
const MAX_VALUES = 100;

/** Metrics of one process. Where the stage has none, nothing is collected or written. */
export interface Metrics {
  /** Adds to the sum of a count, or a value of its own in milliseconds. A count of 0 is nothing. */
  add(name: MetricName, value: number): void;
  /** Writes what was added since the last time; nothing where nothing was. */
  flush(): void;
}

interface MetricsOptions {
  /** By default that of the function's environment, as `lane`. */
  readonly namespace?: string | undefined;
  readonly scope?: MetricScope;
  /** Of the metrics of a lane. */
  readonly lane?: string | undefined;
  readonly now?: () => number;
  readonly write?: (line: string) => unknown;
}

export function metrics({
  namespace = optional('METRICS_NAMESPACE'),
  scope = optional('METRICS_SCOPE') === 'alarms' ? 'alarms' : 'all',
  lane = optional('DELIVERY_LANE'),
  now = Date.now,
  // Not `console`, which Lambda replaces: `_aws` must be at the root of the line.
  write = (line) => process.stdout.write(line),
}: MetricsOptions = {}): Metrics {
  let values = new Map<MetricName, number[]>();
  return {
    add(name, value) {
      const isCount = unitOf(name) === 'Count';
      if (namespace === undefined || (isCount && value === 0)) return;
      const added = values.get(name) ?? [];
      if (isCount) added[0] = (added[0] ?? 0) + value;
      // Clocks differ a little, and CloudWatch has no percentiles of negative values.
      else added.push(Math.max(0, Math.round(value)));
      values.set(name, added);
    },
    flush() {
      if (namespace === undefined || values.size === 0) return;
      const measured = [...values];
      values = new Map();
      const longest = Math.max(...measured.map(([, added]) => added.length));
      for (let start = 0; start < longest; start += MAX_VALUES) {
        const part = measured.map(([name, added]) => [name, added.slice(start, start + MAX_VALUES)] as const);
        write(`${JSON.stringify(documentOf({ namespace, scope, lane, now: now() }, part))}\n`);
      }
    },
  };
}

/** The metrics of this process. Functions that write metrics flush them at the end of each call; others never do. */
export const processMetrics = metrics();

type Measured = readonly (readonly [MetricName, readonly number[]])[];

interface Line {
  readonly namespace: string;
  readonly scope: MetricScope;
  readonly lane: string | undefined;
  readonly now: number;
}

function documentOf({ namespace: Namespace, scope, lane, now: Timestamp }: Line, measured: Measured) {
  const found = measured.filter(([, values]) => values.length > 0);
  const directive = (dimensions: readonly string[], isMeant: (name: MetricName) => boolean) => {
    const part = found.filter(([name]) => isMeant(name) && (scope === 'all' || isWatched(name)));
    const Metrics = part.map(([Name]) => ({ Name, Unit: unitOf(Name) }));
    return part.length === 0 ? [] : [{ Namespace, Dimensions: [dimensions], Metrics }];
  };
  const CloudWatchMetrics = [...directive([LANE_DIMENSION], (name) => !isOfStage(name)), ...directive([], isOfStage)];
  return {
    ...(CloudWatchMetrics.length > 0 && { _aws: { Timestamp, CloudWatchMetrics } }),
    ...(found.some(([name]) => !isOfStage(name)) && { [LANE_DIMENSION]: lane }),
    ...Object.fromEntries(found.map(([name, values]) => [name, values.length === 1 ? values[0] : values])),
  };
}

const isWatched = (name: MetricName): boolean => alarmMetrics.some((watched) => watched === name);
const isOfStage = (name: MetricName): name is StageMetric => Object.hasOwn(stageMetrics, name);

function unitOf(name: MetricName): 'Count' | 'Milliseconds' {
  if (isOfStage(name)) return stageMetrics[name];
  return name === 'TimeToFirstAttempt' || name === 'TimeToDelivery' ? 'Milliseconds' : 'Count';
}
