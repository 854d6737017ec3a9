/** Metrics from log lines: those of the template's metric filters, and embedded ones. */
import type { Inventory } from '../template/inventory.ts';
import { messageOf, StartProblem } from '../template/problem.ts';
import { embeddedMetrics } from './embedded-metrics.ts';
import { type LinePattern, parsePattern } from './filter-pattern.ts';
import type { Metric, MetricStore } from './metric-store.ts';

interface MetricFilter {
  readonly matches: LinePattern;
  readonly metric: Metric;
}

/** Takes one line (JSON text) of a log group. */
export type LogSink = (logGroup: string, line: string) => void;

/**
 * Times of embedded metrics are multiplied by `scale`: they are ages, such as that of an event at its first attempt. Throws a
 * `StartProblem` for a filter pattern that the local cloud does not know.
 */
export function readLogMetrics(
  { resources }: Pick<Inventory, 'resources'>,
  store: MetricStore,
  scale: number,
): LogSink {
  const filters = Map.groupBy(
    resources['AWS::Logs::MetricFilter'].map(({ path, properties }) => {
      const [{ MetricNamespace: namespace, MetricName: name }] = properties.MetricTransformations;
      const matches = patternOf(properties.FilterPattern, path);
      return { logGroup: properties.LogGroupName, matches, metric: { namespace, name, dimensions: {} } };
    }),
    ({ logGroup }) => logGroup,
  );
  return (logGroup, line) => {
    for (const { values, isTime, ...metric } of embeddedMetrics(line)) {
      for (const value of values) store.put(metric, isTime ? value * scale : value);
    }
    const own = filters.get(logGroup);
    if (own !== undefined) count(own, line, store);
  };
}

function count(filters: readonly MetricFilter[], line: string, store: MetricStore): void {
  const parsed = parse(line);
  for (const { matches, metric } of filters) if (matches(parsed)) store.put(metric, 1);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function patternOf(pattern: string, path: string): LinePattern {
  try {
    return parsePattern(pattern);
  } catch (error) {
    throw new StartProblem(`${path}: ${messageOf(error)}`);
  }
}
