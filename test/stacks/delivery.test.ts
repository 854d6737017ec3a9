import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { Lane } from '../../contract/delivery-settings.ts';
import { stages } from '../../lib/config.ts';
import { refersTo, type SynthesizedStack, signerOf, synthesized } from './synthesized.ts';

const { service } = synthesized(stages.prod);
const { service: local } = synthesized(stages.local);

const lanes = [
  { lane: 'fast', queue: 'FirstAttemptsQueue', deadLetters: 'FirstAttemptsDeadLetters' },
  { lane: 'slow', queue: 'SlowLaneQueue', deadLetters: 'SlowLaneDeadLetters' },
] as const;

const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });

function mappingOf(stack: SynthesizedStack, lane: Lane) {
  const target = stack.targetOf(signerOf(stack, lane)[0]);
  const found = stack
    .ofType('AWS::Lambda::EventSourceMapping')
    .filter(([, { Properties }]) => refersTo(Properties['FunctionName'], target));
  expect(found).toHaveLength(1);
  return found[0]?.[1].Properties;
}

describe('the queue of each lane', () => {
  // A changed logical id makes CloudFormation replace the queue. If this test fails, the change would lose messages.
  test('keeps its logical id, and so do its dead letters', () => {
    for (const { queue, deadLetters } of lanes) {
      expect(service.resource(queue).Type).toBe('AWS::SQS::Queue');
      expect(service.resource(deadLetters).Type).toBe('AWS::SQS::Queue');
    }
  });

  test.each(lanes)('$queue is encrypted, takes the largest event, and gives up after 10 receives', (expected) => {
    expect(service.resource(expected.queue).Properties).toEqual(
      expect.objectContaining({
        SqsManagedSseEnabled: true,
        MaximumMessageSize: 1024 * 1024,
        MessageRetentionPeriod: 4 * 24 * 60 * 60,
        VisibilityTimeout: 60,
        RedrivePolicy: { deadLetterTargetArn: arnOf(expected.deadLetters), maxReceiveCount: 10 },
      }),
    );
  });

  test.each(lanes)('$deadLetters is encrypted and keeps messages for 14 days', ({ deadLetters }) => {
    expect(service.resource(deadLetters).Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      MaximumMessageSize: 1024 * 1024,
      MessageRetentionPeriod: 14 * 24 * 60 * 60,
    });
  });

  test('is named in the outputs', () => {
    service.template.hasOutput('FirstAttemptsQueueUrl', { Value: { Ref: 'FirstAttemptsQueue' } });
    service.template.hasOutput('SlowLaneQueueUrl', { Value: { Ref: 'SlowLaneQueue' } });
  });
});

describe('the signer of each lane', () => {
  test.each(lanes)('of the $lane lane reads $queue in batches of 10 and reports single failures', ({ lane, queue }) => {
    expect(mappingOf(service, lane)).toMatchObject({
      EventSourceArn: arnOf(queue),
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(mappingOf(service, lane)).not.toHaveProperty('MaximumBatchingWindowInSeconds');
  });

  test.each([
    [service, 'fast', stages.prod.delivery.concurrency.firstAttempts],
    [service, 'slow', stages.prod.delivery.concurrency.slowLane],
    [local, 'fast', stages.local.delivery.concurrency.firstAttempts],
    [local, 'slow', stages.local.delivery.concurrency.slowLane],
  ] as const)('has the concurrency that its stage sets for the lane', (stack, lane, MaximumConcurrency) => {
    expect(mappingOf(stack, lane)).toMatchObject({ ScalingConfig: { MaximumConcurrency } });
  });

  test.each(lanes)(
    'of the $lane lane has a sixth of the time after which its messages are received again',
    ({ lane, queue }) => {
      const { Timeout } = v.parse(v.object({ Timeout: v.number() }), signerOf(service, lane)[1].Properties);
      const { VisibilityTimeout } = v.parse(
        v.object({ VisibilityTimeout: v.number() }),
        service.resource(queue).Properties,
      );
      expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * Timeout);
    },
  );

  test('has the memory that its stage sets', () => {
    for (const { lane } of lanes) {
      expect(signerOf(service, lane)[1].Properties['MemorySize']).toBe(stages.prod.memory.delivery);
    }
  });
});

describe('the sweeper', () => {
  const [schedule, ...furtherSchedules] = service.ofType('AWS::Scheduler::Schedule');
  const [sweep] = service.functionOf('delivery/worker/sweep');
  const Target = v.object({
    Target: v.object({ RoleArn: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }) }),
  });

  test('is called each minute, without retries', () => {
    // The other one is that of what erases users.
    expect(furtherSchedules.map(([logicalId]) => logicalId)).toEqual([expect.stringContaining('EraseUsersData')]);
    expect(schedule?.[1].Properties).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: arnOf(sweep), RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 } },
    });
  });

  test('may be called by the schedules of this account, which may call nothing else', () => {
    const [role] = v.parse(Target, schedule?.[1].Properties).Target.RoleArn['Fn::GetAtt'];
    expect(service.resource(role).Properties).toMatchObject({
      AssumeRolePolicyDocument: {
        Statement: [
          {
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      },
      Policies: [
        {
          PolicyDocument: {
            Statement: [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: arnOf(sweep) }],
          },
        },
      ],
    });
  });
});
