import { expect, jest, test } from '@jest/globals';
import { webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { webhookOfTests } from '../delivery/samples.ts';
import { scriptedClient } from '../support/clients.ts';

const webhook = webhookOfTests({ headers: { authorization: 'Bearer of-the-receiver' } });
const { networkId } = webhook;

// An eventually consistent read may miss a deletion of the last second:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html
test('the webhooks of a network are read consistently, so that a deleted one is not called', async () => {
  const { client, inputs } = scriptedClient(() => ({ Items: [webhook] }));
  expect(await webhooksTable(client, 'webhooks').list(networkId)).toEqual([webhook]);
  expect(inputs).toEqual([expect.objectContaining({ ConsistentRead: true })]);
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
