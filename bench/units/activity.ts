/** User activity (docs/spec/activity.md#activity-list). */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { MAX_ACTIVITIES_PER_PAGE } from '../../contract/activity.ts';
import { EventId } from '../../contract/events.ts';
import { type NetworkId, networkUserKey } from '../../contract/ids.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import { fillActivities, nthUser } from '../harness/filled-tables.ts';
import type { Cost } from './cost.ts';

/** More than a page. */
const ACTIVITIES = 1_000;

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
  const activity = {
    networkId_userId,
    eventId: v.parse(EventId, 'a-new-event'),
    occurredAt: Date.parse('2026-01-01'),
    action: {
      targetId: 'post-1',
      targetType: 'post',
      objectId: 'reaction-1',
      objectType: 'reaction_like',
      parentType: 'post',
      parentId: 'post-1',
    },
  } as const;
  const comment = {
    ...activity,
    action: { ...activity.action, objectId: 'comment-1', objectType: 'comment' },
  } as const;
  const page = (limit: number) => () => activities.page(networkId_userId, limit);
  return [
    { name: 'recorded action', unit: 'write units', run: () => activities.record(activity), least: 1, aim: '1' },
    { name: 'the same event again', unit: 'write units', run: () => activities.record(activity), least: 1 },
    {
      name: 'recorded comment',
      unit: 'write units',
      run: () => activities.record(comment),
      least: 2,
      aim: '2',
    },
    { name: 'page of 10 activities', unit: 'read units', run: page(10), least: 0.5 },
    { name: 'page of 50 activities', unit: 'read units', run: page(MAX_ACTIVITIES_PER_PAGE), least: 1.5 },
  ];
}
