import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { expect, jest, test } from '@jest/globals';
import { quickRetries } from '../../lambdas/shared/clients.ts';
import { isTemporary, TemporaryError } from '../../lambdas/shared/errors.ts';
import { transact } from '../../lambdas/shared/transactions.ts';
import { scriptedClient } from '../support/clients.ts';

const error = (fields: object) => Object.assign(new Error('no'), fields);
const cancelled = (...codes: readonly string[]) =>
  error({ name: 'TransactionCanceledException', CancellationReasons: codes.map((Code) => ({ Code })) });

test.each<[string, Error]>([
  ['a throttled call', error({ name: 'ThrottlingException', $metadata: { httpStatusCode: 400 } })],
  ['a call too many', error({ $metadata: { httpStatusCode: 429 } })],
  ['a call beyond the account’s limit', error({ name: 'RequestLimitExceeded' })],
  ['a call of SQS too many', error({ name: 'RequestThrottled' })],
  ['a call without a response', error({ name: 'TimeoutError' })],
  ['a transaction that is being written', error({ name: 'TransactionInProgressException' })],
  ['a throttled transaction', cancelled('None', 'ThrottlingError')],
  ['a failure of AWS', error({ name: 'InternalServerError', $metadata: { httpStatusCode: 500 } })],
  ['a connection that was closed', error({ name: 'TimeoutError', code: 'ECONNRESET' })],
  ['a host without a connection', error({ code: 'ECONNREFUSED', $metadata: { attempts: 3 } })],
  ...['EAI_AGAIN', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'ETIMEDOUT'].map((code): [string, Error] => [
    `a connection that ends with ${code}`,
    error({ code }),
  ]),
  ['a write of what a transaction has', error({ name: 'TransactionConflictException' })],
  ['a transaction in conflict with another', cancelled('None', 'TransactionConflict')],
  ['what AWS reports otherwise', new TemporaryError()],
])('%s is temporary', (_, failure) => {
  expect(isTemporary(failure)).toBe(true);
});

test.each([
  ['a defect', new TypeError('undefined is not a function')],
  ['a missing permission', error({ name: 'AccessDeniedException', $metadata: { httpStatusCode: 400 } })],
  ['a condition that did not hold', cancelled('ConditionalCheckFailed', 'None')],
  ['a thrown text', 'ThrottlingException'],
])('%s is not', (_, failure) => {
  expect(isTemporary(failure)).toBe(false);
});

test('no attempt at a call begins later than a second after the first, whatever came between', async () => {
  const throttled = { errorType: 'THROTTLING' };
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const first = await quickRetries.acquireInitialRetryToken();
  clock.mockReturnValue(600);
  const second = await quickRetries.refreshRetryTokenForRetry(first, throttled);
  clock.mockReturnValue(1_000);
  await expect(quickRetries.refreshRetryTokenForRetry(second, throttled)).rejects.toThrow('No attempt follows.');
  clock.mockRestore();
});

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
