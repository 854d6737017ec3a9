import { checkHidden } from '../../contract/block.ts';
import { route } from '../shared/route.ts';
import { blocksTable } from './blocks-table.ts';
import { hiddenAuthors } from './hide-check.ts';

const blocks = blocksTable();

/** GET /block/members: which authors to hide for the current user (docs/spec/blocking.md#hide-check). */
export const handler = route(checkHidden, async ({ caller, query: { checkList } }) => {
  const hidden = await hiddenAuthors(blocks, caller, checkList);
  // fromEntries creates own properties even for ids such as __proto__.
  return Object.fromEntries(checkList.map((userId) => [userId, hidden.has(userId)]));
});
