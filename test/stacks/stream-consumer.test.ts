import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { activityEventNames } from '../../contract/activity-events.ts';
import { stages } from '../../lib/config.ts';
import { synthesized } from './synthesized.ts';

const { service } = synthesized(stages.prod);
const [mapping, ...furtherMappings] = service.ofType('AWS::Lambda::EventSourceMapping');
const [queue, ...furtherQueues] = service.ofType('AWS::SQS::Queue');

describe('the reader of the events stream', () => {
  test('is record-activity, from the first record on', () => {
    expect(furtherMappings).toEqual([]);
    expect(mapping?.[1].Properties).toMatchObject({
      FunctionName: { Ref: service.functionOf('activity/record-activity')[0] },
      EventSourceArn: { 'Fn::ImportValue': expect.stringContaining('EventsTableStreamArn') },
      StartingPosition: 'TRIM_HORIZON',
    });
  });

  test('retries a bounded number of times for a bounded time, halves failing batches, and reports single failures', () => {
    expect(mapping?.[1].Properties).toMatchObject({
      BatchSize: 100,
      MaximumRetryAttempts: 10,
      MaximumRecordAgeInSeconds: 12 * 60 * 60,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  test('hands what it gives up to the on-failure queue', () => {
    expect(mapping?.[1].Properties['DestinationConfig']).toEqual({
      OnFailure: { Destination: { 'Fn::GetAtt': [queue?.[0], 'Arn'] } },
    });
  });

  test('is called for new events that become activity records, and for no other record', () => {
    const { FilterCriteria } = v.parse(
      v.object({ FilterCriteria: v.object({ Filters: v.tuple([v.object({ Pattern: v.string() })]) }) }),
      mapping?.[1].Properties,
    );
    expect(JSON.parse(FilterCriteria.Filters[0].Pattern)).toEqual({
      eventName: ['INSERT'],
      dynamodb: { NewImage: { event: { S: activityEventNames } } },
    });
  });
});

describe('the on-failure queue', () => {
  test('is encrypted and keeps its messages for 14 days', () => {
    expect(furtherQueues).toEqual([]);
    expect(queue?.[1].Properties).toMatchObject({
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 14 * 24 * 60 * 60,
    });
  });

  test('refuses whoever comes without TLS', () => {
    service.template.hasResourceProperties('AWS::SQS::QueuePolicy', {
      Queues: [{ Ref: queue?.[0] }],
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
  });
});
