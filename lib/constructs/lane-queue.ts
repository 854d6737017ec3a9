/**
 * The queue of one delivery lane, with the dead-letter queue for messages that no signer could handle (decisions 24 and 26).
 *
 * Logical ids are fixed by hand: a queue that moves in the construct tree must not be replaced with messages in it.
 */
import { Duration } from 'aws-cdk-lib';
import { CfnQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** An event's 256 KiB may double where its quotes are escaped. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Longer than any batch takes: six times the signer's time-out, as Lambda wants it. */
const VISIBILITY_SECONDS = 60;
/** Our own fault is given up after so many tries: ten minutes. */
const MAX_RECEIVES = 10;
/** A message's age goes on counting in the dead-letter queue: the difference is what it stays there at least. */
const QUEUE_DAYS = 4;
const DEAD_LETTER_DAYS = 14;

export class LaneQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  /** `name` makes the logical ids: `<name>Queue` and `<name>DeadLetters`. */
  constructor(scope: Construct, id: string, { name }: { readonly name: string }) {
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
      visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVES },
    });
    fixLogicalId(this.queue, `${name}Queue`);
    fixLogicalId(this.deadLetters, `${name}DeadLetters`);
  }
}

function fixLogicalId(queue: Queue, logicalId: string): void {
  const resource = queue.node.defaultChild;
  if (!(resource instanceof CfnQueue)) throw new Error(`The queue ${logicalId} has no resource of its own.`);
  resource.overrideLogicalId(logicalId);
}
