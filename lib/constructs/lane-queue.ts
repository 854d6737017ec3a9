/**
 * The queue of one delivery lane (docs/spec/delivery.md#isolation), or that of notices, with the dead-letter queue for
 * messages that no function could handle (docs/spec/delivery.md#our-own-faults).
 *
 * Logical ids are set explicitly: a queue that moves in the construct tree must not be replaced with messages in it.
 */
import { Duration, type RemovalPolicy, Validations } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { setLogicalId } from './ids.ts';
import type { ServiceFunction } from './service-function.ts';
import { may } from './uses.ts';

/** The most that SQS allows. A message with a body takes up to 100 KB (lambdas/delivery/fan-out.ts). */
const MAX_MESSAGE_BYTES = 1024 * 1024;

interface LaneQueueProps {
  /** Whether dead letters outlive their stack: nothing else says what failed. */
  readonly failurePolicy: RemovalPolicy;
  /** Longer than any batch takes; 60 by default: six times the signer's time-out, as Lambda recommends. */
  readonly visibilitySeconds?: number;
  /** Receives before a message becomes a dead letter; 10 by default, after ten minutes. */
  readonly maxReceives?: number;
}
/** Age continues in the dead-letter queue, so a message stays there for at least the difference. */
const QUEUE_DAYS = 4;
const DEAD_LETTER_DAYS = 14;

export class LaneQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  /** The logical ids are `<id>Queue` and `<id>DeadLetters`. */
  constructor(
    scope: Construct,
    id: string,
    { failurePolicy, visibilitySeconds = 60, maxReceives = 10 }: LaneQueueProps,
  ) {
    super(scope, id);
    const shared = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    };
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...shared,
      retentionPeriod: Duration.days(DEAD_LETTER_DAYS),
      removalPolicy: failurePolicy,
    });
    this.queue = new Queue(this, 'Queue', {
      ...shared,
      retentionPeriod: Duration.days(QUEUE_DAYS),
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: maxReceives },
    });
    Validations.of(this.deadLetters).acknowledge({
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'The queue is itself for failures; only the on-call engineer reads it.',
    });
    setLogicalId(this.queue, `${id}Queue`);
    setLogicalId(this.deadLetters, `${id}DeadLetters`);
  }
}

interface ConsumerProps {
  readonly queue: Queue;
  /** The most messages of one call. A message never waits for others. */
  readonly batchSize: number;
  /** The most concurrent calls, 2 to 1,000. Further messages wait in the queue, which is no failed receive. */
  readonly maxConcurrency: number;
}

/** Calls a function with batches of a queue's messages. The function returns those that failed. */
export function consumeQueue(
  reader: ServiceFunction,
  id: string,
  { queue, batchSize, maxConcurrency }: ConsumerProps,
): void {
  reader.use(may(['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'], queue.queueArn));
  const mapping = new EventSourceMapping(reader, id, {
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
