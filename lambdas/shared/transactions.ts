/**
 * Transactions of DynamoDB. One is cancelled where a condition does not hold, and where another write has one of its
 * items
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling).
 * The SDK repeats neither; it repeats a transaction without a response, with the same token, so that it takes effect
 * once.
 */
import { setTimeout } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';

const MAX_TURNS = 12;
const LONGEST_WAIT_MS = 400;

/**
 * Calls `take` until it returns something other than false or undefined, at most 12 times within some seconds, with
 * longer and longer pauses. Throws `busy` where it never does.
 */
export async function retryWhileBusy<T>(busy: Error, take: () => Promise<T | false | undefined>): Promise<T> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    if (turn > 0) await setTimeout(Math.random() * Math.min(20 * 2 ** turn, LONGEST_WAIT_MS));
    const taken = await take();
    if (taken !== undefined && taken !== false) return taken;
  }
  throw busy;
}

/**
 * How a transaction ended. `cancelled`: nothing is written, and a new attempt may succeed. `unclear`: the same, or an
 * earlier request of the same transaction has taken effect, and this one met it.
 */
export type TransactionOutcome = 'written' | 'cancelled' | 'unclear';

/** Writes all items or none. Throws where DynamoDB refuses it for a reason that does not pass. */
export async function transact(
  client: DynamoDBDocumentClient,
  TransactItems: NonNullable<TransactWriteCommandInput['TransactItems']>,
): Promise<TransactionOutcome> {
  try {
    await client.send(new TransactWriteCommand({ TransactItems }));
    return 'written';
  } catch (error) {
    if (!(error instanceof TransactionCanceledException) || !mayTryAgain(error)) throw error;
    const isRepeated = (error.$metadata.attempts ?? 1) > 1;
    return isRepeated || hasConflict(error) ? 'unclear' : 'cancelled';
  }
}

const CONFLICT = 'TransactionConflict';
const passingReasons: ReadonlySet<string | undefined> = new Set([
  'None',
  'ConditionalCheckFailed',
  CONFLICT,
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** Whatever else cancels a transaction is a fault of ours. */
const mayTryAgain = ({ CancellationReasons = [] }: TransactionCanceledException): boolean =>
  CancellationReasons.length > 0 && CancellationReasons.every(({ Code }) => passingReasons.has(Code));

const hasConflict = ({ CancellationReasons = [] }: TransactionCanceledException): boolean =>
  CancellationReasons.some(({ Code }) => Code === CONFLICT);
