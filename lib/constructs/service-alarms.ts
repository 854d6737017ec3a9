/** Alarms of the API, and of the readers of the events stream. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarms } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import { perMinute } from './stage-metrics.ts';
import type { StreamConsumer } from './stream-consumer.ts';

export function watchApi(alarms: Alarms, api: HttpApi, authorizer: ServiceFunction): void {
  alarms.watch('ApiErrors', {
    section: 'api',
    title: 'Responses with 5xx',
    metric: api.metricServerError(perMinute.sum),
    atLeast: 5,
    periods: 3,
    whatToDo:
      'The API responds with 5xx. In the access logs, find the routeKey and lambdaRequestId of entries with status 500 or more, then search the log group of the function for that id. After a deployment, roll back first.',
  });
  alarms.watch('AuthorizerErrors', {
    section: 'api',
    title: 'Errors of the authorizer',
    metric: authorizer.lambda.metricErrors(perMinute.sum),
    atLeast: 1,
    periods: 2,
    whatToDo:
      'The authorizer fails, so every route refuses callers with valid tokens. Read its log group. A denied token is no error, so check the networks table (throttling, permissions) and the last deployment.',
  });
}

/** Watches for quotas that can't be asked. */
export function watchQuotas(alarms: Alarms): void {
  // lambdas/shared/quotas/quota-limiter.ts
  alarms.watchForCount('QuotasUnavailable', {
    section: 'quotas',
    title: 'Quotas that could not be read',
    whatToDo:
      'Routes could not take from the quotas table, and let every request through meanwhile. In the log groups of the routes, the entry named quotas-unavailable has the error. Check the quotas table (throttling, permissions) and the last deployment. If one network floods the stage now, switch its feature off (docs/runbook.md).',
  });
}

export function watchStreamReader(alarms: Alarms, { reader, onFailureQueue }: StreamConsumer): void {
  const name = reader.node.id;
  alarms.watchForMessages(
    `${name}GaveUp`,
    onFailureQueue,
    `${name}: given up`,
    `${name} gave up on records of the stream, or set them aside since it can never handle them. List them, and why, with ctl redrive list. The stream keeps records for 24 hours, the events table for 30 days. Repair what is malformed or deploy a fix, then repeat them with ctl redrive retry (docs/runbook.md).`,
  );
  alarms.watch(`${name}Late`, {
    section: 'readers',
    title: `${name}: age of the oldest record (ms)`,
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'IteratorAge',
      dimensionsMap: { FunctionName: reader.lambda.functionName },
      ...perMinute.maximum,
    }),
    atLeast: Duration.minutes(5).toMilliseconds(),
    periods: 5,
    whatToDo: `${name} is more than 5 minutes behind its stream. Look for errors and throttles of the function: one bad record blocks its shard until its retries end. If there are none, the load has grown: raise the function's memory or the mapping's parallelization factor.`,
  });
}
