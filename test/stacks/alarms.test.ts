import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { type StageConfig, stages } from '../../lib/config.ts';
import { signerOf, synthesized } from './synthesized.ts';

const { service } = synthesized(stages.prod);
const alarms = service.ofType('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
const [topic] = service.ofType('AWS::SNS::Topic');
const attribute = (logicalId: string, name: string) => ({ 'Fn::GetAtt': [logicalId, name] });

describe('the alarms', () => {
  test.each([
    ['AWS/ApiGateway', '5xx', 1],
    ['AWS/Lambda', 'Errors', 3],
    ['AWS/Lambda', 'IteratorAge', 2],
    ['AWS/SQS', 'ApproximateNumberOfMessagesVisible', 4],
    ['AWS/SQS', 'ApproximateAgeOfOldestMessage', 2],
    ['SocialPlatformServices/prod', 'WebhooksDisabled', 1],
  ])('watch %s %s', (Namespace, MetricName, count) => {
    expect(
      alarms.filter((alarm) => alarm['Namespace'] === Namespace && alarm['MetricName'] === MetricName),
    ).toHaveLength(count);
  });

  test.each(['auth/authorizer', 'delivery/worker/sweep', 'user-data/erase-pending'] as const)(
    'watch the errors of %s',
    (handler) => {
      service.template.hasResourceProperties('AWS::CloudWatch::Alarm', {
        MetricName: 'Errors',
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: service.functionOf(handler)[0] } }],
      });
    },
  );

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

  const signers = (['fast', 'slow'] as const).map((lane) => signerOf(service, lane));
  test.each([['webhook-disabled', 'WebhooksDisabled', signers]])(
    'go off when a function logs an entry named %s',
    (name, metric, functions) => {
      const Logging = v.object({ LoggingConfig: v.object({ LogGroup: v.unknown() }) });
      const filters = service
        .ofType('AWS::Logs::MetricFilter')
        .map(([, { Properties }]) => Properties)
        .filter(({ FilterPattern }) => FilterPattern === `{ $.message.name = "${name}" }`);
      expect(filters).toEqual(
        functions.map(([, { Properties }]) => ({
          LogGroupName: v.parse(Logging, Properties).LoggingConfig.LogGroup,
          FilterPattern: `{ $.message.name = "${name}" }`,
          MetricTransformations: [
            { MetricNamespace: 'SocialPlatformServices/prod', MetricName: metric, MetricValue: '1' },
          ],
        })),
      );
    },
  );

  test('each have a section of the runbook', () => {
    const runbook = readFileSync('docs/runbook.md', 'utf8');
    for (const [logicalId] of service.ofType('AWS::CloudWatch::Alarm')) {
      const name = logicalId.replace(/^Alarms/, '').replace(/[0-9A-F]{8}$/, '');
      expect(runbook).toMatch(new RegExp(`^### (.*, )?${name}[:,]`, 'm'));
    }
  });

  test('notify the topic when they go off and when they end, and say what to do', () => {
    expect(alarms).toHaveLength(15);
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

  test.each([stages.dev, stages.local])('are absent if the stage opts out', (stage) => {
    const quiet = synthesized(stage).service;
    expect(quiet.ofType('AWS::CloudWatch::Alarm')).toEqual([]);
    expect(quiet.ofType('AWS::Logs::MetricFilter')).toEqual([]);
    expect(quiet.ofType('AWS::SNS::Topic')).toEqual([]);
  });
});
