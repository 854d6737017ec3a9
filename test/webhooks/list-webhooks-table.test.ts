import { expect, jest, test } from '@jest/globals';
import { webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { webhookOfTests } from '../delivery/samples.ts';
import { scriptedClient } from '../support/clients.ts';

const webhook = webhookOfTests({ headers: { authorization: 'Bearer of-the-receiver' } });
const { networkId } = webhook;

// An eventually consistent read may miss a deletion of the last second:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html
test('all webhooks of a network are read, and consistently, so that a deleted one is not called', async () => {
  const LastEvaluatedKey = { networkId, webhookId: webhook.webhookId };
  const pages = [{ Items: [webhook], LastEvaluatedKey }, { Items: [webhook] }];
  const { client, inputs } = scriptedClient(() => pages[inputs.length - 1] ?? {});
  expect(await webhooksTable(client, 'webhooks').list(networkId)).toEqual([webhook, webhook]);
  expect(inputs).toEqual(Array(2).fill(expect.objectContaining({ ConsistentRead: true })));
});

test.each<[string, object]>([
  ['secrets', { secrets: 'whsec_AAAA' }],
  ['secrets.0.activeFrom', { secrets: [{ secret: 'whsec_AAAA', activeFrom: { secret: 'whsec_AAAA' } }] }],
  ['headers', { headers: 'authorization: Bearer of-the-receiver' }],
])('a webhook whose %s is malformed is logged with that field, without its secrets', async (field, malformed) => {
  const log = jest.spyOn(console, 'error').mockReturnValue();
  const { client } = scriptedClient(() => ({ Items: [{ ...webhook, ...malformed }] }));
  expect(await webhooksTable(client, 'webhooks').list(networkId)).toEqual([]);
  expect(log.mock.calls).toEqual([[expect.objectContaining({ webhookId: webhook.webhookId, field })]]);
  expect(JSON.stringify(log.mock.calls)).not.toMatch(/whsec_|of-the-receiver/);
  log.mockRestore();
});
