import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { alarmAccessLogMetrics, alarmMetrics, metricsNamespace } from '../../contract/metrics.ts';
import { stages } from '../../lib/config.ts';
import { goesOff, type Series } from './alarm-series.ts';
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
const messagesIn = (queue: string) => ({ ...ofQueue(queue), MetricName: 'ApproximateNumberOfMessagesVisible' });
const own = (metric: string, Statistic = 'Sum') => ({
  Namespace: metricsNamespace('prod'),
  MetricName: metric,
  Statistic,
});

/** Namespaces and names of what an alarm on an expression reads. */
const Expression = v.object({
  Metrics: v.array(
    v.object({
      MetricStat: v.optional(v.object({ Metric: v.object({ Namespace: v.string(), MetricName: v.string() }) })),
    }),
  ),
});
function metricsOf(name: string): readonly string[] {
  const { Metrics } = v.parse(Expression, alarms.get(name));
  const read = Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
  return read.map(({ Namespace, MetricName }) => `${Namespace} ${MetricName}`).sort();
}

const MINUTE_MS = 60_000;
const every = (minutes: number, value: number | undefined): Series => Array(minutes).fill(value);
/** A quarter of an hour with a value in its first minute. */
const quarter = (value: number): Series => [value, ...every(14, 0)];
/** A value for a minute too few, and one that is too low for an hour. */
const shortOf = (minutes: number, value: number): readonly Series[] => [
  every(minutes - 1, 100 * value),
  every(60, value - 1),
];

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

  /** The alarms on one metric: which, values by the minute that must let it go off, and such that must not. */
  const watched: readonly (readonly [name: string, metric: object, alarming: Series, harmless: readonly Series[]])[] = [
    ['RefusedByGateway', own('RefusedByGateway'), [1, 1], [[50], [1, 0, 1], [1, undefined, 1]]],
    ['SweepErrors', errorsOf('delivery/sweep'), every(5, 1), [[...every(4, 1), 0, ...every(4, 1)]]],
    ['NoticeMailErrors', errorsOf('notices/send-mails'), [1, 0, 1, 0, 1], [[...every(14, 0), 2, 2, ...every(14, 0)]]],
    ['FanOutLate', lateness('delivery/fan-out'), every(5, 5 * MINUTE_MS), shortOf(5, 5 * MINUTE_MS)],
    ['RecordActivityLate', lateness('activity/record-activity'), every(5, 5 * MINUTE_MS), shortOf(5, 5 * MINUTE_MS)],
    ['FanOutGaveUp', messagesIn('FanOutOnFailureQueue'), [0, 1], [[0, 0]]],
    ['RecordActivityGaveUp', messagesIn('RecordActivityOnFailureQueue'), [0, 1], [[0, 0]]],
    ['FirstAttemptsDeadLetters', messagesIn('FirstAttemptsDeadLetters'), [0, 1], [[0, 0]]],
    ['SlowLaneDeadLetters', messagesIn('SlowLaneDeadLetters'), [0, 1], [[0, 0]]],
    ['NoticesDeadLetters', messagesIn('NoticesDeadLetters'), [0, 1], [[0, 0]]],
    // One network's burst pages nobody before it has waited for a quarter of an hour:
    // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
    ['FirstAttemptsLate', quietAgeIn('FirstAttemptsQueue'), every(5, 60), shortOf(5, 60)],
    ['FirstAttemptsBacklog', ageIn('FirstAttemptsQueue'), every(5, 15 * 60), shortOf(5, 15 * 60)],
    ['SlowLaneLate', ageIn('SlowLaneQueue'), every(5, 30 * 60), shortOf(5, 30 * 60)],
    ['SweepLate', own('OldestDueAge', 'Maximum'), every(5, 10 * MINUTE_MS), shortOf(5, 10 * MINUTE_MS)],
    // One slow call counts once.
    ['QuotasUnavailable', own('QuotasUnavailable'), every(3, 5), shortOf(3, 5)],
    ['WebhooksDisabled', own('WebhooksDisabled'), [...every(6, 0), 5, ...every(20, 0), 5], [every(60, 0.15), [9]]],
    ['DeliveriesMalformed', own('DeliveriesMalformed'), [0, 1], [[0, 0]]],
  ];

  test.each(watched)('%s goes off when it has to, and not before', (name, metric, alarming, harmless) => {
    const alarm = alarms.get(name);
    expect(alarm).toMatchObject(metric);
    const { MetricName } = v.parse(v.object({ MetricName: v.string() }), alarm);
    const found = {
      alarming: goesOff(alarm, { [MetricName]: alarming }),
      nothing: goesOff(alarm, { [MetricName]: [] }),
    };
    expect(found).toEqual({ alarming: true, nothing: false });
    for (const series of harmless)
      expect({ series, isOff: goesOff(alarm, { [MetricName]: series }) }).toEqual({ series, isOff: false });
  });

  test('every alarm is tried with values of its metrics', () => {
    const computed = ['ApiErrors', 'FanOutStopped', 'NoticeMailsStopped', 'RecordActivityStopped', 'SweepStopped'];
    expect([...watched.map(([name]) => name), ...computed].sort()).toEqual([...alarms.keys()].sort());
  });

  // A busy stage has some: API Gateway promises 99.95 %.
  test.each([
    ['three minutes of 1 % with 5xx', every(3, 5), every(3, 500), true],
    ['two minutes of nothing else', [60, 60, 0], [60, 60, 500], false],
    ['a smaller share', every(60, 49), every(60, 5_000), false],
    ['a few among others', every(60, 4), every(60, 100), false],
    ['no other responses', every(3, 1), every(3, 1), true],
    ['no requests', every(60, undefined), every(60, undefined), false],
  ])('ApiErrors after %s', (_, errors, requests, isOff) => {
    expect(metricsOf('ApiErrors')).toEqual(['AWS/ApiGateway 5xx', 'AWS/ApiGateway Count']);
    expect(goesOff(alarms.get('ApiErrors'), { '5xx': errors, Count: requests })).toBe(isOff);
  });

  // A mapping that is disabled, or a function that is throttled, has no IteratorAge.
  describe.each([
    ['FanOutStopped', 'AWS/DynamoDB SuccessfulRequestLatency'],
    ['RecordActivityStopped', 'SocialPlatformServices/prod EventsForActivity'],
  ])('%s', (name, waiting) => {
    const [, metric = ''] = waiting.split(' ');

    test.each([
      [
        'events come in within two of eight quarters of an hour, and the reader is not called',
        [...quarter(1), ...every(75, 0), ...quarter(1), ...quarter(0)],
        [],
        true,
      ],
      ['events come in within one quarter alone', [...quarter(1), ...every(105, 0)], [], false],
      ['the reader is called', every(240, 3), every(240, 1), false],
      ['no events come in', every(240, undefined), [], false],
    ])('where %s', (_, events, calls, isOff) => {
      expect(metricsOf(name)).toEqual([waiting, 'AWS/Lambda Invocations'].sort());
      expect(goesOff(alarms.get(name), { [metric]: events, Invocations: calls })).toBe(isOff);
    });
  });

  test.each([
    ['SweepStopped', 'delivery/sweep', 5],
    ['NoticeMailsStopped', 'notices/send-mails', 15],
  ] as const)('%s goes off where the schedule does not call the function', (name, handler, minutes) => {
    const alarm = alarms.get(name);
    expect(alarm).toMatchObject({ MetricName: 'Invocations', Dimensions: ofFunction(handler) });
    expect(goesOff(alarm, { Invocations: every(minutes, undefined) })).toBe(true);
    expect(
      goesOff(alarm, { Invocations: [...every(minutes - 1, undefined), 1, ...every(minutes - 1, undefined)] }),
    ).toBe(false);
  });

  // The runbook shows those of prod.
  test('have the same thresholds and periods in every stage', () => {
    const limitsOf = (stack: typeof service) =>
      new Map(
        stack
          .ofType('AWS::CloudWatch::Alarm')
          .map(([logicalId, { Properties }]) => [
            nameOf(logicalId),
            ['Threshold', 'EvaluationPeriods', 'DatapointsToAlarm', 'Period'].map((name) => Properties[name]),
          ]),
      );
    const limits = limitsOf(service);
    for (const stage of [stages.staging, stages.prod, another, least]) {
      for (const [name, ofStage] of limitsOf(synthesized(stage).service))
        expect({ name, limits: ofStage }).toEqual({ name, limits: limits.get(name) });
    }
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

  test('go to topics whose ARNs are outputs', () => {
    service.template.hasOutput('PageTopicArn', { Value: { Ref: topicOf('ApiErrors') } });
    service.template.hasOutput('TicketTopicArn', { Value: { Ref: topicOf('SlowLaneLate') } });
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
  return /^Alarms(Look)?Topic/.exec(notifiedBy(alarm))?.[1] === undefined ? 'page' : 'ticket';
}

const topicOf = (name: string): string => notifiedBy(alarms.get(name));

function notifiedBy(alarm: Resource['Properties'] | undefined): string {
  const [{ Ref: topic }] = v.parse(v.tuple([v.object({ Ref: v.string() })]), alarm?.['AlarmActions']);
  return topic;
}
