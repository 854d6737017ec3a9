import { blockUser } from '../../contract/block.ts';
import { success } from '../shared/responses.ts';
import { route } from '../shared/route.ts';
import { announcing } from './block-events.ts';
import { blocksTable, requestedBlock } from './blocks-table.ts';

const blocks = blocksTable();

/** POST /block/members: the current user blocks one user (docs/spec/blocking.md#block). */
export const handler = route(blockUser, async ({ caller, spend, body: { blockUserId, ...end } }) => {
  const block = requestedBlock(caller, blockUserId);
  await blocks.add(block, end, await announcing('user.didBlock', { caller, spend }));
  return success;
});
