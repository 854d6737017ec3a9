/** Ingest (docs/spec/events.md#ingest), activity (docs/spec/activity.md) and authorization (docs/spec/access.md#authorizer). */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { MAX_ACTIVITIES_PER_PAGE } from '../../contract/activity.ts';
import { EventId } from '../../contract/events.ts';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { newSigningKey } from '../../ctl/new-signing-key.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import { InvalidTokenError, issueToken } from '../../lambdas/auth/access-token.ts';
import { networkTokens } from '../../lambdas/auth/network-tokens.ts';
import { networksTable } from '../../lambdas/auth/networks-table.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { fillActivities, nthUser } from '../harness/filled-tables.ts';
import type { Cost } from '../harness/metered-client.ts';

/** Kilobytes of the event's body. The other attributes take about 0.3 KB. */
const BODIES = [0.5, 10, 100];
const KB = 1_024;
const MADE_UP_TOKENS = 1_000;
/** More than a page. */
const ACTIVITIES = 1_000;

export function eventCosts(client: DynamoDBDocumentClient, table: string, networkId: NetworkId): readonly Cost[] {
  const events = eventsTable(client, table);
  return BODIES.map((kilobytes) => ({
    name: `event whose body has ${kilobytes} KB`,
    unit: 'write units',
    run: () => events.add(eventOf(networkId, kilobytes)),
    least: Math.ceil(kilobytes),
    aim: '1 for each KB of the item',
  }));
}

function eventOf(networkId: NetworkId, kilobytes: number) {
  const at = new Date().toISOString();
  return {
    networkId,
    eventId: v.parse(EventId, `event-of-${kilobytes}`),
    event: 'channel.didCreate',
    body: 'b'.repeat(kilobytes * KB),
    occurredAt: at,
    acceptedAt: at,
  };
}

/** Fills the table and returns the operations to measure. */
export async function activityCosts(
  client: DynamoDBDocumentClient,
  table: string,
  networkId: NetworkId,
): Promise<readonly Cost[]> {
  const activities = activitiesTable(client, table);
  const userId = nthUser(0);
  const networkId_userId = networkUserKey(networkId, userId);
  await fillActivities({ client, table, networkId, userId, rows: ACTIVITIES });
  const record = (objectType: 'reaction_like' | 'comment') => () =>
    activities.record({
      networkId_userId,
      eventId: v.parse(EventId, 'a-new-event'),
      occurredAt: Date.parse('2026-01-01'),
      action: {
        targetId: 'post-1',
        targetType: 'post',
        objectId: `${objectType}-1`,
        objectType,
        parentType: 'post',
        parentId: 'post-1',
      },
    });
  const page = (limit: number) => () => activities.page(networkId_userId, limit);
  return [
    { name: 'recorded action', unit: 'write units', run: record('reaction_like'), least: 1, aim: '1' },
    { name: 'the same event again', unit: 'write units', run: record('reaction_like'), least: 1 },
    { name: 'recorded comment', unit: 'write units', run: record('comment'), least: 2, aim: '2' },
    { name: 'page of 10 activities', unit: 'read units', run: page(10), least: 0.5 },
    { name: 'page of 50 activities', unit: 'read units', run: page(MAX_ACTIVITIES_PER_PAGE), least: 1.5 },
  ];
}

export function tokenCosts(client: DynamoDBDocumentClient, table: string, networkId: NetworkId): readonly Cost[] {
  const networks = networksTable(client, table);
  async function refuseMadeUp() {
    const verify = networkTokens(networks, 3_600);
    const userId = v.parse(UserId, 'alice');
    for (let n = 0; n < MADE_UP_TOKENS; n += 1) {
      const token = await issueToken({ userId, networkId, role: 'user' }, newSigningKey(new Date()), 60);
      await verify(token).catch((error: unknown) => {
        if (!(error instanceof InvalidTokenError)) throw error;
      });
    }
  }
  return [
    { name: 'token looked up', unit: 'read units', run: () => networks.read(networkId), least: 1 },
    {
      name: `${MADE_UP_TOKENS.toLocaleString('en')} made-up tokens`,
      unit: 'read units',
      run: refuseMadeUp,
      least: 1,
      aim: '1',
    },
  ];
}
