/** Deliveries, written in batches of ten like those of the signer (docs/spec/delivery.md, ADR 16). */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { DeliverySettings } from '../../contract/delivery-settings.ts';
import { attemptCountsTable } from '../../lambdas/delivery/deliveries-table/attempt-hours.ts';
import { type DeliveriesTable, deliveriesTable } from '../../lambdas/delivery/deliveries-table/deliveries-table.ts';
import type { AttemptOutcome } from '../../lambdas/delivery/model/attempt.ts';
import { afterAttempt, type Delivery, newDelivery } from '../../lambdas/delivery/model/delivery.ts';
import { deliveryIdOf } from '../../lambdas/delivery/model/delivery-id.ts';
import { messageOfText } from '../../lambdas/delivery/queue/messages.ts';
import { attemptCounter } from '../../lambdas/delivery/worker/attempt-counter.ts';
import { type Cost, reads, writes } from '../harness/metered-client.ts';
import { batchOf, MESSAGES_PER_BATCH } from '../harness/signer/delivery-batches.ts';

const webhookId = 'wh_00000000000000000000000000000001';
const ledgerWebhookId = 'wh_00000000000000000000000000000002';
const settings = v.parse(DeliverySettings, {});

const delivered = { class: 'delivered', statusCode: 200, milliseconds: 20, remoteAddress: '127.0.0.1' } as const;
const failed = { class: 'http_5xx', statusCode: 503, milliseconds: 20, remoteAddress: '127.0.0.1' } as const;

/** Deliveries of the ledger, and the bytes of one at its first attempt. */
const IN_HOUR = 1000;
const BYTES_OF_DELIVERY = 480;
/** Batches in a row: several of them share one write of the counts of attempts. */
const BATCHES = 10;

/** Fills the table and returns the operations to measure. */
export async function deliveryCosts(client: DynamoDBDocumentClient, table: string): Promise<readonly Cost[]> {
  const deliveries = deliveriesTable(client, table);
  // Writes that it would make later, after the measurement, are left out.
  const counter = attemptCounter(attemptCountsTable(client, table), Date.now, () => undefined);
  const hour = await fillHour(deliveries);
  let batches = 0;

  async function deliver(): Promise<void> {
    for (let n = 0; n < BATCHES; n++) {
      const written = attempted(batches++, delivered);
      for (const { lastAttemptAt: startedAt = '' } of written) counter.note(webhookId, { ...delivered, startedAt });
      await Promise.all([deliveries.putAll(written), counter.settle()]);
    }
  }
  return [
    writes('delivery at first attempt, with the counts of attempts', 1, deliver, BATCHES * MESSAGES_PER_BATCH),
    writes(
      'failed first attempt, with its entries in two indexes',
      3,
      () => deliveries.putAll(attempted(batches++, failed)),
      MESSAGES_PER_BATCH,
    ),
    reads('page of 20 deliveries', 1.5, () => deliveries.log([webhookId], { limit: 20 })),
    // Half a unit for each 4 KB.
    reads('ledger of an hour with 1,000 deliveries', Math.floor((IN_HOUR * BYTES_OF_DELIVERY) / 8192), () =>
      deliveries.ledger(ledgerWebhookId, { hour }, 2 * IN_HOUR),
    ),
  ];
}

/** Writes the deliveries of a ledger, which are of one hour, and returns it. */
async function fillHour(deliveries: DeliveriesTable): Promise<string> {
  const createdAt = new Date(Date.now() - 60 * 60_000).toISOString();
  const all = Array.from({ length: IN_HOUR / MESSAGES_PER_BATCH }, (_, n) => attempted(n, delivered)).flat();
  await deliveries.putAll(
    all.map((one) => {
      const deliveryId = deliveryIdOf(one.networkId, one.eventId, ledgerWebhookId, createdAt);
      return { ...one, webhookId: ledgerWebhookId, deliveryId, createdAt };
    }),
  );
  return createdAt.slice(0, 13);
}

/** The deliveries of a batch after their first attempt. */
const attempted = (index: number, outcome: Omit<AttemptOutcome, 'startedAt'>): Delivery[] =>
  batchOf(index, 'units', [webhookId]).map(({ body }) => {
    const message = messageOfText(body);
    if (message.kind !== 'deliver') throw new Error('A message of the batch is not a delivery.');
    const startedAt = new Date().toISOString();
    return afterAttempt(newDelivery(message), { ...outcome, startedAt }, { settings, now: Date.now(), random: 0.5 });
  });
