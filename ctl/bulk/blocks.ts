/** Blocks as records `{blocker, blocked}`. */
import * as v from 'valibot';
import { BlockedUser } from '../../contract/block.ts';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { importBlocks } from '../../lambdas/block/blocks-table.ts';
import type { Connection } from '../connection.ts';
import { networkPages } from './network-pages.ts';
import { batchOf, type RecordKind, userOf } from './record-kind.ts';

const Block = v.pipe(
  v.strictObject({ blocker: UserId, blocked: UserId }),
  v.check(({ blocker, blocked }) => blocker !== blocked, 'blocker and blocked must not be the same user'),
);

export function blocksOf({ client, tables }: Connection, networkId: NetworkId): RecordKind {
  const table = { TableName: tables.blocks, partitionKey: 'netid_uid', schema: BlockedUser };
  return {
    required: Object.keys(Block.pipe[0].entries),
    batch: batchOf(Block, (blocks) => {
      const items = blocks.map(({ blocker, blocked }) => ({
        netid_uid: networkUserKey(networkId, blocker),
        blocked_userId: blocked,
      }));
      return importBlocks(client, tables.blocks, items);
    }),
    async *pages(after) {
      for await (const { items, next } of networkPages(client, table, networkId, after)) {
        const records = items.map(({ netid_uid, blocked_userId }) => ({
          blocker: userOf(networkId, netid_uid),
          blocked: blocked_userId,
        }));
        yield { records, next };
      }
    },
  };
}
