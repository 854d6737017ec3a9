/**
 * One reader of a table's stream. DynamoDB allows two per shard.
 *
 * By default one bad record would be retried until it expires, and block its shard for a day. So retries and age are
 * limited, a failing batch is halved until the bad record is alone, and what still fails goes to a queue that an alarm
 * watches. A message of Lambda there has the shard and sequence numbers, and one of the reader (contract/redrive.ts)
 * the key, not the record: that stays in the stream for 24 hours, and in the table until it expires. `ctl redrive`
 * reads both.
 */
import { Duration, type RemovalPolicy, Validations } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { setLogicalId } from './ids.ts';
import { type ServiceFunction, STAR_RULES } from './service-function.ts';
import { may, type StageTable, sends } from './uses.ts';

/** The most records of one call. */
export const BATCH_SIZE = 100;
/** Attempts after the first, before a batch goes to the on-failure queue. */
const RETRIES = 10;
/** Age at which a record goes to the on-failure queue without a further attempt. */
const MAX_AGE_HOURS = 12;

interface StreamConsumerProps {
  readonly reader: ServiceFunction;
  readonly table: StageTable;
  /** Batches of one shard that are handled at one time, 1 to 10. */
  readonly batchesPerShard: number;
  /**
   * Attribute of a new item → its string values. Lambda isn't called, or billed, for other items. By default the reader
   * gets every new item.
   */
  readonly newItemsWith?: Readonly<Record<string, readonly string[]>>;
  /** Whether the on-failure queue outlives its stack: nothing else says what failed. */
  readonly failurePolicy: RemovalPolicy;
}

export class StreamConsumer extends Construct {
  readonly reader: ServiceFunction;
  /** What the reader failed to handle: batches that Lambda gave up, and records that the reader set aside. */
  readonly onFailureQueue: Queue;

  constructor(scope: Construct, id: string, props: StreamConsumerProps) {
    super(scope, id);
    const { reader, table, batchesPerShard } = props;
    const { tableStreamArn: streamArn, node } = table.table;
    if (streamArn === undefined) throw new Error(`The table ${node.id} has no stream.`);
    this.reader = reader;
    this.onFailureQueue = this.addOnFailureQueue(props.failurePolicy);
    const { queueArn } = this.onFailureQueue;

    reader.use(
      may(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], streamArn),
      may(['dynamodb:ListStreams'], '*'),
      sends(this.onFailureQueue, 'ON_FAILURE_QUEUE_URL'),
    );
    const listsOnly = 'dynamodb:ListStreams, which a stream mapping needs, lists ARNs only and takes no resource.';
    Validations.of(reader).acknowledge(...STAR_RULES.map((id) => ({ id, reason: listsOnly })));

    const mapping = new EventSourceMapping(this, 'Mapping', {
      target: reader.target,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: BATCH_SIZE,
      ...(batchesPerShard > 1 && { parallelizationFactor: batchesPerShard }),
      retryAttempts: RETRIES,
      maxRecordAge: Duration.hours(MAX_AGE_HOURS),
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: { bind: () => ({ destination: queueArn }) },
      filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT'), ...newImageFilter(props) })],
    });
    // With another id the mapping would be created anew, which fails as it exists already, or reads 24 hours of events again.
    setLogicalId(mapping, `${reader.node.id}Mapping`);
    setLogicalId(this.onFailureQueue, `${reader.node.id}OnFailureQueue`);
  }

  private addOnFailureQueue(removalPolicy: RemovalPolicy): Queue {
    const queue = new Queue(this, 'OnFailureQueue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy,
    });
    const reason = 'The queue is itself for failures; only the on-call engineer reads it.';
    Validations.of(queue).acknowledge(
      { id: 'AwsSolutions-SQS3', reason },
      { id: 'Serverless-SQSRedrivePolicy', reason },
    );
    return queue;
  }
}

function newImageFilter({ newItemsWith }: StreamConsumerProps) {
  if (newItemsWith === undefined) return {};
  const NewImage = Object.fromEntries(Object.entries(newItemsWith).map(([name, values]) => [name, { S: values }]));
  return { dynamodb: { NewImage } };
}
