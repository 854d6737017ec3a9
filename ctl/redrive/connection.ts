/** Connects to the queues of failed messages, and to what repeats them: the readers of the stream, and the lanes. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SQSClient } from '@aws-sdk/client-sqs';
import { API_URL, type LocalService, type StackOutputs, stackOutput } from '../connection.ts';

/** A queue of failed messages. `name` is its logical id. */
export type FailureQueue =
  /** The on-failure queue of a stream reader, the function `reader`. */
  | { readonly kind: 'stream'; readonly name: string; readonly url: string; readonly reader: string }
  /** The dead-letter queue of a delivery lane, whose own queue has the URL `lane`. */
  | { readonly kind: 'lane'; readonly name: string; readonly url: string; readonly lane: string }
  /**
   * The dead-letter queue of notices that go out by e-mail. They wait in the queue with the URL `lane`, and are sent by
   * the function `sender`.
   */
  | {
      readonly kind: 'notices';
      readonly name: string;
      readonly url: string;
      readonly lane: string;
      readonly sender: string;
    };

/** Clients, and the names and URLs to use them with. */
export interface FailureConnection {
  readonly sqs: SQSClient;
  readonly lambda: LambdaClient;
  readonly streams: DynamoDBStreamsClient;
  readonly dynamodb: DynamoDBClient;
  readonly queues: readonly FailureQueue[];
  readonly eventsTable: string;
}

/** Longer than the time-out of a stream reader, for which a call waits. */
const INVOCATION_TIMEOUT = 70_000;

/** Connects to a local cloud. Throws OperatorError for a missing output. */
export function connectToLocalFailures({ region, endpoints, credentials, outputs }: LocalService): FailureConnection {
  const common = { region, credentials };
  return connect(outputs, {
    sqs: { ...common, endpoint: new URL(stackOutput(outputs, 'SlowLaneQueueUrl')).origin },
    lambda: { ...common, endpoint: `${stackOutput(outputs, API_URL)}/_local/lambda` },
    dynamodb: { ...common, endpoint: endpoints.dynamodb },
  });
}

/** Connects to a deployed stage, in the account and region of the AWS environment. Throws OperatorError. */
export const connectToDeployedFailures = (region: string, outputs: StackOutputs): FailureConnection =>
  connect(outputs, { sqs: { region }, lambda: { region }, dynamodb: { region } });

interface ClientConfig {
  readonly region: string;
  readonly endpoint?: string;
  readonly credentials?: LocalService['credentials'];
}

function connect(
  outputs: StackOutputs,
  configs: Readonly<Record<'sqs' | 'lambda' | 'dynamodb', ClientConfig>>,
): FailureConnection {
  const withTimeout = (config: ClientConfig, requestTimeout = 30_000) => ({
    ...config,
    maxAttempts: 5,
    requestHandler: { connectionTimeout: 3000, requestTimeout, throwOnRequestTimeout: true },
  });
  const streamQueue = (reader: string): FailureQueue => ({
    kind: 'stream',
    name: `${reader}OnFailureQueue`,
    url: stackOutput(outputs, `${reader}OnFailureQueueUrl`),
    reader: stackOutput(outputs, `${reader}FunctionName`),
  });
  const laneQueue = (lane: string) => ({
    name: `${lane}DeadLetters`,
    url: stackOutput(outputs, `${lane}DeadLettersUrl`),
    lane: stackOutput(outputs, `${lane}QueueUrl`),
  });
  // Only a stage that sends mails has them.
  const noticesQueue: readonly FailureQueue[] =
    outputs['NoticesQueueUrl'] === undefined
      ? []
      : [{ kind: 'notices', ...laneQueue('Notices'), sender: stackOutput(outputs, 'NoticeMailsFunctionName') }];
  return {
    sqs: new SQSClient(withTimeout(configs.sqs)),
    lambda: new LambdaClient(withTimeout(configs.lambda, INVOCATION_TIMEOUT)),
    streams: new DynamoDBStreamsClient(withTimeout(configs.dynamodb)),
    dynamodb: new DynamoDBClient(withTimeout(configs.dynamodb)),
    queues: [
      streamQueue('RecordActivity'),
      streamQueue('FanOut'),
      { kind: 'lane', ...laneQueue('FirstAttempts') },
      { kind: 'lane', ...laneQueue('SlowLane') },
      ...noticesQueue,
    ],
    eventsTable: stackOutput(outputs, 'EventsTableName'),
  };
}
