/**
 * Metrics in log lines: the embedded metric format
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html).
 */
import * as v from 'valibot';
import type { Metric } from './metric-store.ts';

const Line = v.looseObject({
  _aws: v.object({
    CloudWatchMetrics: v.array(
      v.object({
        Namespace: v.string(),
        Dimensions: v.array(v.array(v.string())),
        Metrics: v.array(v.object({ Name: v.string(), Unit: v.optional(v.string()) })),
      }),
    ),
  }),
});
const Target = v.union([v.number(), v.pipe(v.array(v.number()), v.maxLength(100))]);

/** One metric of a line, with all of its values. */
export interface EmbeddedMetric extends Metric {
  readonly values: readonly number[];
  /** Whether the values are times. */
  readonly isTime: boolean;
}

const TIMES: ReadonlySet<string | undefined> = new Set(['Seconds', 'Milliseconds', 'Microseconds']);

/** The metrics of a line; none if the line has another form. A metric or a dimension that the line has no value for is left out. */
export function embeddedMetrics(text: string): readonly EmbeddedMetric[] {
  if (!text.includes('"_aws"')) return [];
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Line), text);
  if (!parsed.success) return [];
  const { _aws, ...members } = parsed.output;
  return _aws.CloudWatchMetrics.flatMap(({ Namespace: namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) =>
      Metrics.flatMap(({ Name: name, Unit }): readonly EmbeddedMetric[] => {
        const target = v.safeParse(Target, members[name]);
        const dimensions = dimensionsOf(names, members);
        if (!target.success || dimensions === undefined) return [];
        return [{ namespace, name, dimensions, values: [target.output].flat(), isTime: TIMES.has(Unit) }];
      }),
    ),
  );
}

function dimensionsOf(
  names: readonly string[],
  members: Readonly<Record<string, unknown>>,
): Record<string, string> | undefined {
  const dimensions: Record<string, string> = {};
  for (const name of names) {
    const value = members[name];
    if (typeof value !== 'string') return undefined;
    dimensions[name] = value;
  }
  return dimensions;
}
