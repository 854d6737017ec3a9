/** The SQS client of a process, with time-outs that fit inside a call. */
import { SQSClient } from '@aws-sdk/client-sqs';

let client: SQSClient | undefined;

/** Returns the process's SQS client. */
export function sqsClient(): SQSClient {
  client ??= new SQSClient({
    requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
  });
  return client;
}
