import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { activityEventNames } from '../../contract/activity-payloads.ts';
import { stages } from '../../lib/config.ts';
import type { Handler } from '../../lib/functions/handlers.ts';
import { refersTo, synthesized } from './synthesized.ts';

const { service } = synthesized(stages.prod);
const readers = ['activity/record-activity', 'delivery/worker/fan-out'] as const satisfies Handler[];

/** The mappings that read a stream; those of queues have no starting position. */
const mappings = service
  .ofType('AWS::Lambda::EventSourceMapping')
  .map(([, { Properties }]) => Properties)
  .filter((mapping) => mapping['StartingPosition'] !== undefined);

function mappingOf(handler: Handler) {
  const target = service.targetOf(service.functionOf(handler)[0]);
  const found = mappings.filter((mapping) => refersTo(mapping['FunctionName'], target));
  expect(found).toHaveLength(1);
  return v.parse(v.tuple([v.record(v.string(), v.unknown())]), found)[0];
}

const Destination = v.object({
  OnFailure: v.object({ Destination: v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.literal('Arn')]) }) }),
});
const onFailureQueueOf = (handler: Handler): string =>
  v.parse(Destination, mappingOf(handler)['DestinationConfig']).OnFailure.Destination['Fn::GetAtt'][0];

function filterOf(handler: Handler): unknown {
  const Criteria = v.object({ Filters: v.tuple([v.object({ Pattern: v.string() })]) });
  return JSON.parse(v.parse(Criteria, mappingOf(handler)['FilterCriteria']).Filters[0].Pattern);
}

describe('the readers of the events stream', () => {
  test('are two, as many as DynamoDB allows', () => {
    expect(mappings).toHaveLength(readers.length);
  });

  test.each(readers)('%s reads it from the first record on, without waiting for a full batch', (handler) => {
    expect(mappingOf(handler)).toMatchObject({
      EventSourceArn: { 'Fn::ImportValue': expect.stringContaining('EventsTableStreamArn') },
      StartingPosition: 'TRIM_HORIZON',
    });
    expect(mappingOf(handler)).not.toHaveProperty('MaximumBatchingWindowInSeconds');
  });

  test.each(readers)(
    '%s retries a bounded number of times for a bounded time, halves failing batches, and reports single failures',
    (handler) => {
      expect(mappingOf(handler)).toMatchObject({
        BatchSize: 100,
        MaximumRetryAttempts: 10,
        MaximumRecordAgeInSeconds: 12 * 60 * 60,
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
    },
  );

  test('record-activity is called for new events that become activity records, and for no other record', () => {
    expect(filterOf('activity/record-activity')).toEqual({
      eventName: ['INSERT'],
      dynamodb: { NewImage: { event: { S: activityEventNames } } },
    });
  });

  test('fan-out is called for every new event, and not when one expires', () => {
    expect(filterOf('delivery/worker/fan-out')).toEqual({ eventName: ['INSERT'] });
  });
});

describe('the on-failure queue of each reader', () => {
  test('is its own', () => {
    expect(new Set(readers.map(onFailureQueueOf)).size).toBe(readers.length);
  });

  test.each(readers)('of %s is encrypted and stores its messages for 14 days', (handler) => {
    expect(service.resource(onFailureQueueOf(handler)).Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 14 * 24 * 60 * 60,
    });
  });
});

describe('every queue', () => {
  test('refuses requests without TLS', () => {
    const queues = service.ofType('AWS::SQS::Queue');
    expect(queues).toHaveLength(6);
    for (const [queue] of queues) {
      service.template.hasResourceProperties('AWS::SQS::QueuePolicy', {
        Queues: [{ Ref: queue }],
        PolicyDocument: {
          Statement: [
            {
              Effect: 'Deny',
              Principal: { AWS: '*' },
              Action: 'sqs:*',
              Condition: { Bool: { 'aws:SecureTransport': 'false' } },
            },
          ],
        },
      });
    }
  });
});
