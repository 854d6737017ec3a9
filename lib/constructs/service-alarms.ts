/** Alarms of the API, and of the readers of the events stream. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type Alarms, perMinute } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import type { StreamConsumer } from './stream-consumer.ts';

export function watchApi(alarms: Alarms, api: HttpApi, authorizer: ServiceFunction): void {
  alarms.watch('ApiErrors', {
    metric: api.metricServerError(perMinute.sum),
    atLeast: 5,
    periods: 3,
    whatToDo:
      'The API responds with 5xx. In the access logs, find the routeKey and lambdaRequestId of entries with status 500 or more, then search the log group of the function for that id. After a deployment, roll back first.',
  });
  alarms.watch('AuthorizerErrors', {
    metric: authorizer.lambda.metricErrors(perMinute.sum),
    atLeast: 1,
    periods: 2,
    whatToDo:
      'The authorizer fails, so every route refuses callers with valid tokens. Read its log group. A denied token is no error, so check the networks table (throttling, permissions) and the last deployment.',
  });
}

/** Watches for quotas that can't be asked. */
export function watchQuotas(alarms: Alarms, routes: readonly ServiceFunction[]): void {
  alarms.watchForLogEntries('QuotasUnavailable', {
    functions: routes,
    // lambdas/shared/quotas/quota-limiter.ts
    name: 'quotas-unavailable',
    whatToDo:
      'Routes could not take from the quotas table, and let every request through meanwhile. In the log groups of the routes, the entry named quotas-unavailable has the error. Check the quotas table (throttling, permissions) and the last deployment. If one network floods the stage now, switch its feature off (docs/runbook.md).',
  });
}

/** Watches for records that the readers of the events stream can never handle. */
export function watchSetAsideRecords(alarms: Alarms, readers: readonly StreamConsumer[]): void {
  alarms.watchForLogEntries('RecordsSetAside', {
    functions: readers.map(({ reader }) => reader),
    // lambdas/shared/stream.ts
    name: 'record-set-aside',
    whatToDo:
      'A reader of the events stream found a record that it can never handle, and went on without it. In the log groups of RecordActivity and FanOut, the entry named record-set-aside has the key of the event, which stays in the events table for 30 days, and the reason. Repair what is malformed or deploy a fix, then replay the event (docs/runbook.md).',
  });
}

export function watchStreamReader(alarms: Alarms, { reader, onFailureQueue }: StreamConsumer): void {
  const name = reader.node.id;
  alarms.watchForMessages(
    `${name}GaveUp`,
    onFailureQueue,
    `${name} gave up on records of the stream. Each message of its on-failure queue has a shard and sequence numbers, and the stream keeps the records for 24 hours. Find the error in the log group of ${name}, deploy a fix, replay the records, then delete the messages.`,
  );
  alarms.watch(`${name}Late`, {
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
