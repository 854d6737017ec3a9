import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { alarmAccessLogMetrics, alarmMetrics, metricsNamespace } from '../../contract/metrics.ts';
import { stages } from '../../lib/config.ts';
import { another, everything, least, type Resource, synthesized } from './synthesized.ts';

const { service } = synthesized(everything);
// Those that roll deployments back notify nobody: test/stacks/gradual-rollout.test.ts.
const notifying = service.ofType('AWS::CloudWatch::Alarm').filter(([logicalId]) => !logicalId.startsWith('Rollout'));
const nameOf = (logicalId: string): string => logicalId.replace(/^Alarms/, '').replace(/[0-9A-F]{8}$/, '');
const alarms = new Map(notifying.map(([logicalId, { Properties }]) => [nameOf(logicalId), Properties]));
const ofFunction = (...handler: Parameters<typeof service.functionOf>) => [
  { Name: 'FunctionName', Value: { Ref: service.functionOf(...handler)[0] } },
];
const errorsOf = (...handler: Parameters<typeof service.functionOf>) => ({
  MetricName: 'Errors',
  Statistic: 'Sum',
  Dimensions: ofFunction(...handler),
});
const lateness = (...handler: Parameters<typeof service.functionOf>) => ({
  MetricName: 'IteratorAge',
  Statistic: 'Maximum',
  Dimensions: ofFunction(...handler),
});
const ofQueue = (logicalId: string) => ({
  Statistic: 'Maximum',
  Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [logicalId, 'QueueName'] } }],
});
const ageIn = (queue: string) => ({ ...ofQueue(queue), MetricName: 'ApproximateAgeOfOldestMessage' });
const quietAgeIn = (queue: string) => ({
  ...ofQueue(queue),
  MetricName: 'ApproximateAgeOfOldestMessageInQuietGroups',
});
const messagesIn = (queue: string) => ({
  ...ofQueue(queue),
  MetricName: 'ApproximateNumberOfMessagesVisible',
  Threshold: 1,
  EvaluationPeriods: 1,
});

/** Namespaces and names of what an alarm on an expression reads, and the expression. */
const Expression = v.object({
  Metrics: v.array(
    v.object({
      Expression: v.optional(v.string()),
      MetricStat: v.optional(v.object({ Metric: v.object({ Namespace: v.string(), MetricName: v.string() }) })),
    }),
  ),
});
function expressionOf(name: string) {
  const { Metrics } = v.parse(Expression, alarms.get(name));
  const read = Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
  return {
    expression: Metrics.flatMap((metric) => metric.Expression ?? []).join(),
    read: read.map(({ Namespace, MetricName }) => `${Namespace} ${MetricName}`).sort(),
  };
}

