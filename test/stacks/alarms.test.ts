import { describe, expect, test } from '@jest/globals';
import { type StageConfig, stages } from '../../lib/config.ts';
import { synthesized } from './synthesized.ts';

const { service } = synthesized(stages.prod);
const alarms = service.ofType('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
const [topic] = service.ofType('AWS::SNS::Topic');

describe('the alarms', () => {
  test.each([
    ['AWS/ApiGateway', '5xx'],
    ['AWS/Lambda', 'Errors'],
    ['AWS/SQS', 'ApproximateNumberOfMessagesVisible'],
    ['AWS/Lambda', 'IteratorAge'],
  ])('watch %s %s', (Namespace, MetricName) => {
    expect(
      alarms.filter((alarm) => alarm['Namespace'] === Namespace && alarm['MetricName'] === MetricName),
    ).toHaveLength(1);
  });

  test('watch the errors of the authorizer', () => {
    service.template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'Errors',
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: service.functionOf('auth/authorizer')[0] } }],
    });
  });

  test('tell the topic when they go off and when they end, and say what to do', () => {
    expect(alarms).toHaveLength(4);
    for (const alarm of alarms) {
      expect(alarm).toMatchObject({
        AlarmActions: [{ Ref: topic?.[0] }],
        OKActions: [{ Ref: topic?.[0] }],
        TreatMissingData: 'notBreaching',
      });
      expect(alarm['AlarmDescription']).toMatch(/^.{80,1024}$/);
    }
  });

  test('may publish to the topic, which takes nothing without TLS', () => {
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

  test('mail whom the stage names', () => {
    const mailed: StageConfig = { ...stages.prod, alarms: { enabled: true, email: 'on-call@example.com' } };
    synthesized(mailed).service.template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'on-call@example.com',
    });
    expect(service.ofType('AWS::SNS::Subscription')).toEqual([]);
  });

  test.each([stages.dev, stages.local])('are absent where a stage has opted out', (stage) => {
    const quiet = synthesized(stage).service;
    expect(quiet.ofType('AWS::CloudWatch::Alarm')).toEqual([]);
    expect(quiet.ofType('AWS::SNS::Topic')).toEqual([]);
  });
});
