/**
 * The queue of one delivery lane (docs/spec/delivery.md#isolation), or that of notices, with the dead-letter queue for messages
 * that no function could handle (docs/spec/delivery.md#our-own-faults).
 *
 * Logical ids are set explicitly: a queue that moves in the construct tree must not be replaced with messages in it.
 */
import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { setLogicalId } from './logical-id.ts';

/** The most that SQS allows. A message with a body takes up to 100 KB (lambdas/delivery/worker/fan-out.ts). */
const MAX_MESSAGE_BYTES = 1024 * 1024;
interface LaneQueueProps {
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
  constructor(scope: Construct, id: string, { visibilitySeconds = 60, maxReceives = 10 }: LaneQueueProps = {}) {
    super(scope, id);
    const shared = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...shared, retentionPeriod: Duration.days(DEAD_LETTER_DAYS) });
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
