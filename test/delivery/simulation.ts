/**
 * The delivery engine with a clock that the test moves: real tables in DynamoDB Local, a queue in simulated time, and
 * receivers whose responses the test sets.
 */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import type { Actor } from '../../contract/access.ts';
import { DeliveryId } from '../../contract/deliveries.ts';
import type { DeliveryClass } from '../../contract/delivery-classes.ts';
import { DeliverySettings } from '../../contract/delivery-settings.ts';
import { EventId } from '../../contract/events.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { auditTable } from '../../lambdas/audit/audit-table.ts';
import { networksTable } from '../../lambdas/auth/networks-table.ts';
import { attemptCountsTable } from '../../lambdas/delivery/deliveries-table/attempt-hours.ts';
import { deliveriesTable } from '../../lambdas/delivery/deliveries-table/deliveries-table.ts';
import { deliveryKey, indexAttributes } from '../../lambdas/delivery/deliveries-table/delivery-item.ts';
import type { AttemptOutcome } from '../../lambdas/delivery/model/attempt.ts';
import type { Delivery } from '../../lambdas/delivery/model/delivery.ts';
import type { Signed } from '../../lambdas/delivery/outbound/signature.ts';
import {
  type DeliveryMessage,
  firstMessage,
  messageText,
  type QueuedMessage,
} from '../../lambdas/delivery/queue/messages.ts';
import { webhookDirectory } from '../../lambdas/delivery/receiver/webhook-directory.ts';
import { attemptCounter } from '../../lambdas/delivery/worker/attempt-counter.ts';
import { handleBatch } from '../../lambdas/delivery/worker/handle-batch.ts';
import { createSigner } from '../../lambdas/delivery/worker/signer.ts';
import { sweepDue } from '../../lambdas/delivery/worker/sweep-due.ts';
import type { StoredEvent } from '../../lambdas/events/events-table.ts';
import { metrics } from '../../lambdas/shared/metrics.ts';
import { receiverHealthTable } from '../../lambdas/webhooks/receiver-health-table.ts';
import { webhookChangesTable } from '../../lambdas/webhooks/webhook-changes-table.ts';
import { type Webhook, webhooksTable } from '../../lambdas/webhooks/webhooks-table.ts';
import { cloud, connection, createNetwork } from '../../testing/service.ts';
import { tableLike } from './own-table.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** That of the queues (lib/constructs/lane-queue.ts). */
const VISIBILITY_TIMEOUT = MINUTE;
const neverDies = () => false;

/** A request that reached a receiver. `at` is simulated time: milliseconds since the simulation began. */
export interface Arrival {
  readonly at: number;
  readonly deliveryId: string;
  readonly inFlight: number;
}

/** Returns a receiver's response to a request, as the outcome of the attempt. */
export type Behaviour = (arrival: Arrival) => Partial<AttemptOutcome> & { readonly class: DeliveryClass };

/** Whoever changes a webhook. */
export const admin: Actor = { kind: 'admin', name: 'root' };

export type Simulation = Awaited<ReturnType<typeof simulation>>;

