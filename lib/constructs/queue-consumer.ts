/** Calls a function with batches of a queue's messages. The function returns those that failed. */
import { Validations } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { setLogicalId } from './logical-id.ts';
import type { ServiceFunction } from './service-function.ts';

interface QueueConsumerProps {
  readonly reader: ServiceFunction;
  readonly queue: Queue;
  /** The most messages of one call. A message never waits for others. */
  readonly batchSize: number;
  /** The most concurrent calls, 2 to 1,000. Further messages wait in the queue, which is no failed receive. */
  readonly maxConcurrency: number;
}

export class QueueConsumer extends Construct {
  constructor(scope: Construct, id: string, { reader, queue, batchSize, maxConcurrency }: QueueConsumerProps) {
    super(scope, id);
    reader.allow(['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'], queue.queueArn);
    const mapping = new EventSourceMapping(this, 'Mapping', {
      target: reader.target,
      eventSourceArn: queue.queueArn,
      batchSize,
      maxConcurrency,
      reportBatchItemFailures: true,
    });
    Validations.of(mapping).acknowledge({
      id: 'Serverless-LambdaEventSourceMappingDestination',
      reason: 'Messages that fail go to the dead-letter queue of the queue.',
    });
    // With another id the mapping would be created anew, which fails as it exists already.
    setLogicalId(mapping, `${reader.node.id}Mapping`);
  }
}
