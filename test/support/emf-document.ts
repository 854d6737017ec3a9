/**
 * A line in CloudWatch's embedded metric format, with the bounds of its specification:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
import * as v from 'valibot';

const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));

const Directive = v.strictObject({
  Namespace: Name,
  Dimensions: v.pipe(v.array(v.pipe(v.array(v.pipe(v.string(), v.maxLength(250))), v.maxLength(30))), v.minLength(1)),
  Metrics: v.pipe(
    v.array(v.strictObject({ Name, Unit: v.picklist(['Count', 'Milliseconds']) })),
    v.minLength(1),
    v.maxLength(100),
  ),
});

const Value = v.pipe(v.number(), v.minValue(0));
const Target = v.union([Value, v.pipe(v.array(Value), v.minLength(1), v.maxLength(100))]);

/** A document whose members besides `_aws` are exactly the metrics and dimensions that it names. */
export const EmfDocument = v.pipe(
  v.looseObject({
    _aws: v.strictObject({ Timestamp: v.pipe(v.number(), v.integer()), CloudWatchMetrics: v.array(Directive) }),
  }),
  v.check(({ _aws, ...members }) => {
    const metrics = _aws.CloudWatchMetrics.flatMap(({ Metrics }) => Metrics.map((metric) => metric.Name));
    const dimensions = _aws.CloudWatchMetrics.flatMap(({ Dimensions }) => Dimensions.flat());
    return (
      Object.keys(members).length === metrics.length + dimensions.length &&
      metrics.every((name) => v.is(Target, members[name])) &&
      dimensions.every((name) => v.is(v.pipe(v.string(), v.minLength(1)), members[name]))
    );
  }, 'has members that are no metric or dimension, or a metric without a value'),
);
