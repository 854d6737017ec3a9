import { blockUser } from '../../contract/block.ts';
import { success } from '../shared/responses.ts';
import { route } from '../shared/route.ts';
import { blocksTable, requestedBlock } from './blocks-table.ts';

const blocks = blocksTable();

/** POST /block/members: the current user blocks one user (docs/spec/blocking.md#block). */
export const handler = route(blockUser, async ({ caller, body: { blockUserId, ...end } }) => {
  await blocks.add(requestedBlock(caller, blockUserId), end);
  return success;
});
