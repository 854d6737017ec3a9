/** A function that is called with batches of a queue's messages, and answers which of them have to come again. */
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

export interface QueueConsumerProps {
  readonly reader: ServiceFunction;
  readonly queue: Queue;
  /** Messages of one call, at most; without a window, a message never waits for others. */
  readonly batchSize: number;
  /** The most calls under way at one time, 2 to 1,000. Beyond it messages wait in the queue, and none counts as a failure. */
  readonly maxConcurrency: number;
}

export class QueueConsumer extends Construct {
  constructor(scope: Construct, id: string, { reader, queue, batchSize, maxConcurrency }: QueueConsumerProps) {
    super(scope, id);
    reader.allow(['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'], queue.queueArn);
    new EventSourceMapping(this, 'Mapping', {
      target: reader.lambda,
      eventSourceArn: queue.queueArn,
      batchSize,
      maxConcurrency,
      reportBatchItemFailures: true,
    });
  }
}
