/**
 * The operations of the benchmark `units`: blocks (all checked ids exist, because DynamoDB Local charges nothing for
 * others), deliveries in batches of ten like those of the signer, ingest, activity and authorization.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { HideMode } from '../../contract/access.ts';
import { MAX_ACTIVITIES_PER_PAGE } from '../../contract/activity.ts';
import { MAX_AUDIENCE, MAX_CHECKED_USERS } from '../../contract/block.ts';
import { DeliverySettings } from '../../contract/delivery-settings.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import { networksTable } from '../../lambdas/auth/networks-table.ts';
import { blocksTable, importBlocks } from '../../lambdas/block/blocks-table.ts';
import { audienceOf, hiddenAuthors } from '../../lambdas/block/hide-check.ts';
import { attemptCountsTable } from '../../lambdas/delivery/deliveries-table/attempt-hours.ts';
import { type DeliveriesTable, deliveriesTable } from '../../lambdas/delivery/deliveries-table/deliveries-table.ts';
import { readEntries } from '../../lambdas/delivery/deliveries-table/ledger-reader.ts';
import { networkLog } from '../../lambdas/delivery/deliveries-table/network-log.ts';
import type { AttemptOutcome } from '../../lambdas/delivery/model/attempt.ts';
import { afterAttempt, type Delivery, newDelivery } from '../../lambdas/delivery/model/delivery.ts';
import { deliveryIdOf } from '../../lambdas/delivery/model/delivery-id.ts';
import { keysOf } from '../../lambdas/delivery/model/ledger.ts';
import { messageOfText } from '../../lambdas/delivery/queue/messages.ts';
import { attemptCounter } from '../../lambdas/delivery/worker/attempt-counter.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { mapConcurrently } from '../../lambdas/shared/concurrency.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhooks-table.ts';
import { nthUser } from './functions/stub-data.ts';
import { type Cost, reads, writes } from './metered-client.ts';
import { batchOf, MESSAGES_PER_BATCH } from './signer/delivery-batches.ts';

/** Fills the table and returns the operations to measure. `most` blocks are more than anyone has. */
export async function blockingCosts(
  client: DynamoDBDocumentClient,
  table: string,
  networkId: NetworkId,
  most: number,
): Promise<readonly Cost[]> {
  const sizes = [40, 1_000, most];
  const blocks = blocksTable(client, table);
  for (const rows of sizes) {
    const netid_uid = networkUserKey(networkId, userWith(rows));
    const blocked = Array.from({ length: rows }, (_, n) => ({ netid_uid, blocked_userId: nthUser(n) }));
    await importBlocks(client, table, blocked);
    // All users of an audience have blocked its actor, and twenty others have.
    const keys = [...audienceOfUser(rows), ...blockers].map((userId) => networkUserKey(networkId, userId));
    await Promise.all(keys.map((netid_uid) => blocks.add({ netid_uid, blocked_userId: userWith(rows) })));
  }
  const audience = (size: number) => async () => {
    const found = await audienceOf(blocks, { networkId, actorId: userWith(size), userIds: audienceOfUser(size) });
    const isRight = [...found.values()].every(({ hasBlocked, isBlocked }, n) => hasBlocked && isBlocked === n < size);
    if (!isRight) throw new Error('The audience lacks a block.');
  };
  const check =
    (size: number, authors: readonly UserId[], hideMode: HideMode = 'blocker') =>
    async () => {
      const hidden = await hiddenAuthors(blocks, { networkId, userId: userWith(size), hideMode }, authors);
      if (!authors.every((author) => hidden.has(author))) throw new Error('A blocked user is not hidden.');
    };
  const block = { netid_uid: networkUserKey(networkId, nthUser(0)), blocked_userId: nthUser(1) };
  const page = (size: number) => () => blocks.page(networkUserKey(networkId, userWith(size)));
  const named = (size: number): string => `${size === most ? 'most' : size.toLocaleString('en')} blocks`;
  return [
    writes('block, with its entry in an index', 2, () => blocks.add(block)),
    writes('unblock', 2, () => blocks.remove(block)),
    ...sizes.map((size) => reads(`page of 20, ${named(size)}`, 1, page(size))),
    // Before the checks of 20, after which the process skips the Query for these users.
    reads('audience of 100, 40 blocks', 101, audience(40)),
    reads('audience of 100, 1,000 blocks', 119, audience(1_000)),
    reads('check of 20, 40 blocks', 1, check(40, spreadOver(40))),
    reads('check of 20, 40 blocks, mutual', 20, check(40, blockers, 'mutual')),
    ...sizes.slice(1).map((size) => reads(`check of 20, ${named(size)}`, 20, check(size, spreadOver(size)))),
    reads(`audience of 100, ${named(most)}`, 200, audience(most)),
  ];
}

