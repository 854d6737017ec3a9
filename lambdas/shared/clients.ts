/** AWS clients, built once per process, with time-outs that fit inside a request. */
import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callTimes } from './call-times.ts';

let document: DynamoDBDocumentClient | undefined;

/** The process's DynamoDB client, which speaks plain objects. */
export function documentClient(): DynamoDBDocumentClient {
  document ??= repeatingConflicts(
    DynamoDBDocumentClient.from(new DynamoDBClient(callTimes()), { marshallOptions: { removeUndefinedValues: true } }),
  );
  return document;
}

/**
 * The client, which repeats a write that met a transaction on its item. DynamoDB refuses the write
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling), and the
 * SDK does not count that among the errors that pass, which it repeats.
 */
export function repeatingConflicts(client: DynamoDBDocumentClient): DynamoDBDocumentClient {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (error instanceof TransactionConflictException) error.$retryable = {};
        throw error;
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'repeatConflicts' },
  );
  return client;
}
