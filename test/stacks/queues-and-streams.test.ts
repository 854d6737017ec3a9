/** What feeds functions besides the API: the lanes' queues, the events stream, and schedules. */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { activityEventNames } from '../../contract/activity-payloads.ts';
import { stages } from '../../lib/config.ts';
import { neededConcurrency } from '../../lib/needed-concurrency.ts';
import { functionsOf, rightsOfRole } from './listing.ts';
import {
  another,
  everything,
  mails,
  noticeMail,
  refersTo,
  type SynthesizedStack,
  signerOf,
  synthesized,
} from './synthesized.ts';

const { service } = synthesized(everything);
const { service: local } = synthesized(stages.local);

const DAY = 24 * 60 * 60;
const lanes = [
  { lane: 'fast', queue: 'FirstAttemptsQueue', deadLetters: 'FirstAttemptsDeadLetters' },
  { lane: 'slow', queue: 'SlowLaneQueue', deadLetters: 'SlowLaneDeadLetters' },
] as const;
const readers = ['activity/record-activity', 'delivery/fan-out'] as const;

const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });

/** The one mapping that calls a function. */
function mappingOf(stack: SynthesizedStack, functionId: string): Record<string, unknown> {
  const target = stack.targetOf(functionId);
  const [only, ...more] = stack
    .ofType('AWS::Lambda::EventSourceMapping')
    .filter(([, { Properties }]) => refersTo(Properties['FunctionName'], target));
  if (only === undefined || more.length > 0) throw new Error(`There is not exactly one mapping of ${functionId}.`);
  return only[1].Properties;
}

describe('every queue', () => {
  // How long they keep messages, and where these go then, is in the lines of templates.test.ts; TLS is in nag.test.ts.
  test.each(['FirstAttempts', 'SlowLane', 'Notices'])(
    '%s takes the largest event, and so do its dead letters',
    (lane) => {
      for (const queue of [`${lane}Queue`, `${lane}DeadLetters`])
        expect(service.resource(queue).Properties['MaximumMessageSize']).toBe(1024 * 1024);
      service.template.hasOutput(`${lane}QueueUrl`, { Value: { Ref: `${lane}Queue` } });
    },
  );
});

describe('every queue of failures', () => {
  const failures = /DeadLetters$|OnFailureQueue$/;

  test('stays when the stack of a protected stage is deleted, unless its creation fails', () => {
    const queues = service.ofType('AWS::SQS::Queue');
    const kept = queues.filter(([, { DeletionPolicy }]) => DeletionPolicy === 'RetainExceptOnCreate');
    expect(kept.map(([logicalId]) => logicalId).sort()).toEqual([
      'FanOutOnFailureQueue',
      'FirstAttemptsDeadLetters',
      'NoticesDeadLetters',
      'RecordActivityOnFailureQueue',
      'SlowLaneDeadLetters',
    ]);
    for (const [, { UpdateReplacePolicy }] of kept) expect(UpdateReplacePolicy).toBe('Retain');
    expect(queues.filter(([logicalId]) => failures.test(logicalId))).toHaveLength(kept.length);
  });

  test('goes with a stage that is disposable', () => {
    const queues = local.ofType('AWS::SQS::Queue').filter(([logicalId]) => failures.test(logicalId));
    expect(new Set(queues.map(([, { DeletionPolicy }]) => DeletionPolicy))).toEqual(new Set(['Delete']));
  });
});