const userWith = (blocks: number): UserId => v.parse(UserId, `user-with-${blocks}`);

const blockers = Array.from({ length: MAX_CHECKED_USERS }, (_, n) => nthUser(200_000 + n));

/** Blocked users, twenty by default, spread from the first to the last one. */
const spreadOver = (blocks: number, length: number = MAX_CHECKED_USERS): UserId[] =>
  Array.from({ length }, (_, n) => nthUser(Math.floor((n * (blocks - 1)) / (length - 1))));

/** The users of an audience: all are blocked, unless there are fewer blocks. */
const audienceOfUser = (blocks: number): UserId[] => spreadOver(Math.max(blocks, MAX_AUDIENCE), MAX_AUDIENCE);

const webhookId = 'wh_00000000000000000000000000000001';
const ledgerWebhook = {
  networkId: v.parse(NetworkId, 'units'),
  webhookId: v.parse(WebhookId, 'wh_00000000000000000000000000000002'),
};
const settings = v.parse(DeliverySettings, {});

const delivered = { class: 'delivered', statusCode: 200, milliseconds: 20, remoteAddress: '127.0.0.1' } as const;
const failed = { class: 'http_5xx', statusCode: 503, milliseconds: 20, remoteAddress: '127.0.0.1' } as const;

/** Deliveries of the ledger, and the bytes of one at its first attempt. */
const IN_HOUR = 1000;
const WEBHOOKS = 49;
const BYTES_OF_DELIVERY = 480;
/** Of its event's entry in the index. */
const BYTES_OF_ENTRY = 140;
/** Batches in a row: several of them share one write of the counts of attempts. */
const BATCHES = 10;

