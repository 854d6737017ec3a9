/** Alarms, and the topic that they notify. The description of each alarm says what to do first. */
import { Stack, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageMetric } from '../../contract/metrics.ts';
import { perMinute, stageMetric } from './stage-metrics.ts';

interface AlarmsProps {
  /** Part of the namespace of metrics, since stages may share an account. */
  readonly stage: string;
  /** Who gets the notifications; more can subscribe to the topic later. */
  readonly email?: string;
}

/** The sections of the dashboard that alarms are shown in, from top to bottom. */
export const dashboardSections = ['api', 'delivery', 'queues', 'readers', 'quotas', 'functions'] as const;
export type DashboardSection = (typeof dashboardSections)[number];

/** One alarm: it goes off when the metric reaches `atLeast` in each of its last `periods`, which are minutes unless it says otherwise. */
interface Watch {
  /** Where the dashboard shows it, and under which title. */
  readonly section: DashboardSection;
  readonly title: string;
  readonly metric: Metric;
  readonly atLeast: number;
  readonly periods: number;
  readonly whatToDo: string;
}

/** An alarm as the dashboard shows it: what it watches, with its threshold. */
export interface Watched extends Pick<Watch, 'section' | 'title' | 'metric'> {
  readonly alarm: Alarm;
}

export class Alarms extends Construct {
  readonly topic: Topic;
  readonly watched: Watched[] = [];
  readonly stage: string;

  constructor(scope: Construct, id: string, { email, stage }: AlarmsProps) {
    super(scope, id);
    this.stage = stage;
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });
    this.allowAlarmsToPublish();
    Validations.of(this.topic).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason: 'A mail that SNS could not deliver is of no use later; the alarm itself stays on.',
    });
    if (email !== undefined) this.topic.addSubscription(new EmailSubscription(email));
  }

  /** Adds an alarm, which notifies the topic when it goes off and when it ends. */
  watch(id: string, { section, title, metric, atLeast, periods, whatToDo }: Watch): void {
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
    this.watched.push({ section, title, metric, alarm });
  }

  /** Adds an alarm that goes off when a queue has messages, for queues that are meant to be empty. */
  watchForMessages(id: string, queue: Queue, title: string, whatToDo: string): void {
    const metric = queue.metricApproximateNumberOfMessagesVisible(perMinute.maximum);
    this.watch(id, { section: 'queues', title, metric, atLeast: 1, periods: 1, whatToDo });
  }

  /** Adds an alarm that goes off when functions have counted one such event. `name` is that of the alarm as well. */
  watchForCount(name: StageMetric, watch: Pick<Watch, 'section' | 'title' | 'whatToDo'>): void {
    this.watch(name, { metric: stageMetric(this.stage, name, 'sum'), atLeast: 1, periods: 1, ...watch });
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
