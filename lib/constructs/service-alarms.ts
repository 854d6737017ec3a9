/** What wakes someone, and what that someone should do first. Every alarm says so in its own description. */
import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, ComparisonOperator, type IMetric, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';
import type { StreamConsumer } from './stream-consumer.ts';

export interface ServiceAlarmsProps {
  /** Who is told; more can subscribe to the topic later. */
  readonly email?: string;
  readonly api: HttpApi;
  readonly authorizer: ServiceFunction;
  readonly streamReaders: readonly { readonly reader: ServiceFunction; readonly consumer: StreamConsumer }[];
}

/** One alarm: it goes off when the metric reaches `atLeast` in each of the last `periods` minutes. */
interface Watch {
  readonly metric: IMetric;
  readonly atLeast: number;
  readonly periods: number;
  readonly whatToDo: string;
}

const minute = Duration.minutes(1);

export class ServiceAlarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: ServiceAlarmsProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });
    this.allowAlarmsToPublish();
    if (props.email !== undefined) this.topic.addSubscription(new EmailSubscription(props.email));

    this.watch('ApiErrors', {
      metric: props.api.metricServerError({ period: minute, statistic: Stats.SUM }),
      atLeast: 5,
      periods: 3,
      whatToDo:
        'The API answers 5xx. In the access logs, find the routeKey and lambdaRequestId of lines with status 500 or more, then look that id up in the log group of the function. After a deployment, roll back first.',
    });
    this.watch('AuthorizerErrors', {
      metric: props.authorizer.lambda.metricErrors({ period: minute, statistic: Stats.SUM }),
      atLeast: 1,
      periods: 2,
      whatToDo:
        'The authorizer fails, so callers with good tokens are refused on every route. Read its log group. A denied token is no error, so look at the networks table (throttling, permissions) and at the last deployment.',
    });
    for (const { reader, consumer } of props.streamReaders) this.watchStreamReader(reader, consumer);
  }

  private watchStreamReader(reader: ServiceFunction, consumer: StreamConsumer): void {
    const name = reader.node.id;
    this.watch(`${name}GaveUp`, {
      metric: consumer.onFailureQueue.metricApproximateNumberOfMessagesVisible({
        period: minute,
        statistic: Stats.MAXIMUM,
      }),
      atLeast: 1,
      periods: 1,
      whatToDo: `${name} gave up on records of the stream. Each message of its on-failure queue names a shard and sequence numbers, and the stream keeps the records for 24 hours. Find the error in the log group of ${name}, deploy the repair, replay the records, then delete the messages.`,
    });
    this.watch(`${name}Late`, {
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'IteratorAge',
        dimensionsMap: { FunctionName: reader.lambda.functionName },
        period: minute,
        statistic: Stats.MAXIMUM,
      }),
      atLeast: Duration.minutes(5).toMilliseconds(),
      periods: 5,
      whatToDo: `${name} is more than 5 minutes behind its stream. Look for errors and throttles of the function: one bad record holds its shard until its retries end. Without errors, the load has grown: raise its memory or the mapping's parallelization factor.`,
    });
  }

  private watch(id: string, { metric, atLeast, periods, whatToDo }: Watch): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold: atLeast,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: whatToDo,
    });
    const action = new SnsAction(this.topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
  }

  /** Enforcing TLS gives the topic a policy of its own, which replaces SNS's default one; so alarms must be let in by name. */
  private allowAlarmsToPublish(): void {
    const { account } = Stack.of(this);
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    );
  }
}
