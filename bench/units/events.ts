/** Ingest (docs/spec/events.md#ingest), activity (docs/spec/activity.md) and authorization (docs/spec/access.md#authorizer). */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { MAX_ACTIVITIES_PER_PAGE } from '../../contract/activity.ts';
import { EventId } from '../../contract/events.ts';
import { type NetworkId, networkUserKey } from '../../contract/ids.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import { networksTable } from '../../lambdas/auth/networks-table.ts';
import { eventsTable } from '../../lambdas/events/events-table.ts';
import { fillActivities, nthUser } from '../harness/filled-tables.ts';
import { type Cost, reads, writes } from '../harness/metered-client.ts';

/** Kilobytes of the event's body. The other attributes take about 0.3 KB. */
const BODIES = [0.5, 10, 100];
const KB = 1_024;
/** More than a page. */
const ACTIVITIES = 1_000;

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
  return [
    writes('recorded action', 1, record('reaction_like')),
    writes('recorded comment', 2, record('comment')),
    reads('page of 50 activities', 1.5, () => activities.page(networkId_userId, MAX_ACTIVITIES_PER_PAGE)),
  ];
}

export const tokenCost = (client: DynamoDBDocumentClient, table: string, networkId: NetworkId): Cost =>
  reads('token looked up', 1, () => networksTable(client, table).read(networkId));
