/** Whom alarms tell, and how an alarm is made. Every alarm says in its own description what to do first. */
import { Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface AlarmsProps {
  /** Who is told; more can subscribe to the topic later. */
  readonly email?: string;
}

/** One alarm: it goes off when the metric reaches `atLeast` in each of the last `periods` minutes. */
export interface Watch {
  readonly metric: IMetric;
  readonly atLeast: number;
  readonly periods: number;
  readonly whatToDo: string;
}

/** The period of every metric that is watched, and what is made of it. */
export const everyMinute = {
  sum: { period: Duration.minutes(1), statistic: Stats.SUM },
  maximum: { period: Duration.minutes(1), statistic: Stats.MAXIMUM },
};

export class Alarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { email }: AlarmsProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });
    this.allowAlarmsToPublish();
    if (email !== undefined) this.topic.addSubscription(new EmailSubscription(email));
  }

  /** Tells the topic when the metric is bad, and when that ends. */
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

  /** Tells the topic when a queue that is meant to stay empty is not. */
  watchForMessages(id: string, queue: Queue, whatToDo: string): void {
    const metric = queue.metricApproximateNumberOfMessagesVisible(everyMinute.maximum);
    this.watch(id, { metric, atLeast: 1, periods: 1, whatToDo });
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
