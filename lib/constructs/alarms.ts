/** Alarms, and the topic that they notify. The description of each alarm says what to do first. */
import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

interface AlarmsProps {
  /** Part of the namespace of metrics, since stages may share an account. */
  readonly stage: string;
  /** Who gets the notifications; more can subscribe to the topic later. */
  readonly email?: string;
}

/** One alarm: it goes off when the metric reaches `atLeast` in each of its last `periods`, which are minutes unless it says otherwise. */
interface Watch {
  readonly metric: IMetric;
  readonly atLeast: number;
  readonly periods: number;
  readonly whatToDo: string;
}

/** Log entries of functions by their name: `message.name` in Lambda's JSON. */
interface WatchedLogEntries {
  readonly functions: readonly ServiceFunction[];
  readonly name: string;
  readonly whatToDo: string;
}

/** Options of a metric that has one value for each minute. */
export const perMinute = {
  sum: { period: Duration.minutes(1), statistic: Stats.SUM },
  maximum: { period: Duration.minutes(1), statistic: Stats.MAXIMUM },
};

export class Alarms extends Construct {
  readonly topic: Topic;
  private readonly metricNamespace: string;

  constructor(scope: Construct, id: string, { email, stage }: AlarmsProps) {
    super(scope, id);
    this.metricNamespace = `SocialPlatformServices/${stage}`;
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });
    this.allowAlarmsToPublish();
    Validations.of(this.topic).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason: 'A mail that SNS could not deliver is of no use later; the alarm itself stays on.',
    });
    if (email !== undefined) this.topic.addSubscription(new EmailSubscription(email));
  }

  /** Adds an alarm, which notifies the topic when it goes off and when it ends. */
  watch(id: string, { metric, atLeast, periods, whatToDo }: Watch): void {
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

  /** Adds an alarm that goes off when a queue has messages, for queues that are meant to be empty. */
  watchForMessages(id: string, queue: Queue, whatToDo: string): void {
    const metric = queue.metricApproximateNumberOfMessagesVisible(perMinute.maximum);
    this.watch(id, { metric, atLeast: 1, periods: 1, whatToDo });
  }

  /** Adds an alarm that goes off when one of the functions logs such an entry. `id` is the name of its metric as well. */
  watchForLogEntries(id: string, { functions, name, whatToDo }: WatchedLogEntries): void {
    const { metricNamespace } = this;
    for (const { logGroup, node } of functions) {
      new MetricFilter(this, `${node.id}${id}`, {
        metricNamespace,
        metricName: id,
        logGroup,
        filterPattern: FilterPattern.stringValue('$.message.name', '=', name),
        metricValue: '1',
      });
    }
    const metric = new Metric({ namespace: metricNamespace, metricName: id, ...perMinute.sum });
    this.watch(id, { metric, atLeast: 1, periods: 1, whatToDo });
  }

  /** Enforcing TLS replaces SNS's default policy of the topic, so alarms need an explicit permission. */
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
