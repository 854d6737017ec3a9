/**
 * The signer of the bench `signer`: assembled as in the Lambda function `sign-and-send`, except that its tables and
 * queue are stubs in memory that respond at once. It gets one batch after the other.
 */
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { DeliverySettings } from '../../../contract/delivery-settings.ts';
import { metricsNamespace } from '../../../contract/metrics.ts';
import { TargetPolicy } from '../../../contract/target-policy.ts';
import { createSigner, type SignerDeliveries } from '../../../lambdas/delivery/compose.ts';
import { createRequestSender } from '../../../lambdas/sending/send-request.ts';
import { signedSender } from '../../../lambdas/sending/send-signed.ts';
import { requiredJson } from '../../../lambdas/shared/env.ts';
import { metrics } from '../../../lambdas/shared/metrics.ts';
import { attemptCounter } from '../../../lambdas/statistics/attempt-counter.ts';
import { webhookDirectory } from '../../../lambdas/webhooks/webhook-directory.ts';
import { Webhook } from '../../../lambdas/webhooks/webhooks-table.ts';
import {
  faultlessTables,
  memoryDeliveries,
  memoryWebhooks,
} from '../../../test/support/delivery-world/memory-tables.ts';
import * as data from '../functions/stub-data.ts';
import { assertArrived, batchOf, MESSAGES_PER_BATCH, Order } from './delivery-batches.ts';

/** Batches that are used again and again. */
const BATCHES = 100;

const webhooks = v.parse(v.array(Webhook), data.webhooksTo(process.env['RECEIVER_URL'] ?? ''));
const batches = Array.from({ length: BATCHES }, (_, index) => batchOf(index, data.networkId, data.webhookIds));
const settings = requiredJson('DELIVERY_SETTINGS', DeliverySettings);
const [now, lane] = [Date.now, 'slow'] as const;
let delivered = 0;

const clock = { now, sleep: () => Promise.resolve() };
const putAll: SignerDeliveries['putAll'] = async (written) => {
  for (const { state } of written) if (state === 'delivered') delivered++;
};
const networks = {
  readSettings: async () => ({
    features: { blockUser: true, userActivity: true, webhooks: true },
    hideMode: 'blocker' as const,
  }),
};
const signer = createSigner({
  lane,
  settings,
  now,
  random: Math.random,
  sleep: setTimeout,
  directory: webhookDirectory(networks, { list: async () => webhooks, find: async () => webhooks[0] }),
  deliveries: { ...memoryDeliveries(clock, faultlessTables).deliveries, putAll },
  health: memoryWebhooks(clock, faultlessTables).health,
  outbox: {
    accepted: async () => ({ events: [] }),
    readBody: async () => undefined,
    readText: async () => undefined,
    add: async () => 'accepted',
  },
  counter: attemptCounter({ add: async () => undefined }),
  sendSigned: signedSender(createRequestSender(requiredJson('TARGET_POLICY', TargetPolicy)), now),
  sendSlow: async () => new Set(),
  // Formatted and dropped, as log lines are.
  metrics: metrics({ namespace: metricsNamespace('bench'), lane, write: () => undefined }),
  failures: { note: () => {}, flush: () => {} },
});

/** Sends that many deliveries. Throws if they don't arrive. */
export async function handler(order: unknown): Promise<void> {
  const { deliveries } = v.parse(Order, order);
  delivered = 0;
  for (let batch = 0; batch * MESSAGES_PER_BATCH < deliveries; batch++) {
    const { batchItemFailures } = await signer.handleBatch(batches[batch % BATCHES] ?? []);
    if (batchItemFailures.length > 0) throw new Error('The signer could not handle a batch.');
  }
  assertArrived(delivered, deliveries);
}
