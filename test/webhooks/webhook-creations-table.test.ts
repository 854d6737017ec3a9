import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import type { Actor } from '../../contract/access.ts';
import { isTemporary } from '../../lambdas/shared/errors.ts';
import { webhookCreationsTable } from '../../lambdas/webhooks/webhook-creations-table.ts';
import { scriptedClient } from '../support/clients.ts';
import { webhookOfTests } from '../support/samples.ts';

const updatedBy: Actor = { kind: 'admin', name: 'root' };

test('a creation that other creations keep overtaking fails as a temporary failure', async () => {
  const { client } = scriptedClient((input) => {
    if ('TransactItems' in input)
      throw new TransactionCanceledException({
        message: '',
        $metadata: {},
        CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
      });
    return { Items: [] };
  });
  const table = webhookCreationsTable(client, { webhooks: 'Webhooks', audit: 'Audit', networks: 'Networks' });
  const outcome = await table.create({ ...webhookOfTests(), updatedBy }).catch((error: unknown) => error);
  expect(isTemporary(outcome)).toBe(true);
});
