/**
 * The operations of the benchmark `units`: blocks (all checked ids exist, because DynamoDB Local charges nothing for
 * others), deliveries in batches of ten like those of the signer, ingest, activity and authorization. Each function
 * fills its tables, and returns the operations to measure.
 */

import type { Connection } from '@social-platform-services/ctl/connection';
import * as v from 'valibot';
import type { HideMode } from '../../contract/access.ts';
import { MAX_ACTIVITIES_PER_PAGE } from '../../contract/activity.ts';
import { MAX_AUDIENCE, MAX_CHECKED_USERS } from '../../contract/block.ts';
import { DeliverySettings } from '../../contract/delivery-settings.ts';
import { EventId } from '../../contract/events.ts';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import { networksTable } from '../../lambdas/auth/networks-table.ts';
import { importBlocks } from '../../lambdas/block/block-records-table.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';
import { audienceOf, hiddenAuthors } from '../../lambdas/block/hide-check.ts';
import { deliveriesTable } from '../../lambdas/deliveries/deliveries-table.ts';
import { deliveryLog } from '../../lambdas/delivery-log/delivery-log.ts';
import { networkLog } from '../../lambdas/delivery-log/network-log.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { idRangeOf } from '../../lambdas/recovery/ledger.ts';
import { readEntries } from '../../lambdas/recovery/ledger-reader.ts';
import { mapConcurrently } from '../../lambdas/shared/concurrency.ts';
import { attemptCounter } from '../../lambdas/statistics/attempt-counter.ts';
import { attemptCountsTable } from '../../lambdas/statistics/attempt-hours-table.ts';
import { newWebhookId } from '../../lambdas/webhooks/webhooks-table.ts';
import { afterOnlyAttempt } from './bare-writes.ts';
import { nthUser } from './functions/stub-data.ts';
import { MESSAGES_PER_BATCH } from './signer/delivery-batches.ts';

/** One operation whose cost is measured. It must not consume units of the other kind. */
export interface Cost {
  readonly name: string;
  readonly unit: 'read units' | 'write units';
  /** The least that DynamoDB could charge for it. */
  readonly min: number;
  readonly run: () => Promise<unknown>;
  /** The figure is divided by this, such as the deliveries of a batch. */
  readonly per: number;
}

const cost =
  (unit: Cost['unit']) =>
  (name: string, min: number, run: Cost['run'], per = 1): Cost => ({ name, unit, min, run, per });
export const [reads, writes] = [cost('read units'), cost('write units')];

/** The tables, by a client whose use is measured, and the network that has the items. */
export type Tables = Pick<Connection, 'client' | 'tables'> & { readonly networkId: NetworkId };