/** Fills the table and returns the operations to measure. */
export async function deliveryCosts(
  client: DynamoDBDocumentClient,
  table: string,
  eventsName: string,
): Promise<readonly Cost[]> {
  const deliveries = deliveriesTable(client, table);
  const outbox = eventsTable(client, eventsName);
  // Writes that it would make later, after the measurement, are left out.
  const counter = attemptCounter(attemptCountsTable(client, table), Date.now, () => undefined);
  const hour = await fillHour(deliveries, outbox);
  const tables = { deliveries, outbox };
  const webhooks = Array.from({ length: WEBHOOKS }, (_, n) => ({
    ...ledgerWebhook,
    ...(n > 0 && { webhookId: newWebhookId() }),
    events: n > 0 ? ['never.*'] : ['*'],
    updatedAt: '2026-01-01T00:00:00.000Z',
  }));
  let batches = 0;

  async function deliver(): Promise<void> {
    for (let n = 0; n < BATCHES; n++) {
      const written = attempted(batches++, delivered);
      for (const { event, lastAttemptAt: startedAt = '' } of written)
        counter.note(webhookId, event, { ...delivered, startedAt });
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
    reads('page of 20 deliveries of a network with 49 webhooks', (17 + 21) / 2, () =>
      networkLog(tables, ledgerWebhook.networkId, webhooks, { limit: 20, until: `${hour}:59:59.999Z` }),
    ),
    // Half a unit for each 4 KB.
    reads(
      'ledger of an hour with 1,000 deliveries',
      Math.floor((IN_HOUR * (BYTES_OF_DELIVERY + BYTES_OF_ENTRY)) / 8192),
      async () => {
        const read = {
          range: keysOf({ hour }),
          askedAt: () => ({ events: ['*'], filter: '' }),
          limit: 2 * IN_HOUR,
          perShard: IN_HOUR,
        };
        const { entries } = await readEntries(tables, ledgerWebhook, read);
        if (entries.length !== IN_HOUR) throw new Error(`The ledger has ${entries.length} deliveries.`);
      },
    ),
  ];
}

/** Writes the events and the deliveries of a ledger, which are of one hour, and returns that. */
async function fillHour(deliveries: DeliveriesTable, outbox: ReturnType<typeof eventsTable>): Promise<string> {
  const hour = new Date(Date.now() - 60 * 60_000).toISOString().slice(0, 13);
  for (let n = 0; n < IN_HOUR / MESSAGES_PER_BATCH; n++) {
    const batch = attempted(n, delivered).map((one, index) => {
      const createdAt = new Date(Date.parse(`${hour}:00:00Z`) + n * 100 + index).toISOString();
      const deliveryId = deliveryIdOf(one.networkId, one.eventId, ledgerWebhook.webhookId, createdAt);
      return { ...one, ...ledgerWebhook, deliveryId, createdAt };
    });
    await deliveries.putAll(batch);
    const events = batch.map(({ networkId, eventId, event, createdAt }) => {
      return { networkId, eventId, event, body: '{}', occurredAt: createdAt, acceptedAt: createdAt };
    });
    await Promise.all(events.map((event) => outbox.add(event)));
  }
  return hour;
}

/** The deliveries of a batch after their first attempt. */
const attempted = (index: number, outcome: Omit<AttemptOutcome, 'startedAt'>): Delivery[] =>
  batchOf(index, 'units', [webhookId]).map(({ body }) => {
    const message = messageOfText(body);
    if (message.kind !== 'deliver') throw new Error('A message of the batch is not a delivery.');
    const startedAt = new Date().toISOString();
    return afterAttempt(newDelivery(message), { ...outcome, startedAt }, { settings, now: Date.now(), random: 0.5 });
  });

/** Kilobytes of the event's body. The other attributes take about 0.3 KB. */
const BODIES = [0.5, 10, 100];
const KB = 1_024;
/** More than a page. */
const ACTIVITIES = 1_000;
const RECORDS_AT_ONCE = 10;

export function eventCosts(client: DynamoDBDocumentClient, table: string, networkId: NetworkId): readonly Cost[] {
  const events = eventsTable(client, table);
  const at = new Date().toISOString();
  return BODIES.map((kilobytes) =>
    writes(`event whose body has ${kilobytes} KB, with its entry in an index`, Math.ceil(kilobytes) + 1, () =>
      events.add({
        networkId,
        eventId: v.parse(EventId, `event-of-${kilobytes}`),
        event: 'channel.didCreate',
        body: 'b'.repeat(kilobytes * KB),
        occurredAt: at,
        acceptedAt: at,
      }),
    ),
  );
}

/** Fills the table and returns the operations to measure. */
export async function activityCosts(
  client: DynamoDBDocumentClient,
  table: string,
  networkId: NetworkId,
): Promise<readonly Cost[]> {
  const activities = activitiesTable(client, table);
  const networkId_userId = networkUserKey(networkId, nthUser(0));
  const record = (objectType: 'reaction_like' | 'comment', n: number) =>
    activities.record({
      networkId_userId,
      eventId: v.parse(EventId, `event-${objectType}-${n}`),
      occurredAt: n * 1_000,
      action: {
        targetId: `post-${n}`,
        targetType: 'post',
        objectId: `${objectType}-${n}`,
        objectType,
        parentType: 'post',
        parentId: `post-${n}`,
      },
    });
  await mapConcurrently([...Array(ACTIVITIES).keys()], RECORDS_AT_ONCE, (n) => record('reaction_like', n));
  return [
    writes('recorded action', 1, () => record('reaction_like', ACTIVITIES)),
    writes('recorded comment', 2, () => record('comment', ACTIVITIES + 1)),
    reads('page of 50 activities', 1.5, () => activities.page(networkId_userId, MAX_ACTIVITIES_PER_PAGE)),
  ];
}

export const tokenCost = (client: DynamoDBDocumentClient, table: string, networkId: NetworkId): Cost =>
  reads('token looked up', 1, () => networksTable(client, table).read(networkId));
