/** Alarms, and the topics that they notify. The description of each alarm says what to do first. */
import { Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type MathExpression,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AlarmReceivers } from '../config.ts';
import { perMinute } from './stage-metrics.ts';

interface AlarmsProps {
  /** Part of the namespace of metrics, since stages may share an account. */
  readonly stage: string;
  /** Who gets the notifications; more can subscribe to the topics later. */
  readonly notify?: AlarmReceivers;
}

/** Whether somebody has to act at once (`page`), or in the next days (`ticket`). */
export type Severity = 'page' | 'ticket';

/** The sections of the dashboard that alarms are shown in, from top to bottom. */
export const dashboardSections = ['api', 'delivery', 'queues', 'readers', 'quotas', 'functions'] as const;
export type DashboardSection = (typeof dashboardSections)[number];

/** What a metric must not be. `below` is also reached where it has no value, and `atLeast` is not. */
type Bound = { readonly atLeast: number } | { readonly below: number };

/** One alarm: it goes off when the metric is out of bounds in `periods` of its last `outOf`. */
interface Watch {
  readonly severity: Severity;
  /** Where the dashboard shows it, and under which title. */
  readonly section: DashboardSection;
  readonly title: string;
  readonly metric: Metric | MathExpression;
  readonly bound: Bound;
  /** A period is a minute, unless the metric says otherwise. */
  readonly periods: number;
  /** As many as `periods`, without it. */
  readonly outOf?: number;
  readonly whatToDo: string;
}

/** An alarm as the dashboard shows it: what it watches, with its threshold. */
export interface Watched extends Pick<Watch, 'section' | 'title' | 'metric'> {
  readonly alarm: Alarm;
}

export class Alarms extends Construct {
  readonly watched: Watched[] = [];
  readonly stage: string;
  /** What alarms notify, by how soon somebody has to act. */
  readonly topics: Readonly<Record<Severity, Topic>>;
  private readonly notify: AlarmReceivers;

  constructor(scope: Construct, id: string, { stage, notify = { nobody: 'not decided yet' } }: AlarmsProps) {
    super(scope, id);
    this.stage = stage;
    this.notify = notify;
    // Another id would be another topic, without those who have subscribed.
    this.topics = { page: this.addTopic('Topic'), ticket: this.addTopic('LookTopic') };
  }

  /** Adds an alarm, which notifies the topic of its severity when it goes off, and when it ends if that is wanted. */
  watch(id: string, { severity, section, title, metric, bound, periods, outOf = periods, whatToDo }: Watch): void {
    const alarm = new Alarm(this, id, {
      metric,
      ...('below' in bound
        ? {
            threshold: bound.below,
            comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
            treatMissingData: TreatMissingData.BREACHING,
          }
        : {
            threshold: bound.atLeast,
            comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            treatMissingData: TreatMissingData.NOT_BREACHING,
          }),
      datapointsToAlarm: periods,
      evaluationPeriods: outOf,
      alarmDescription: whatToDo,
    });
    const action = new SnsAction(this.topics[severity]);
    alarm.addAlarmAction(action);
    if ('email' in this.notify && this.notify.recoveries) alarm.addOkAction(action);
    this.watched.push({ section, title, metric, alarm });
  }

  /** Adds an alarm that goes off when a queue has messages, for queues that are meant to be empty. */
  watchForMessages(id: string, queue: Queue, watch: Pick<Watch, 'severity' | 'title' | 'whatToDo'>): void {
    const metric = queue.metricApproximateNumberOfMessagesVisible(perMinute.maximum);
    this.watch(id, { section: 'queues', metric, bound: { atLeast: 1 }, periods: 1, ...watch });
  }

  private addTopic(id: string): Topic {
    const topic = new Topic(this, id, { enforceSSL: true });
    // Enforcing TLS replaces SNS's default policy of the topic, so alarms need an explicit permission.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    Validations.of(topic).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason: 'A mail that SNS could not deliver is of no use later; the alarm itself stays on.',
    });
    if ('email' in this.notify) topic.addSubscription(new EmailSubscription(this.notify.email));
    return topic;
  }
}
