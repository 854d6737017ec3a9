import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { transact } from '../../lambdas/shared/transactions.ts';
import { scriptedClient } from '../support/scripted-client.ts';

// One reason for each item, and the SDK repeats none of them:
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
test.each([
  [['None', 'ConditionalCheckFailed'], 'cancelled'],
  [['ThrottlingError', 'None'], 'cancelled'],
  [['ProvisionedThroughputExceeded', 'None'], 'cancelled'],
  [['TransactionConflict', 'None'], 'unclear'],
  [['None', 'ValidationError'], 'thrown'],
])('a transaction that DynamoDB cancels with %j is %s', async (codes, outcome) => {
  const CancellationReasons = codes.map((Code) => ({ Code }));
  const error = new TransactionCanceledException({ message: 'cancelled', CancellationReasons, $metadata: {} });
  const { client } = scriptedClient(() => {
    throw error;
  });
  expect(await transact(client, []).catch(() => 'thrown')).toBe(outcome);
});