/** A network with one webhook, a signer, a sweeper that runs each minute, and a queue. */
export async function simulation(
  settings: Partial<v.InferInput<typeof DeliverySettings>> = {},
  /** Whether the process dies at this point; its batch is received again after the visibility timeout. */
  dies: () => boolean = neverDies,
) {
  const begin = Date.UTC(2026, 0, 1);
  let time = begin;
  const now = () => time;
  const queue: { at: number; message: DeliveryMessage; received?: number }[] = [];
  const arrivals: Arrival[] = [];
  const events = new Map<string, StoredEvent>();
  const sent: DeliveryMessage[] = [];
  let behaviour: Behaviour = () => ({ class: 'delivered', statusCode: 200 });
  let inFlight = 0;
  let lastSweep = begin;

  const { client } = connection();
  // The sweeper of the shared cloud would take what is due in its tables, and its clock is another one.
  const WebhooksTableName = await tableLike(client, `${cloud().outputs['WebhooksTableName']}`);
  const DeliveriesTableName = await tableLike(client, `${cloud().outputs['DeliveriesTableName']}`);
  const networkId: NetworkId = await createNetwork({ features: ['webhooks'] });
  const webhooks = webhooksTable(client, WebhooksTableName);
  const { audit } = connection().tables;
  const changes = webhookChangesTable(client, { webhooks: WebhooksTableName, audit }, now);
  const sound = { ...receiverHealthTable(client, WebhooksTableName), disable: changes.disable };
  const health: typeof sound = {
    ...sound,
    replaceFlow: async (webhook, before, flow) => {
      // That of another webhook, if there is one, is not needed.
      flowDue = Date.parse(flow.leasedUntil ?? flow.nextAt ?? '') + MINUTE;
      return mayDieAfter(await sound.replaceFlow(webhook, before, flow));
    },
  };
  const table = deliveriesTable(client, DeliveriesTableName, now);
  /** Times at which deliveries become due for the sweeper; other minutes are skipped. */
  const dueTimes: number[] = [];
  let flowDue = Number.NaN;
  const noteDue = (delivery: Delivery) => {
    const { dueAt } = indexAttributes(delivery, time);
    if (dueAt !== undefined) dueTimes.push(Date.parse(dueAt));
  };
  const deliveries: typeof table = {
    ...table,
    putAll: async (written) => {
      mayDieAfter(undefined);
      written.forEach(noteDue);
      await table.putAll(written);
    },
    putUnlessOvertaken: async (written) => {
      noteDue(written);
      return await table.putUnlessOvertaken(written);
    },
  };
  const trail = auditTable(client, audit, now);
  const webhookId = await addWebhook();

  const parsed = v.parse(DeliverySettings, settings);
  const directory = webhookDirectory(networksTable(client, connection().tables.networks), webhooks, now);
  const sendSlow = async (messages: readonly QueuedMessage[]) => {
    mayDieAfter(undefined);
    for (const { message, delaySeconds = 0 } of messages) {
      sent.push(message);
      queue.push({ at: time + delaySeconds * SECOND, message });
    }
    mayDieAfter(undefined);
    return new Set<QueuedMessage>();
  };
  const signer = createSigner({
    lane: 'slow',
    settings: parsed,
    now,
    random: () => 0.5,
    pause: async (milliseconds) => {
      time += milliseconds;
    },
    directory,
    deliveries,
    health,
    readBody: async (_, eventId) => events.get(eventId)?.body,
    addEvent: async () => 'accepted',
    counter: attemptCounter(attemptCountsTable(client, DeliveriesTableName), now, () => undefined),
    sendSigned,
    sendSlow,
    metrics: metrics(),
    failures: { note: () => {}, flush: () => {} },
  });

  return {
    networkId,
    webhookId,
    changes,
    deliveries,
    arrivals,
    queue,
    /** Every message that was sent to the slow lane. */
    sent,
    signer,
    behave: (next: Behaviour) => {
      behaviour = next;
    },
    elapsed: () => time - begin,
    webhook: () => webhooks.read({ networkId, webhookId }),
    /** Every delivery, the latest first. */
    log: async () => (await table.log([webhookId], { limit: 1000 })).deliveries,
    /** The webhook's deliveries of an hour, as its receiver can compare them. */
    ledgerOf: async (hour: string) => (await table.ledger(webhookId, { hour }, 1000)).deliveries,
    /** The webhook's entries of the audit trail, the oldest first. */
    trail: async () => (await trail.page(networkId, { webhookId, limit: 100 })).results.toReversed(),
    post,
    /** Fans every event out again, as when its stream is read once more. */
    fanOutAgain: () => {
      for (const event of events.values()) {
        queue.push({ at: time, message: firstMessage(event, { networkId, webhookId }, time) });
      }
    },
    addWebhook,
    /** Makes the item of a delivery unreadable. */
    damage: async (deliveryId: string) => {
      const Key = deliveryKey(webhookId, v.parse(DeliveryId, deliveryId));
      await client.send(new UpdateCommand({ TableName: DeliveriesTableName, Key, UpdateExpression: 'REMOVE eventId' }));
    },
    /** Records the replay of a delivery, but sends no message. */
    replay: async (delivery: Delivery) => {
      const replayed = await table.sendAgain(delivery, 'at_once');
      if (replayed === undefined) throw new Error('The delivery has changed.');
      noteDue(replayed);
      return replayed;
    },
    run,
    send: (message: DeliveryMessage) => {
      queue.push({ at: time, message });
    },
  };

  /** Accepts events and fans them out; returns the ids of their deliveries. */
  function post(count = 1, to: WebhookId = webhookId): string[] {
    return Array.from({ length: count }, () => {
      const eventId = v.parse(EventId, randomUUID());
      const acceptedAt = new Date(time).toISOString();
      const body = `{"event":"shop.didSell","data":{"id":"${eventId}"}}`;
      const event = { networkId, eventId, event: 'shop.didSell', body, acceptedAt, occurredAt: acceptedAt };
      events.set(eventId, event);
      const message = firstMessage(event, { networkId, webhookId: to }, time);
      queue.push({ at: time, message });
      return message.deliveryId;
    });
  }

  /** Lets simulated time pass: messages are handled when they are due, in batches of ten, and the sweeper runs each minute. */
  async function run(milliseconds: number): Promise<void> {
    const until = time + milliseconds;
    for (;;) {
      queue.sort((a, b) => a.at - b.at);
      const nextMessage = queue[0]?.at ?? Number.POSITIVE_INFINITY;
      const nextDue = Math.min(...[...dueTimes, flowDue].filter((due) => due > lastSweep));
      const nextSweep = Math.max(time, begin + Math.ceil((nextDue - begin) / MINUTE) * MINUTE);
      const next = Math.min(nextMessage, nextSweep);
      if (next > until) break;
      time = Math.max(time, next);
      if (nextMessage <= nextSweep) {
        const due = queue.filter(({ at }) => at <= time).slice(0, 10);
        queue.splice(0, due.length);
        const records = due.map(({ message, received = 0 }) => recordOf(message, received + 1));
        const { batchItemFailures } = await handleBatch(signer, records);
        for (const { itemIdentifier } of batchItemFailures) {
          const again = due[records.findIndex(({ messageId }) => messageId === itemIdentifier)];
          if (dies === neverDies || again === undefined)
            throw new Error('A message was not handled; the log says why.');
          queue.push({ ...again, at: time + VISIBILITY_TIMEOUT, received: (again.received ?? 0) + 1 });
        }
      } else {
        await sweepOrDie();
      }
    }
    time = Math.max(time, until);
  }

  /** After a sweep that dies, the next one follows in a minute. */
  async function sweepOrDie(): Promise<void> {
    try {
      await sweepDue({ deliveries, health: sound, sendSlow, metrics: metrics(), now });
      lastSweep = time;
    } catch (error) {
      if (dies === neverDies) throw error;
      time += MINUTE;
    }
  }

  function mayDieAfter<T>(value: T): T {
    if (dies()) throw new Error('The process died here, says the test.');
    return value;
  }

  async function sendSigned(_: Webhook, { deliveryId }: Signed): Promise<AttemptOutcome> {
    inFlight++;
    const arrival = { at: time - begin, deliveryId, inFlight };
    arrivals.push(arrival);
    const startedAt = time;
    await new Promise(setImmediate);
    inFlight--;
    const outcome = { startedAt: new Date(startedAt).toISOString(), milliseconds: 20, ...behaviour(arrival) };
    time = Math.max(time, startedAt + outcome.milliseconds);
    return outcome;
  }

  async function addWebhook(): Promise<WebhookId> {
    const id = v.parse(WebhookId, `wh_${randomUUID().replaceAll('-', '')}`);
    const at = new Date(begin).toISOString();
    await webhookChangesTable(client, { webhooks: WebhooksTableName, audit }).create({
      networkId,
      webhookId: id,
      url: 'http://127.0.0.1:9/',
      events: ['*'],
      description: '',
      headers: {},
      legacySignature: false,
      enabled: true,
      secrets: [{ secret: 'whsec_AAAA', activeFrom: at }],
      createdAt: at,
      updatedAt: at,
      updatedBy: admin,
    });
    return id;
  }
}

const recordOf = (message: DeliveryMessage, received = 1): SQSRecord => ({
  messageId: randomUUID(),
  receiptHandle: '',
  body: messageText(message),
  attributes: {
    ApproximateReceiveCount: `${received}`,
    SentTimestamp: '0',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: '',
});
