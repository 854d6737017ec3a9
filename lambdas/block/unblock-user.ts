import { unblockUser } from '../../contract/block.ts';
import { success } from '../shared/responses.ts';
import { route } from '../shared/route.ts';
import { announcing } from './block-events.ts';
import { blocksTable, requestedBlock } from './blocks-table.ts';

const blocks = blocksTable();

/** DELETE /block/members: the current user unblocks one user (docs/spec/blocking.md#unblock). */
export const handler = route(unblockUser, async ({ caller, spend, body: { blockUserId } }) => {
  const block = requestedBlock(caller, blockUserId);
  await blocks.remove(block, await announcing('user.didUnblock', { caller, spend }));
  return success;
});
