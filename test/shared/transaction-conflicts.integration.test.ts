/**
 * Writes of one item while a transaction has it. DynamoDB refuses them, and the SDK does not repeat them by itself:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */

import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { WebhookId } from '../../contract/webhooks.ts';
import { connectTo } from '../../ctl/connection.ts';
import { quickRetries, repeatingConflicts } from '../../lambdas/shared/clients.ts';
import { receiverHealthTable } from '../../lambdas/webhooks/receiver-health-table.ts';
import { newFlow } from '../../lambdas/webhooks/webhooks-table.ts';
import { cloud, connection, createNetwork } from '../../testing/service.ts';
import { adminOf, create } from '../webhooks/admin.ts';

const conflict = () => new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: {} });

/** A client whose first `conflicts` attempts are refused. */
function clientWith(conflicts: number): DynamoDBDocumentClient {
  let left = conflicts;
  const { client } = connectTo(cloud());
  client.middlewareStack.add(
    (next) => async (args) => {
      if (left-- > 0) throw conflict();
      return await next(args);
    },
    { step: 'deserialize' },
  );
  return client;
}

test('a signer repeats its write, and routes do so as quickly as other calls', async () => {
  const networkId = await createNetwork({ features: ['webhooks'] });
  const { webhookId } = await create(await adminOf(networkId));
  const key = { networkId, webhookId: v.parse(WebhookId, webhookId) };
  const client = repeatingConflicts(clientWith(2));
  const health = receiverHealthTable(client, connection().tables.webhooks);
  expect(await health.replaceFlow(key, undefined, { ...newFlow, version: 'v' })).toBe(true);
  client.destroy();

  const attempt = await quickRetries.acquireInitialRetryToken();
  const next = await quickRetries.refreshRetryTokenForRetry(attempt, { errorType: 'TRANSIENT' });
  expect(next.getRetryDelay()).toBeLessThanOrEqual(50);
});
