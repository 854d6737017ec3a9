/**
 * A network with two users, and data of every kind that contains its own marker, so that a response to somebody else
 * shows where it came from.
 */
import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { setQuota } from '@social-platform-services/ctl/networks';
import * as v from 'valibot';
import { ActivityPosition } from '../../contract/activity.ts';
import { BlockListPosition } from '../../contract/block-list.ts';
import { DeliveryId } from '../../contract/deliveries.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { quotaNames } from '../../contract/quotas.ts';
import { delivery, post } from '../e2e/delivery-network.ts';
import { type Client, connection, createNetwork, eventually, serverOf, tokenFor, userOf } from '../support/service.ts';
import { adminOf, create } from '../webhooks/admin.ts';

/** The same ids in every network: only the network tells such users apart. */
export const userIds = ['alice', 'bob'] as const;
export type TestUserId = (typeof userIds)[number];

/** What one user of a network has. */
export interface UserData {
  /** In the ids of the blocked users, and of what the user acted on. */
  readonly marker: string;
  /** One of the blocked users. */
  readonly blocked: string;
  /** Where the first page of the block list ends. */
  readonly blockPosition: BlockListPosition;
  /** Where a page of activities ends. */
  readonly activityPosition: ActivityPosition;
}

export interface Tenant {
  readonly networkId: NetworkId;
  readonly users: Readonly<Record<TestUserId, UserData>>;
  /** In the webhook's URL and description, and in the payload of the delivery. */
  readonly marker: string;
  readonly webhookId: string;
  readonly secret: string;
  /** The webhook whose events are read. */
  readonly pulled: { readonly webhookId: string; readonly secret: string };
  /** Of the webhook with the id that all have given to one. */
  readonly givenSecret: string;
  readonly eventId: string;
  readonly deliveryId: DeliveryId;
  /** Two of admins: its own one, and that of a link. */
  readonly tokens: Readonly<Record<'server' | 'admin' | 'link' | 'viewer' | TestUserId, string>>;
}

/** The id that every tenant has given to a webhook: only the network tells them apart. */
export const GIVEN_ID = 'same-everywhere';

const Secret = v.object({ secret: v.string() });

/** Enough for a second page of the block list. */
const BLOCKED_USERS = 21;

/** Adds a network with its data. Its webhook points to `receiverUrl`; its quotas are the highest of the stage. */
export async function createTenant(receiverUrl: string): Promise<Tenant> {
  const networkId = await createNetwork();
  for (const quota of quotaNames) await setQuota(connection(), networkId, quota, connection().quotas.highest[quota]);
  const marker = newMarker();
  const [admin, server] = await Promise.all([adminOf(networkId), serverOf(networkId)]);
  const { webhookId, secret } = await create(admin, {
    url: `${receiverUrl}/${marker}`,
    description: marker,
    events: ['shop.didSell'],
  });
  const pulled = await create(admin, { url: undefined, pull: true, description: marker, events: ['shop.didSell'] });
  const given = { url: `${receiverUrl}/${marker}`, description: marker, events: ['never.*'] };
  const { secret: givenSecret } = v.parse(Secret, (await admin('PUT', `/webhooks/${GIVEN_ID}`, given)).body);
  const [eventId = ''] = await post(server, [{ event: 'shop.didSell', data: { marker } }]);
  const delivered = await delivery(admin, webhookId, eventId, { state: 'delivered' });
  const deliveryId = v.parse(DeliveryId, delivered.deliveryId);
  const users = { alice: await fill(networkId, server, 'alice'), bob: await fill(networkId, server, 'bob') };
  await eventually(async () => {
    const { text } = await server('GET', `/webhooks/${pulled.webhookId}/events`);
    expect(text).toContain(eventId);
  }, 30_000);
  const tokens = {
    alice: await tokenFor(networkId, 'alice'),
    bob: await tokenFor(networkId, 'bob'),
    server: await tokenFor(networkId, 'platform', 'server'),
    admin: await tokenFor(networkId, 'root', 'admin'),
    link: await tokenFor(networkId, 'admin-link', 'admin'),
    viewer: await tokenFor(networkId, 'guest', 'viewer'),
  };
  return { networkId, users, marker, webhookId, secret, pulled, givenSecret, eventId, deliveryId, tokens };
}

const newMarker = (): string => `mark${randomBytes(8).toString('hex')}`;

const BlockPage = v.object({ paginationToken: BlockListPosition });
const ActivityPage = v.object({ start: ActivityPosition });

/** Blocks users and records activities, both for more than one page. */
async function fill(networkId: NetworkId, server: Client, userId: TestUserId): Promise<UserData> {
  const user = await userOf(networkId, userId);
  const marker = newMarker();
  const blocked = Array.from({ length: BLOCKED_USERS }, (_, n) => `${marker}-${n}`);
  for (const [n, blockUserId] of blocked.entries())
    await user('POST', '/block/members', { blockUserId, ...(n % 2 === 1 && { expiresInSeconds: 3_600 }) });
  const reactor = { reactionId: `r-${marker}`, reactionName: 'like', userId };
  await post(
    server,
    [1, 2].map((n) => ({
      event: 'v3.post.didAddReaction',
      data: { posts: [{ postId: `${marker}-${n}` }], reactor },
    })),
  );
  const { paginationToken: blockPosition } = v.parse(BlockPage, (await user('POST', '/block', {})).body);
  const { start: activityPosition } = await eventually(
    async () => v.parse(ActivityPage, (await user('GET', '/user-activities?limit=1')).body),
    15_000,
  );
  return { marker, blocked: `${marker}-0`, blockPosition, activityPosition };
}
