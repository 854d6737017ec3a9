import { listActivities } from '../../contract/activity.ts';
import { networkUserKey } from '../../contract/ids.ts';
import { badRequest } from '../shared/errors.ts';
import { route } from '../shared/route.ts';
import { activitiesTable } from './activities-table.ts';

const activities = activitiesTable();

/** GET /user-activities: what the current user did, newest first, by pages (docs/spec/activity.md#activity-list). */
export const handler = route(listActivities, async ({ caller, query: { limit, createdAt, networkId_userId } }) => {
  const me = networkUserKey(caller.networkId, caller.userId);
  if (networkId_userId !== undefined && networkId_userId !== me) {
    throw badRequest('networkId_userId must be one that was returned to you');
  }
  return await activities.page(me, limit, createdAt);
});
