/**
 * The alarms that roll a deployment back: errors of new versions, and 5xx responses of the API.
 *
 * They watch the calls that an alias has sent to the newest version of a function
 * (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-view.html), so errors of the version before don't count.
 */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, type IMetric, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { perMinute } from './stage-metrics.ts';

/** The most that the expression of an alarm reads (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html). */
export const METRICS_PER_ALARM = 10;
/** Responses with 5xx in each of two minutes. The functions of routes turn most of their failures into such responses. */
const API_ERRORS_PER_MINUTE = 5;

/** A function by the id of its construct, and the alias that it is called by. */
export interface WatchedFunction {
  readonly id: string;
  readonly lambda: LambdaFunction;
  readonly aliasName: string;
}

/** Adds the alarm of the API. */
export const watchResponses = (scope: Construct, api: HttpApi): Alarm =>
  addAlarm(scope, 'ApiErrors', {
    metric: api.metricServerError(perMinute.sum),
    atLeast: API_ERRORS_PER_MINUTE,
    periods: 2,
    description:
      'Rolls a deployment back: the API responds with 5xx. In the access logs, find the routeKey and lambdaRequestId of entries with status 500 or more.',
  });

/** Adds the alarm of one function. */
export const watchNewVersion = (scope: Construct, watched: WatchedFunction): Alarm =>
  addAlarm(scope, `${watched.id}Errors`, {
    metric: errorsOf(watched),
    atLeast: 1,
    periods: 1,
    description: `Rolls a deployment back: the new version of ${watched.id} failed. Its log group has the error.`,
  });

/** Adds one alarm of up to METRICS_PER_ALARM functions. */
export function watchNewVersions(scope: Construct, id: string, functions: readonly WatchedFunction[]): Alarm {
  const metrics = Object.fromEntries(functions.map((watched, index) => [`errors${index}`, errorsOf(watched)]));
  return addAlarm(scope, id, {
    metric: new MathExpression({
      expression: Object.keys(metrics)
        .map((name) => `FILL(${name}, 0)`)
        .join(' + '),
      usingMetrics: metrics,
      period: Duration.minutes(1),
      label: 'Errors of new versions',
    }),
    atLeast: 1,
    periods: 1,
    description: `Rolls a deployment back: the new version of one of these functions failed: ${functions.map((watched) => watched.id).join(', ')}. Its log group has the error.`,
  });
}

function errorsOf({ lambda, aliasName }: WatchedFunction): IMetric {
  return new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: {
      FunctionName: lambda.functionName,
      Resource: `${lambda.functionName}:${aliasName}`,
      ExecutedVersion: lambda.currentVersion.version,
    },
    ...perMinute.sum,
  });
}

interface RolloutAlarm {
  readonly metric: IMetric;
  readonly atLeast: number;
  /** Minutes. */
  readonly periods: number;
  readonly description: string;
}

function addAlarm(scope: Construct, id: string, { metric, atLeast, periods, description }: RolloutAlarm): Alarm {
  return new Alarm(scope, id, {
    metric,
    threshold: atLeast,
    evaluationPeriods: periods,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: description,
  });
}
