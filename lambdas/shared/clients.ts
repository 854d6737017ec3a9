/** AWS clients, built once per process, with time-outs that fit inside a request. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callTimes } from './call-times.ts';

let document: DynamoDBDocumentClient | undefined;

/** The process's DynamoDB client, which speaks plain objects. */
export function documentClient(): DynamoDBDocumentClient {
  document ??= DynamoDBDocumentClient.from(new DynamoDBClient(callTimes()), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return document;
}
