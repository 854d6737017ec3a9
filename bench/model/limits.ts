/** Documented limits and quotas of AWS that the pipeline can reach, for us-east-1. */

/** A limit, the page that states it, and the day on which a stored copy of that page was read. */
export interface AwsLimit {
  readonly value: number;
  readonly unit: string;
  readonly page: `https://docs.aws.amazon.com/${string}`;
  readonly read: string;
}

const read = '2026-11-22';
const lambda = 'https://docs.aws.amazon.com/lambda/latest/dg';
const dynamoDb = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
const sqs = 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide';
const gateway = 'https://docs.aws.amazon.com/apigateway/latest/developerguide';

export const limits = {
  /** All HTTP, REST and WebSocket APIs of an account and region; can be raised. The bucket holds 5,000. */
  gatewayRequests: { value: 10_000, unit: 'requests/s', page: `${gateway}/limits.html`, read },
  /** All functions of an account and region; can be raised to tens of thousands. A new account has less. */
  lambdaConcurrency: { value: 1_000, unit: 'calls at once', page: `${lambda}/gettingstarted-limits.html`, read },
  /** Of one function, every 10 s. */
  lambdaScaling: { value: 1_000, unit: 'processes in 10 s', page: `${lambda}/scaling-behavior.html`, read },
  /** Memory at which a function has one whole processor. */
  memoryOfProcessor: { value: 1_769, unit: 'MB', page: `${lambda}/configuration-memory.html`, read },
  lambdaPayload: { value: 6_291_456, unit: 'bytes', page: `${lambda}/gettingstarted-limits.html`, read },
  /** How often Lambda asks each shard for records. After a batch it asks again at once. */
  streamPolls: { value: 4, unit: 'polls/s of a shard', page: `${lambda}/with-ddb.html`, read },
  streamBatch: { value: 10_000, unit: 'records', page: `${lambda}/services-ddb-params.html`, read },
  parallelizationFactor: { value: 10, unit: 'batches at once', page: `${lambda}/services-ddb-params.html`, read },
  /** The service has both: activity and fan-out. A third reader would be throttled. */
  shardReaders: { value: 2, unit: 'readers of a shard', page: `${dynamoDb}/Streams.html`, read },
  /** The highest MaximumConcurrency of a queue's mapping; 1,250 without one, and more in provisioned mode. */
  queueConcurrency: { value: 1_000, unit: 'calls at once', page: `${lambda}/services-sqs-scaling.html`, read },
  /** A mapping begins with 5 calls at once. */
  queueScaling: { value: 300, unit: 'more calls a minute', page: `${lambda}/services-sqs-scaling.html`, read },
  queueInFlight: { value: 120_000, unit: 'messages', page: `${sqs}/quotas-queues.html`, read },
  /** It doubles within 30 minutes where the traffic does. */
  newTableWrites: { value: 4_000, unit: 'write units/s', page: `${dynamoDb}/on-demand-capacity-mode.html`, read },
  /** Of each table; can be raised. */
  tableWrites: { value: 40_000, unit: 'write units/s', page: `${dynamoDb}/ServiceQuotas.html`, read },
  tableReads: { value: 40_000, unit: 'read units/s', page: `${dynamoDb}/ServiceQuotas.html`, read },
  partitionWrites: { value: 1_000, unit: 'write units/s', page: `${dynamoDb}/bp-partition-key-design.html`, read },
  partitionReads: { value: 3_000, unit: 'read units/s', page: `${dynamoDb}/bp-partition-key-design.html`, read },
} as const satisfies Readonly<Record<string, AwsLimit>>;
