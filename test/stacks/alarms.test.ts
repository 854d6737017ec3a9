import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type StageConfig, stages } from '../../lib/config.ts';
import { noticeMail, synthesized } from './synthesized.ts';

const { service } = synthesized({ ...stages.prod, noticeMail });
// Those that roll deployments back notify nobody: test/stacks/gradual-rollout.test.ts.
const notifying = service.ofType('AWS::CloudWatch::Alarm').filter(([logicalId]) => !logicalId.startsWith('Rollout'));
const alarms = notifying.map(([, { Properties }]) => Properties);
const [topic] = service.ofType('AWS::SNS::Topic');
const attribute = (logicalId: string, name: string) => ({ 'Fn::GetAtt': [logicalId, name] });

describe('the alarms', () => {
  test.each([
    ['AWS/ApiGateway', '5xx', 1],
    ['AWS/Lambda', 'Errors', 3],
    ['AWS/Lambda', 'IteratorAge', 2],
    ['AWS/SQS', 'ApproximateNumberOfMessagesVisible', 5],
    ['AWS/SQS', 'ApproximateAgeOfOldestMessage', 2],
    ['SocialPlatformServices/prod', 'WebhooksDisabled', 1],
    ['SocialPlatformServices/prod', 'DeliveriesMalformed', 1],
    ['SocialPlatformServices/prod', 'QuotasUnavailable', 1],
  ])('watch %s %s', (Namespace, MetricName, count) => {
    expect(
      alarms.filter((alarm) => alarm['Namespace'] === Namespace && alarm['MetricName'] === MetricName),
    ).toHaveLength(count);
  });

  test.each(['auth/authorizer', 'delivery/worker/sweep'] as const)('watch the errors of %s', (handler) => {
    service.template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'Errors',
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: service.functionOf(handler)[0] } }],
    });
  });

  test.each(['FirstAttemptsDeadLetters', 'SlowLaneDeadLetters'])('go off at the first message of %s', (queue) => {
    service.template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: attribute(queue, 'QueueName') }],
      Threshold: 1,
      EvaluationPeriods: 1,
    });
  });

  test.each([
    ['FirstAttemptsQueue', 60],
    ['SlowLaneQueue', 30 * 60],
  ])('go off when the oldest message of %s is %i seconds old for 5 minutes', (queue, Threshold) => {
    service.template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ApproximateAgeOfOldestMessage',
      Dimensions: [{ Name: 'QueueName', Value: attribute(queue, 'QueueName') }],
      Threshold,
      EvaluationPeriods: 5,
    });
  });

  test('go off where a tenth of first attempts in the fast lane came a minute after their event, for 5 minutes', () => {
    service.template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Namespace: 'SocialPlatformServices/prod',
      MetricName: 'TimeToFirstAttempt',
      Dimensions: [{ Name: 'Lane', Value: 'fast' }],
      ExtendedStatistic: 'p90',
      Threshold: 60_000,
      EvaluationPeriods: 5,
    });
  });

  test('each have a section of the runbook', () => {
    const runbook = readFileSync('docs/runbook.md', 'utf8');
    for (const [logicalId] of notifying) {
      const name = logicalId.replace(/^Alarms/, '').replace(/[0-9A-F]{8}$/, '');
      expect(runbook).toMatch(new RegExp(`^### (.*, )?${name}[:,]`, 'm'));
    }
  });

  test('notify the topic when they go off and when they end, and say what to do', () => {
    expect(alarms).toHaveLength(17);
    for (const alarm of alarms) {
      expect(alarm).toMatchObject({
        AlarmActions: [{ Ref: topic?.[0] }],
        OKActions: [{ Ref: topic?.[0] }],
        TreatMissingData: 'notBreaching',
      });
      expect(alarm['AlarmDescription']).toMatch(/^.{80,1024}$/);
    }
  });

  test('may publish to the topic, which refuses requests without TLS', () => {
    service.template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: [
          { Effect: 'Deny', Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
          {
            Effect: 'Allow',
            Action: 'sns:Publish',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      },
    });
  });

  test('send mail to the address that the stage names', () => {
    const mailed: StageConfig = { ...stages.prod, alarms: { enabled: true, email: 'on-call@example.com' } };
    synthesized(mailed).service.template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'on-call@example.com',
    });
    expect(service.ofType('AWS::SNS::Subscription')).toEqual([]);
  });

  test('are absent if the stage opts out', () => {
    const quiet = synthesized(stages.dev).service;
    expect(quiet.ofType('AWS::CloudWatch::Alarm')).toEqual([]);
    expect(quiet.ofType('AWS::Logs::MetricFilter')).toEqual([]);
    expect(quiet.ofType('AWS::CloudWatch::Dashboard')).toEqual([]);
    for (const [, { Properties }] of quiet.ofType('AWS::Lambda::Function')) {
      expect(Properties).not.toHaveProperty('Environment.Variables.METRICS_NAMESPACE');
    }
    expect(quiet.ofType('AWS::SNS::Topic')).toEqual([]);
  });
});
