/** AWS clients, built once per process, with time-outs that fit inside a request. */
import { DynamoDBClient, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** One attempt of a call, in the SDK's words. */
interface RetryToken {
  getRetryCount(): number;
  /** Milliseconds to wait before it. */
  getRetryDelay(): number;
}

const callsBegan = new WeakMap<RetryToken, number>();

const FIRST_DELAY_MS = 50;
const LAST_START_MS = 1_000;

/**
 * A retry strategy of the SDK, for a process whose caller waits: the first retry after 50 ms at most, each delay up to
 * twice the one before, and none later than a second after the call began, so none after a time-out. The SDK itself
 * waits for up to a second before the first retry of a throttled call, and up to four before the third; its
 * ConfiguredRetryStrategy bounds attempts, not time.
 */
export const quickRetries = {
  acquireInitialRetryToken: async (): Promise<RetryToken> => attempt(performance.now(), 0, 0),

  /** Throws where no attempt follows. */
  async refreshRetryTokenForRetry(
    failed: RetryToken,
    { errorType }: { readonly errorType: string },
  ): Promise<RetryToken> {
    const began = callsBegan.get(failed) ?? performance.now();
    const retries = failed.getRetryCount();
    const delay = FIRST_DELAY_MS * 2 ** retries * (0.5 + Math.random() / 2);
    const isInTime = performance.now() + delay - began < LAST_START_MS;
    if (!isInTime || !['THROTTLING', 'TRANSIENT'].includes(errorType)) throw new Error('No attempt follows.');
    return attempt(began, retries + 1, delay);
  },

  recordSuccess(): void {},
};

function attempt(callBegan: number, retries: number, delay: number): RetryToken {
  const created = { getRetryCount: () => retries, getRetryDelay: () => delay };
  callsBegan.set(created, callBegan);
  return created;
}

const patient = { requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true } };
const bounded = {
  // Long enough for a process with hardly any processor time, which sees late what has arrived.
  requestHandler: { connectionTimeout: 2500, requestTimeout: 2500, throwOnRequestTimeout: true },
  retryStrategy: quickRetries,
};

let isBounded = false;
let isInUse = false;

/** The time-outs and retries of a client, as part of its configuration. */
function callTimes(): typeof patient | typeof bounded {
  isInUse = true;
  return isBounded ? bounded : patient;
}

/**
 * Bounds each call with its retries to about a second where AWS refuses it, and to 2.5 s where it does not respond, for
 * a process whose caller waits. Others wait longer rather than repeat their work. Throws where a client was created
 * already.
 */
export function boundCallTimes(): void {
  if (isInUse) throw new Error('Call times must be bounded before the first client is created.');
  isBounded = true;
}

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
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling),
 * and the SDK does not count that among the errors that pass, which it repeats.
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

let client: SQSClient | undefined;

/** Returns the process's SQS client. */
export function sqsClient(): SQSClient {
  client ??= new SQSClient({
    requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
  });
  return client;
}
