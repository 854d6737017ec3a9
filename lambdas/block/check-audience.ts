import { checkAudience } from '../../contract/block.ts';
import { route } from '../shared/route.ts';
import { blocksTable } from './blocks-table.ts';
import { audienceOf } from './hide-check.ts';

const blocks = blocksTable();

/** POST /block/audience: for a back end, the blocks between a user and others (docs/spec/blocking.md#audience). */
export const handler = route(checkAudience, async ({ caller: { networkId }, body: { actorId, userIds } }) => {
  const relations = await audienceOf(blocks, { networkId, actorId, userIds });
  // fromEntries creates own properties even for ids such as __proto__.
  return { results: Object.fromEntries(relations) };
});
