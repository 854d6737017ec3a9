import { unblockUser } from '../../contract/block.ts';
import { success } from '../shared/responses.ts';
import { route } from '../shared/route.ts';
import { blocksTable, requestedBlock } from './blocks-table.ts';

const blocks = blocksTable();

/** DELETE /block/members: the current user unblocks one user (docs/spec/blocking.md#unblock). */
export const handler = route(unblockUser, async ({ caller, body: { blockUserId } }) => {
  await blocks.remove(requestedBlock(caller, blockUserId));
  return success;
});