/** `most` blocks are more than anyone has. */
export async function blockingCosts({ client, tables, networkId }: Tables, most: number): Promise<readonly Cost[]> {
  const sizes = [40, 1_000, most];
  const blocks = blocksTable(client, tables.blocks);
  for (const rows of sizes) {
    const netid_uid = networkUserKey(networkId, userWith(rows));
    const blocked = Array.from({ length: rows }, (_, n) => ({ netid_uid, blocked_userId: nthUser(n), c: Date.now() }));
    await importBlocks(client, tables.blocks, blocked);
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
  const announce = () => {
    const at = new Date().toISOString();
    const event = { networkId, eventId: v.parse(EventId, 'of-a-block'), event: 'user.didBlock', body: '{}' };
    return eventsTable(client, tables.events).adding({ ...event, occurredAt: at, acceptedAt: at });
  };
  const page = (size: number) => () => blocks.page(networkUserKey(networkId, userWith(size)));
  const named = (size: number): string => `${size === most ? 'most' : size.toLocaleString('en')} blocks`;
  return [
    writes('block, with its entry in an index', 2, () => blocks.add(block)),
    writes('unblock', 2, () => blocks.remove(block)),
    writes('block with its event, and their entries in indexes', 6, () => blocks.add(block, {}, announce)),
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
const settings = v.parse(DeliverySettings, {});

const delivered = { class: 'delivered', statusCode: 200, milliseconds: 20, remoteAddress: '127.0.0.1' } as const;
const failed = { class: 'http_5xx', statusCode: 503, milliseconds: 20, remoteAddress: '127.0.0.1' } as const;

/** Deliveries of the ledger, and the bytes of one at its first attempt. */
const IN_HOUR = 1000;
const WEBHOOKS = 49;
const BYTES_OF_DELIVERY = 480;
/** Of its event's entry in the index. */
const BYTES_OF_ENTRY = 140;
const AT_ONCE = 10;

export async function deliveryCosts({ client, tables: names, networkId }: Tables): Promise<readonly Cost[]> {
  const tables = {
    deliveries: deliveriesTable(client, names.deliveries),
    log: deliveryLog(client, names.deliveries),
    outbox: eventsTable(client, names.events),
  };
  const { deliveries, outbox } = tables;
  const counter = attemptCounter(attemptCountsTable(client, names.deliveries));
  const eventOf = (n: number, acceptedAt = new Date().toISOString()) => {
    const eventId = v.parse(EventId, `event-${n}`);
    return { networkId, eventId, event: 'channel.didCreate', body: '{}', occurredAt: acceptedAt, acceptedAt };
  };
  let events = 0;
  const attempted = (outcome: typeof delivered | typeof failed) =>
    Array.from({ length: MESSAGES_PER_BATCH }, () => afterOnlyAttempt(eventOf(events++), webhookId, outcome, settings));

  // All events and deliveries of the ledger are of one hour.
  const ledgerWebhook = { networkId, webhookId: v.parse(WebhookId, 'wh_00000000000000000000000000000002') };
  const hour = new Date(Date.now() - 60 * 60_000).toISOString().slice(0, 13);
  const ofHour = Array.from({ length: IN_HOUR }, (_, n) =>
    eventOf(n, new Date(Date.parse(`${hour}:00:00Z`) + n * 10).toISOString()),
  );
  await deliveries.putAll(ofHour.map((event) => afterOnlyAttempt(event, ledgerWebhook.webhookId, delivered)));
  await mapConcurrently(ofHour, AT_ONCE, (event) => outbox.add(event));
  const webhooks = Array.from({ length: WEBHOOKS }, (_, n) => ({
    ...ledgerWebhook,
    ...(n > 0 && { webhookId: newWebhookId() }),
    events: n > 0 ? ['never.*'] : ['*'],
    updatedAt: '2026-01-01T00:00:00.000Z',
  }));

  async function deliver(): Promise<void> {
    const written = attempted(delivered);
    for (const { event, lastAttemptAt: startedAt = '' } of written)
      counter.note(webhookId, event, { ...delivered, startedAt });
    await Promise.all([deliveries.putAll(written), counter.settle()]);
  }
  async function readLedger(): Promise<void> {
    const subscriptionAt = () => ({ events: ['*'], filter: '' });
    const read = { range: idRangeOf({ hour }), subscriptionAt, limit: 2 * IN_HOUR, perShard: IN_HOUR };
    const { entries } = await readEntries(tables, ledgerWebhook, read);
    if (entries.length !== IN_HOUR) throw new Error(`The ledger has ${entries.length} deliveries.`);
  }
  return [
    writes('delivery at first attempt, with the counts of attempts', 1, deliver, MESSAGES_PER_BATCH),
    writes(
      'failed first attempt, with its entries in two indexes',
      3,
      () => deliveries.putAll(attempted(failed)),
      MESSAGES_PER_BATCH,
    ),
    reads('page of 20 deliveries', 1.5, () => tables.log.page(networkId, [webhookId], { limit: 20 })),
    reads('page of 20 deliveries of a network with 49 webhooks', (17 + 21) / 2, () =>
      networkLog(tables, networkId, webhooks, { limit: 20, until: `${hour}:59:59.999Z` }),
    ),
    // Half a unit for each 4 KB.
    reads(
      'ledger of an hour with 1,000 deliveries',
      Math.floor((IN_HOUR * (BYTES_OF_DELIVERY + BYTES_OF_ENTRY)) / 8192),
      readLedger,
    ),
  ];
}

/** Kilobytes of the event's body. The other attributes take about 0.3 KB. */
const BODIES = [0.5, 10, 100];
const KB = 1_024;
/** More than a page. */
const ACTIVITIES = 1_000;

export function eventCosts({ client, tables, networkId }: Tables): readonly Cost[] {
  const events = eventsTable(client, tables.events);
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

export async function activityCosts({ client, tables, networkId }: Tables): Promise<readonly Cost[]> {
  const activities = activitiesTable(client, tables.activities);
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
  await mapConcurrently([...Array(ACTIVITIES).keys()], AT_ONCE, (n) => record('reaction_like', n));
  return [
    writes('recorded action', 1, () => record('reaction_like', ACTIVITIES)),
    writes('recorded comment', 2, () => record('comment', ACTIVITIES + 1)),
    reads('page of 50 activities', 1.5, () => activities.page(networkId_userId, MAX_ACTIVITIES_PER_PAGE)),
  ];
}

export const tokenCost = ({ client, tables, networkId }: Tables): Cost =>
  reads('token looked up', 1, () => networksTable(client, tables.networks).read(networkId));
