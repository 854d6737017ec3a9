/** Connects to the queues of failed messages, and to what repeats them: the readers of the stream, and the lanes. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SQSClient } from '@aws-sdk/client-sqs';
import { apiUrlOf, clientSettings, type Service, stackOutput } from '../connection.ts';

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

/** Connects to a service. Throws OperatorError for a missing output. */
export function connectToFailures(service: Service): FailureConnection {
  const { endpoints, outputs } = service;
  const sqs = endpoints && new URL(stackOutput(outputs, 'SlowLaneQueueUrl')).origin;
  const lambda = endpoints && `${apiUrlOf(service)}/_local/lambda`;
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
    sqs: new SQSClient(clientSettings(service, sqs)),
    lambda: new LambdaClient(clientSettings(service, lambda, INVOCATION_TIMEOUT)),
    streams: new DynamoDBStreamsClient(clientSettings(service, endpoints?.dynamodb)),
    dynamodb: new DynamoDBClient(clientSettings(service, endpoints?.dynamodb)),
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