describe('the signer of each lane', () => {
  test.each(lanes)('of the $lane lane reads $queue in batches of 10 and reports single failures', ({ lane, queue }) => {
    const [signer] = signerOf(service, lane);
    expect(mappingOf(service, signer)).toMatchObject({
      EventSourceArn: arnOf(queue),
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(mappingOf(service, signer)).not.toHaveProperty('MaximumBatchingWindowInSeconds');
  });

  test.each([
    [service, 'fast', stages.prod.delivery.concurrency.firstAttempts],
    [local, 'slow', stages.local.delivery.concurrency.slowLane],
  ] as const)('has the concurrency that its stage sets for the lane', (stack, lane, MaximumConcurrency) => {
    expect(mappingOf(stack, signerOf(stack, lane)[0])).toMatchObject({ ScalingConfig: { MaximumConcurrency } });
  });

  test('has a sixth of the time after which messages are received again, and the memory of its stage', () => {
    for (const { lane, queue } of lanes) {
      const { Timeout, MemorySize } = signerOf(service, lane)[1].Properties;
      expect(Number(service.resource(queue).Properties['VisibilityTimeout'])).toBeGreaterThanOrEqual(
        6 * Number(Timeout),
      );
      expect(MemorySize).toBe(stages.prod.memory.delivery);
    }
  });

  // Lambda ends a chain queue → function → queue after about 16 messages:
  // https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
  test('may send to the queue that it reads if it is that of the slow lane, and no other function may', () => {
    const looping = service
      .ofType('AWS::Lambda::Function')
      .filter(([, { Properties }]) => Properties['RecursiveLoop'] === 'Allow');
    expect(looping.map(([logicalId]) => logicalId)).toEqual([signerOf(service, 'slow')[0]]);
  });
});

describe('the readers of the events stream', () => {
  const readerMapping = (handler: (typeof readers)[number]) => mappingOf(service, service.functionOf(handler)[0]);

  test.each(readers)(
    '%s reads it from the first record on, retries a bounded number of times for a bounded time, and halves failing batches',
    (handler) => {
      expect(readerMapping(handler)).toMatchObject({
        EventSourceArn: { 'Fn::ImportValue': expect.stringContaining('EventsTableStreamArn') },
        StartingPosition: 'TRIM_HORIZON',
        BatchSize: 100,
        MaximumRetryAttempts: 10,
        MaximumRecordAgeInSeconds: DAY / 2,
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
      expect(readerMapping(handler)).not.toHaveProperty('MaximumBatchingWindowInSeconds');
    },
  );

  test.each([
    ['activity/record-activity', { dynamodb: { NewImage: { event: { S: activityEventNames } } } }],
    ['delivery/fan-out', {}],
  ] as const)('%s is called for new events that it handles, and for no other record', (handler, filter) => {
    const Criteria = v.object({ Filters: v.tuple([v.object({ Pattern: v.string() })]) });
    const [{ Pattern }] = v.parse(Criteria, readerMapping(handler)['FilterCriteria']).Filters;
    expect(JSON.parse(Pattern)).toEqual({ eventName: ['INSERT'], ...filter });
  });

  test.each([
    ['activity/record-activity', 'RecordActivityOnFailureQueue'],
    ['delivery/fan-out', 'FanOutOnFailureQueue'],
  ] as const)('%s gives up to %s', (handler, queue) => {
    expect(readerMapping(handler)['DestinationConfig']).toEqual({ OnFailure: { Destination: arnOf(queue) } });
  });
});

describe('schedules', () => {
  const Target = v.object({
    Target: v.object({ RoleArn: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }) }),
  });

  test.each(['delivery/sweep', 'notices/send-mails'] as const)(
    'call %s each minute, without retries, and may call nothing else',
    (handler) => {
      const [called] = service.functionOf(handler);
      const [, { Properties } = { Properties: {} }] =
        service.ofType('AWS::Scheduler::Schedule').find(([, schedule]) => refersTo(schedule, called)) ?? [];
      expect(Properties).toMatchObject({
        ScheduleExpression: 'rate(1 minute)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { Arn: arnOf(called), RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 } },
      });
      // Scheduler only hands the call over: what fails in the function, or is throttled, Lambda repeats for six hours.
      const [handedOver] = service.ofType('AWS::Lambda::EventInvokeConfig').filter(([, one]) => refersTo(one, called));
      expect(handedOver?.[1].Properties).toEqual({
        FunctionName: { Ref: called },
        Qualifier: '$LATEST',
        MaximumEventAgeInSeconds: 60,
        MaximumRetryAttempts: 0,
      });
      const role = service.resource(v.parse(Target, Properties).Target.RoleArn['Fn::GetAtt'][0]);
      expect(role.Properties['AssumeRolePolicyDocument']).toMatchObject({
        Statement: [
          {
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      });
      expect(rightsOfRole(role)).toEqual([{ action: 'lambda:InvokeFunction', resource: called, condition: undefined }]);
    },
  );
});

describe('notices by e-mail', () => {
  test('are sent by a function that knows the sender and the panel, in a stage that has a sender', () => {
    const sender = functionsOf(service).find(({ handler }) => handler === 'notices/send-mails');
    expect(sender?.variables).toMatchObject({
      NOTICE_SENDER: noticeMail.sender,
      PANEL_URL: mails.panel.url,
      AWS_ENDPOINT_URL_SESV2: '',
    });
    expect(neededConcurrency({ ...stages.prod, ...mails })).toBe(neededConcurrency(stages.prod) + 1);
  });

  // An identity may have a default configuration set, without whose right SES refuses to send.
  test('may be sent by a configuration set, where the stage names it', () => {
    const mayBySes = (stack: SynthesizedStack) =>
      functionsOf(stack)
        .map(({ rights }) => rights.flatMap(({ action, resource }) => (action === 'ses:SendEmail' ? resource : [])))
        .filter(({ length }) => length > 0)
        .map((resources) => resources.sort());
    const identity = expect.stringContaining('identity/example.com');
    expect(mayBySes(service)).toEqual([[identity], [identity], [identity]]);
    const both = [expect.stringContaining('configuration-set/tracked'), identity];
    expect(mayBySes(synthesized(another).service)).toEqual([both, both, both]);
  });

  test('are not sent in another: it has no function, queue or right for them', () => {
    const template = JSON.stringify(synthesized(stages.prod).service.template.toJSON());
    for (const word of ['notices/send-mails', 'ses:SendEmail', 'NoticesQueue', 'NOTICE_SENDER']) {
      expect(template).not.toContain(word);
    }
  });
});