describe('the alarms', () => {
  test('page for what stops the service, and open a ticket for the rest', () => {
    const bySeverity = Map.groupBy(alarms.keys(), (name) => severityOf(alarms.get(name)));
    expect(Object.fromEntries([...bySeverity].map(([severity, names]) => [severity, names.sort()]))).toEqual({
      page: [
        'ApiErrors',
        'FanOutGaveUp',
        'FanOutLate',
        'FanOutStopped',
        'FirstAttemptsBacklog',
        'FirstAttemptsDeadLetters',
        'FirstAttemptsLate',
        'NoticeMailsStopped',
        'RecordActivityGaveUp',
        'RecordActivityLate',
        'RecordActivityStopped',
        'RefusedByGateway',
        'SlowLaneDeadLetters',
        'SweepErrors',
        'SweepStopped',
      ],
      ticket: [
        'DeliveriesMalformed',
        'NoticeMailErrors',
        'NoticesDeadLetters',
        'QuotasUnavailable',
        'SlowLaneLate',
        'SweepLate',
        'WebhooksDisabled',
      ],
    });
  });

  test.each([
    ['RefusedByGateway', { MetricName: 'RefusedByGateway', Statistic: 'Sum', Threshold: 1, EvaluationPeriods: 2 }],
    ['SweepErrors', { ...errorsOf('delivery/sweep'), Threshold: 1, EvaluationPeriods: 5 }],
    ['NoticeMailErrors', { ...errorsOf('notices/send-mails'), Threshold: 3, EvaluationPeriods: 1, Period: 900 }],
    ['FanOutLate', { ...lateness('delivery/fan-out'), Threshold: 300_000, EvaluationPeriods: 5 }],
    ['RecordActivityLate', { ...lateness('activity/record-activity'), Threshold: 300_000, EvaluationPeriods: 5 }],
    ['FanOutGaveUp', messagesIn('FanOutOnFailureQueue')],
    ['RecordActivityGaveUp', messagesIn('RecordActivityOnFailureQueue')],
    ['FirstAttemptsDeadLetters', messagesIn('FirstAttemptsDeadLetters')],
    ['SlowLaneDeadLetters', messagesIn('SlowLaneDeadLetters')],
    ['NoticesDeadLetters', messagesIn('NoticesDeadLetters')],
    // One network's burst pages nobody before it has waited for a quarter of an hour:
    // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
    ['FirstAttemptsLate', { ...quietAgeIn('FirstAttemptsQueue'), Threshold: 60, EvaluationPeriods: 5 }],
    ['FirstAttemptsBacklog', { ...ageIn('FirstAttemptsQueue'), Threshold: 15 * 60, EvaluationPeriods: 5 }],
    ['SlowLaneLate', { ...ageIn('SlowLaneQueue'), Threshold: 30 * 60, EvaluationPeriods: 5 }],
    ['SweepLate', { MetricName: 'OldestDueAge', Statistic: 'Maximum', Threshold: 600_000, EvaluationPeriods: 5 }],
    // One slow call counts once.
    ['QuotasUnavailable', { MetricName: 'QuotasUnavailable', Threshold: 5, EvaluationPeriods: 3 }],
    ['WebhooksDisabled', { MetricName: 'WebhooksDisabled', Statistic: 'Sum', Threshold: 10, Period: 3_600 }],
    ['DeliveriesMalformed', { MetricName: 'DeliveriesMalformed', Threshold: 1 }],
  ])('watch %s', (name, expected) => {
    expect(alarms.get(name)).toMatchObject({
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
      Period: 60,
      ...expected,
    });
  });

  // A busy stage has some: API Gateway promises 99.95 %.
  test('go off for a share of responses with 5xx, where there are at least some, or no others', () => {
    expect(expressionOf('ApiErrors')).toEqual({
      expression: 'IF(errors >= 5 OR errors == requests, 100 * errors / requests, 0)',
      read: ['AWS/ApiGateway 5xx', 'AWS/ApiGateway Count'],
    });
    expect(alarms.get('ApiErrors')).toMatchObject({ Threshold: 1, EvaluationPeriods: 3 });
  });

  // A mapping that is disabled, or a function that is throttled, has no IteratorAge.
  test.each([
    ['FanOutStopped', 'AWS/DynamoDB SuccessfulRequestLatency'],
    ['RecordActivityStopped', 'SocialPlatformServices/prod EventsForActivity'],
  ])('%s goes off where events come in and the reader is not called', (name, waiting) => {
    expect(expressionOf(name)).toEqual({
      expression: 'IF(FILL(waiting, 0) > 0 AND FILL(calls, 0) < 1, 1, 0)',
      read: [waiting, 'AWS/Lambda Invocations'].sort(),
    });
    expect(alarms.get(name)).toMatchObject({ Threshold: 1, DatapointsToAlarm: 2, EvaluationPeriods: 8 });
  });

  test.each([
    ['SweepStopped', 'delivery/sweep', 5],
    ['NoticeMailsStopped', 'notices/send-mails', 15],
  ] as const)('%s goes off where the schedule does not call the function', (name, handler, minutes) => {
    expect(alarms.get(name)).toMatchObject({
      MetricName: 'Invocations',
      Dimensions: ofFunction(handler),
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      EvaluationPeriods: minutes,
      TreatMissingData: 'breaching',
    });
  });

  test('each have a section of the runbook, and say what to do', () => {
    const headings = readFileSync('docs/runbook.md', 'utf8').match(/^### .*(?=:)/gm) ?? [];
    const explained = headings.flatMap((heading) => heading.replace('### ', '').split(', '));
    expect(explained).toEqual(expect.arrayContaining([...alarms.keys()]));
    for (const alarm of alarms.values()) expect(alarm['AlarmDescription']).toMatch(/^.{80,1024}$/);
  });
});

describe('notifications', () => {
  test('go to the address that the stage names, for both severities, and not again when an alarm is over', () => {
    const mailed = synthesized(another).service;
    expect(mailed.ofType('AWS::SNS::Subscription').map(([, { Properties }]) => Properties)).toMatchObject([
      { Protocol: 'email', Endpoint: 'on-call@example.com' },
      { Protocol: 'email', Endpoint: 'on-call@example.com' },
    ]);
    for (const [, { Properties }] of mailed.ofType('AWS::CloudWatch::Alarm')) {
      expect(Properties).not.toHaveProperty('OKActions');
    }
  });

  test('also say that an alarm is over where that is wanted', () => {
    for (const alarm of alarms.values()) expect(alarm['OKActions']).toEqual(alarm['AlarmActions']);
  });

  test('go to nobody where the stage says so', () => {
    expect(synthesized(least).service.ofType('AWS::SNS::Subscription')).toEqual([]);
  });

  test('may be published by alarms of the account, over TLS', () => {
    expect(service.ofType('AWS::SNS::TopicPolicy')).toHaveLength(2);
    for (const [, { Properties }] of service.ofType('AWS::SNS::TopicPolicy')) {
      expect(Properties['PolicyDocument']).toMatchObject({
        Statement: [
          { Effect: 'Deny', Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
          {
            Effect: 'Allow',
            Action: 'sns:Publish',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      });
    }
  });
});

describe('the metrics of a stage without a dashboard', () => {
  const { service: prod } = synthesized(stages.prod);
  const namespace = metricsNamespace('prod');

  test('are those that alarms read, and no others: each costs money', () => {
    const Metric = v.object({ Namespace: v.string(), MetricName: v.string() });
    const OfExpression = v.object({ Metrics: v.array(v.object({ MetricStat: v.optional(v.object({ Metric })) })) });
    const read = prod.ofType('AWS::CloudWatch::Alarm').flatMap(([, { Properties }]) => {
      if (v.is(Metric, Properties)) return [Properties];
      return v.parse(OfExpression, Properties).Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
    });
    const own = read.filter(({ Namespace }) => Namespace === namespace).map(({ MetricName }) => MetricName);
    expect([...new Set(own)].sort()).toEqual([...alarmMetrics, ...alarmAccessLogMetrics].sort());
  });

  test('are asked for by each function, and counted in the access log', () => {
    for (const [, { Properties }] of prod.ofType('AWS::Lambda::Function')) {
      expect(Properties).toHaveProperty('Environment.Variables.METRICS_SCOPE', 'alarms');
    }
    for (const [, { Properties }] of service.ofType('AWS::Lambda::Function')) {
      expect(Properties).toHaveProperty('Environment.Variables.METRICS_SCOPE', 'all');
    }
    expect(prod.only('AWS::Logs::MetricFilter')[1]).toMatchObject({
      MetricTransformations: [{ MetricNamespace: namespace, MetricName: 'RefusedByGateway', MetricValue: '1' }],
    });
  });
});

test('a stage that opts out has neither alarms nor metrics', () => {
  const quiet = synthesized(stages.dev).service;
  for (const type of ['CloudWatch::Alarm', 'Logs::MetricFilter', 'CloudWatch::Dashboard', 'SNS::Topic']) {
    expect(quiet.ofType(`AWS::${type}`)).toEqual([]);
  }
  for (const [, { Properties }] of quiet.ofType('AWS::Lambda::Function')) {
    expect(Properties).not.toHaveProperty('Environment.Variables.METRICS_NAMESPACE');
  }
});

function severityOf(alarm: Resource['Properties'] | undefined): string {
  const [{ Ref: topic }] = v.parse(v.tuple([v.object({ Ref: v.string() })]), alarm?.['AlarmActions']);
  return /^Alarms(Look)?Topic/.exec(topic)?.[1] === undefined ? 'page' : 'ticket';
}
