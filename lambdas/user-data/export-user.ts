import { networkUserKey } from '../../contract/ids.ts';
import { exportUser, MAX_EXPORTED_ACTIVITIES, pageTokenOf } from '../../contract/user-data.ts';
import { activitiesTable } from '../activity/activities-table.ts';
import { blocksTable } from '../block/blocks-table.ts';
import { route } from '../shared/route.ts';

const allBlocks = blocksTable();
const allActivities = activitiesTable();

/** GET /users/{userId}/data: a page of what is stored under a user's id (docs/spec/user-data.md#export). */
export const handler = route(exportUser, async ({ caller, parameters, query: { pageToken } }) => {
  const user = networkUserKey(caller.networkId, parameters.userId);
  if (pageToken?.of === 'activities') return { blocks: [], ...(await activitiesAfter(pageToken.after)) };
  const { results: blocks, paginationToken } = await allBlocks.page(user, pageToken?.after);
  if (paginationToken === undefined) return { blocks, ...(await activitiesAfter()) };
  return { blocks, activities: [], pageToken: pageTokenOf({ of: 'blocks', after: paginationToken.blocked_userId }) };

  async function activitiesAfter(after?: string) {
    const { data: activities, start } = await allActivities.page(user, MAX_EXPORTED_ACTIVITIES, after);
    return { activities, ...(start && { pageToken: pageTokenOf({ of: 'activities', after: start.createdAt }) }) };
  }
});
