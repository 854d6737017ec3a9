/** The metrics that a stage's functions write (contract/metrics.ts), and those counted in its access log. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type IFilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Lane } from '../../contract/delivery-settings.ts';
import {
  type AccessLogFilter,
  type AccessLogMetric,
  type AttemptMetric,
  accessLogMetrics,
  alarmAccessLogMetrics,
  LANE_DIMENSION,
  type LaneTime,
  type MetricScope,
  metricsNamespace,
  type StageMetric,
} from '../../contract/metrics.ts';

/** Options of a metric that has one value for each minute. */
export const perMinute = {
  sum: { period: Duration.minutes(1), statistic: Stats.SUM },
  maximum: { period: Duration.minutes(1), statistic: Stats.MAXIMUM },
  p50: { period: Duration.minutes(1), statistic: Stats.percentile(50) },
  p90: { period: Duration.minutes(1), statistic: Stats.percentile(90) },
  p99: { period: Duration.minutes(1), statistic: Stats.percentile(99) },
};
export type PerMinute = keyof typeof perMinute;

/** Responses with 5xx below which a minute says nothing about a rate, unless it has no others. */
const FEWEST_ERRORS = 5;

/** The percentage of responses with 5xx in each minute; 0 where there are few of them, and others. */
export const serverErrorRate = (api: HttpApi): MathExpression =>
  new MathExpression({
    expression: `IF(errors >= ${FEWEST_ERRORS} OR errors == requests, 100 * errors / requests, 0)`,
    usingMetrics: { errors: api.metricServerError(perMinute.sum), requests: api.metricCount(perMinute.sum) },
    period: perMinute.sum.period,
  });

/** Items that a table has got by single writes. */
export const itemsPut = (tableName: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    // Its sample count is the number of successful requests: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
    metricName: 'SuccessfulRequestLatency',
    dimensionsMap: { TableName: tableName, Operation: 'PutItem' },
    statistic: Stats.SAMPLE_COUNT,
  });

/** The value for each minute of a metric of a stage without a dimension. */
export const stageMetric = (stage: string, metricName: StageMetric | AccessLogMetric, per: PerMinute): Metric =>
  new Metric({ namespace: metricsNamespace(stage), metricName, ...perMinute[per] });

/** The same of a lane. */
export const laneMetric = (stage: string, lane: Lane, metricName: LaneTime | AttemptMetric, per: PerMinute): Metric =>
  new Metric({
    namespace: metricsNamespace(stage),
    metricName,
    dimensionsMap: { [LANE_DIMENSION]: lane },
    ...perMinute[per],
  });

/** The id of a function's call, as the access log has it; another text, or none, where no function was called. */
const CALL_ID = '*-*-*-*-*';

/** Counts requests in the access log, for all graphs or for alarms only. Without a default value, a quiet stage pays for none. */
export function countInAccessLog(scope: Construct, stage: string, logGroup: ILogGroup, counted: MetricScope): void {
  for (const metricName of counted === 'all' ? allInAccessLog : alarmAccessLogMetrics) {
    new MetricFilter(scope, metricName, {
      logGroup,
      metricNamespace: metricsNamespace(stage),
      metricName,
      filterPattern: patternOf(metricName),
      metricValue: '1',
    });
  }
}

const allInAccessLog = Object.keys(accessLogMetrics).filter(isAccessLogMetric);

function isAccessLogMetric(name: string): name is AccessLogMetric {
  return name in accessLogMetrics;
}

function patternOf(name: AccessLogMetric): IFilterPattern {
  const { statuses, withoutFunction = false }: AccessLogFilter = accessLogMetrics[name];
  const ofStatus = FilterPattern.any(...statuses.map((status) => FilterPattern.stringValue('$.status', '=', status)));
  if (!withoutFunction) return ofStatus;
  return FilterPattern.all(ofStatus, FilterPattern.stringValue('$.lambdaRequestId', '!=', CALL_ID));
}
