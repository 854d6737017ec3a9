/** What wakes someone about the API and the readers of the events stream. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { type Alarms, everyMinute } from './alarms.ts';
import type { ServiceFunction } from './service-function.ts';
import type { StreamConsumer } from './stream-consumer.ts';

/** A function that reads a stream, and how it is fed. */
export interface StreamReader {
  readonly reader: ServiceFunction;
  readonly consumer: StreamConsumer;
}

export function watchApi(alarms: Alarms, api: HttpApi, authorizer: ServiceFunction): void {
  alarms.watch('ApiErrors', {
    metric: api.metricServerError(everyMinute.sum),
    atLeast: 5,
    periods: 3,
    whatToDo:
      'The API answers 5xx. In the access logs, find the routeKey and lambdaRequestId of lines with status 500 or more, then look that id up in the log group of the function. After a deployment, roll back first.',
  });
  alarms.watch('AuthorizerErrors', {
    metric: authorizer.lambda.metricErrors(everyMinute.sum),
    atLeast: 1,
    periods: 2,
    whatToDo:
      'The authorizer fails, so callers with good tokens are refused on every route. Read its log group. A denied token is no error, so look at the networks table (throttling, permissions) and at the last deployment.',
  });
}

export function watchStreamReader(alarms: Alarms, { reader, consumer }: StreamReader): void {
  const name = reader.node.id;
  alarms.watchForMessages(
    `${name}GaveUp`,
    consumer.onFailureQueue,
    `${name} gave up on records of the stream. Each message of its on-failure queue names a shard and sequence numbers, and the stream keeps the records for 24 hours. Find the error in the log group of ${name}, deploy the repair, replay the records, then delete the messages.`,
  );
  alarms.watch(`${name}Late`, {
    metric: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'IteratorAge',
      dimensionsMap: { FunctionName: reader.lambda.functionName },
      ...everyMinute.maximum,
    }),
    atLeast: Duration.minutes(5).toMilliseconds(),
    periods: 5,
    whatToDo: `${name} is more than 5 minutes behind its stream. Look for errors and throttles of the function: one bad record holds its shard until its retries end. Without errors, the load has grown: raise its memory or the mapping's parallelization factor.`,
  });
}
