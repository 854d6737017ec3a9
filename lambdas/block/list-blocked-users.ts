import { listBlockedUsers } from '../../contract/block.ts';
import { networkUserKey } from '../../contract/ids.ts';
import { badRequest } from '../shared/errors.ts';
import { route } from '../shared/route.ts';
import { blocksTable } from './blocks-table.ts';

const blocks = blocksTable();

/** POST /block: whom the current user has blocked, a page at a time (docs/spec/blocking.md#block-list). */
export const handler = route(listBlockedUsers, async ({ caller, body: { paginationToken, withHideMode } }) => {
  const me = networkUserKey(caller.networkId, caller.userId);
  if (paginationToken !== undefined && paginationToken.netid_uid !== me) {
    throw badRequest('paginationToken must be one that was returned to you');
  }
  // Before the page is read: what it leaves out has ended by then.
  const now = new Date().toISOString();
  const page = await blocks.page(me, paginationToken?.blocked_userId);
  if (!withHideMode) return page;
  const hasEnds = page.results.some(({ expiresAt }) => expiresAt !== undefined);
  return { ...page, hideMode: caller.hideMode, ...(hasEnds && { now }) };
});
