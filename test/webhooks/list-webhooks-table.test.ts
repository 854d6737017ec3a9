import { expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { scriptedClient } from '../support/clients.ts';

const networkId = v.parse(NetworkId, 'demo');
const at = '2026-01-01T00:00:00.000Z';
const webhook = {
  networkId,
  webhookId: `wh_${'a'.repeat(32)}`,
  url: 'https://example.com/',
  events: ['*'],
  filter: '',
  description: '',
  headers: { authorization: 'Bearer of-the-receiver' },
  legacySignature: false,
  enabled: true,
  secrets: [{ secret: 'whsec_AAAA', activeFrom: at }],
  createdAt: at,
  updatedAt: at,
};

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
