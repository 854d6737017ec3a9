import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { messageOf } from '../../bench/harness/signer/delivery-batches.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { newDelivery } from '../../lambdas/deliveries/delivery.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { attemptDelivery } from '../../lambdas/delivery/attempt-delivery.ts';
import { handleBatch } from '../../lambdas/delivery/handle-batch.ts';
import { webhookOfTests } from '../support/samples.ts';

test('messages to webhooks of two networks are handled apart, even if these had the same id', async () => {
  const asked: string[] = [];
  const flush = () => undefined;
  const signer = {
    directory: {
      async find(networkId: string, webhookId: string) {
        asked.push(`${networkId} ${webhookId}`);
      },
      forgetNetwork: flush,
    },
    ...{ metrics: { add: flush, flush }, failures: { flush }, counter: { settle: flush }, now: Date.now },
  };
  const records = ['demo', 'other'].map((network) => messageOf(0, network, ['wh_1']));
  await handleBatch(Object(signer), records);
  expect([...new Set(asked)].sort()).toEqual(['demo wh_1', 'other wh_1']);
});

// A second lock: the key of a delivery has the id of its webhook, and not its network.
test('what happened in one network is never sent to a webhook of another one', async () => {
  const webhook = webhookOfTests();
  const [networkId, eventId] = [v.parse(NetworkId, 'another'), v.parse(EventId, 'e1')];
  const acceptedAt = '2026-01-01T00:00:00.000Z';
  const deliveryId = deliveryIdOf(networkId, eventId, webhook.webhookId, acceptedAt);
  const origin = { deliveryId, networkId, webhookId: webhook.webhookId, eventId, event: 'shop.didSell', acceptedAt };
  const delivery = newDelivery({ ...origin, generation: 0 });
  const touched: string[] = [];
  const signer = new Proxy(Object({}), { get: (_, part) => touched.push(`${String(part)}`) });
  for (const body of ['{}', undefined]) {
    await expect(attemptDelivery(signer, webhook, delivery, body)).rejects.toThrow('is of the network another');
  }
  expect(touched).toEqual([]);
});
