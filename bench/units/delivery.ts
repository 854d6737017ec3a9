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
import { loopbackSettings } from '../harness/functions/stub-data.ts';
import type { Cost } from '../harness/metered-client.ts';
import { batchOf, MESSAGES_PER_BATCH } from '../harness/signer/delivery-batches.ts';

const webhookId = 'wh_00000000000000000000000000000001';
const ledgerWebhookId = 'wh_00000000000000000000000000000002';
const settings = v.parse(DeliverySettings, loopbackSettings);

const delivered = { class: 'delivered', statusCode: 200, milliseconds: 20, remoteAddress: '127.0.0.1' } as const;

/** Deliveries of the ledger, and the bytes of one at its first attempt. */
const IN_HOUR = 1000;
const BYTES_OF_DELIVERY = 480;
/** Batches in a row: several of them share one write of the counts of attempts. */
const BATCHES = 10;

export async function deliveryCosts(client: DynamoDBDocumentClient, table: string): Promise<readonly Cost[]> {
  const deliveries = deliveriesTable(client, table);
  // Writes that it would make later, after the measurement, are left out.
  const counter = attemptCounter(attemptCountsTable(client, table), Date.now, () => undefined);
  let batches = 0;
  const hour = await fillHour(deliveries);

  const batch = (outcome: Omit<AttemptOutcome, 'startedAt'>) => attempted(batches++, outcome);
  const failed = { class: 'http_5xx', statusCode: 503, milliseconds: 20, remoteAddress: '127.0.0.1' } as const;
  return [
    {
      name: 'delivery at first attempt',
      unit: 'write units',
      run: () => deliveries.putAll(batch(delivered)),
      per: MESSAGES_PER_BATCH,
      least: 1,
      aim: '1',
    },
    {
      name: 'delivery at first attempt, counts of attempts included',
      unit: 'write units',
      run: async () => {
        for (let n = 0; n < BATCHES; n++) {
          const written = batch(delivered);
          for (const { lastAttemptAt: startedAt = '' } of written) counter.note(webhookId, { ...delivered, startedAt });
          await Promise.all([deliveries.putAll(written), counter.settle()]);
        }
      },
      per: BATCHES * MESSAGES_PER_BATCH,
      least: 1,
    },
    {
      name: 'failed first attempt, with its entries in two indexes',
      unit: 'write units',
      run: () => deliveries.putAll(batch(failed)),
      per: MESSAGES_PER_BATCH,
      least: 3,
    },
    {
      name: 'page of 20 deliveries',
      unit: 'read units',
      run: () => deliveries.log([webhookId], { limit: 20 }),
      least: 1.5,
    },
    {
      name: 'ledger of an hour with 1,000 deliveries',
      unit: 'read units',
      run: () => deliveries.ledger(ledgerWebhookId, { hour }, 2 * IN_HOUR),
      // Half a unit for each 4 KB.
      least: Math.floor((IN_HOUR * BYTES_OF_DELIVERY) / 8192),
    },
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
