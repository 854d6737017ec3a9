/** The signer of the bench `signer`: the real one on stubbed tables, which gets one batch after the other. */
import * as v from 'valibot';
import { handleBatch } from '../../../lambdas/delivery/worker/handle-batch.ts';
import { Webhook } from '../../../lambdas/webhooks/webhook.ts';
import { networkId, webhooksTo } from '../functions/stub-data.ts';
import { batchOf, MESSAGES_PER_BATCH } from './delivery-batches.ts';
import { assertArrived } from './sender.ts';
import { serveSender } from './serve-sender.ts';
import { stubbedSigner } from './stubbed-signer.ts';

/** Batches that are used again and again. */
const BATCHES = 100;

serveSender(({ url, connections }) => {
  const webhooks = v.parse(v.array(Webhook), webhooksTo(url));
  const ids = webhooks.map(({ webhookId }) => webhookId);
  const batches = Array.from({ length: BATCHES }, (_, index) => batchOf(index, networkId, ids));
  let delivered = 0;
  const signer = stubbedSigner({
    lane: 'slow',
    webhooksOf: () => webhooks,
    onStored: ({ state }) => {
      if (state === 'delivered') delivered++;
    },
  });

  return async (deliveries) => {
    delivered = 0;
    let next = 0;
    const reader = async (): Promise<void> => {
      while (next * MESSAGES_PER_BATCH < deliveries) {
        const { batchItemFailures } = await handleBatch(signer, batches[next++ % BATCHES] ?? []);
        if (batchItemFailures.length > 0) throw new Error('The signer could not handle a batch.');
      }
    };
    await Promise.all(Array.from({ length: connections / MESSAGES_PER_BATCH }, reader));
    assertArrived(delivered, deliveries);
  };
});
