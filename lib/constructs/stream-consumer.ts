/**
 * One reader of a table's stream. DynamoDB allows two per shard.
 *
 * Every bound is set, because a stream's own defaults retry one bad record until it expires, and block its shard for a
 * day: retries and age are limited, a failing batch is halved until the bad record stands alone, and what is given up
 * goes to a queue that an alarm watches. A message there names shard and sequence numbers, not the record: the record
 * stays in the stream for 24 hours, and in the table until its own expiry.
 */
import { Duration, Validations } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

/** How a reader takes records, and when it gives one up. */
export interface StreamReading {
  /** Records of one call. */
  readonly batchSize: number;
  /** Tries after the first, before a batch goes to the on-failure queue. */
  readonly retries: number;
  /** Age at which a record goes to the on-failure queue untried. */
  readonly maxAgeHours: number;
}

export interface StreamConsumerProps {
  readonly reader: ServiceFunction;
  readonly streamArn: string;
  /**
   * Attributes of a new item → the string values wanted. Lambda isn't called, or billed, for any other item. Without it,
   * every new item is wanted.
   */
  readonly newItemsWith?: Readonly<Record<string, readonly string[]>>;
  readonly reading: StreamReading;
}

export class StreamConsumer extends Construct {
  /** Where the batches go that the reader could not take. */
  readonly onFailureQueue: Queue;

  constructor(scope: Construct, id: string, props: StreamConsumerProps) {
    super(scope, id);
    const { reader, streamArn, reading } = props;
    this.onFailureQueue = this.makeOnFailureQueue();
    const { queueArn } = this.onFailureQueue;

    reader.allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], streamArn);
    reader.allow(['dynamodb:ListStreams'], '*');
    reader.allow(['sqs:SendMessage'], queueArn);
    Validations.of(reader).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'dynamodb:ListStreams, which a stream mapping needs, lists ARNs only and takes no resource.',
    });

    new EventSourceMapping(this, 'Mapping', {
      target: reader.lambda,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: reading.batchSize,
      retryAttempts: reading.retries,
      maxRecordAge: Duration.hours(reading.maxAgeHours),
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: { bind: () => ({ destination: queueArn }) },
      filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT'), ...newImageFilter(props) })],
    });
  }

  private makeOnFailureQueue(): Queue {
    const queue = new Queue(this, 'OnFailureQueue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(queue).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'This queue is where failures end; nothing reads it but the on-call engineer.',
    });
    return queue;
  }
}

function newImageFilter({ newItemsWith }: StreamConsumerProps) {
  if (newItemsWith === undefined) return {};
  const NewImage = Object.fromEntries(Object.entries(newItemsWith).map(([name, values]) => [name, { S: values }]));
  return { dynamodb: { NewImage } };
}
