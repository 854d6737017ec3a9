/** Blocking (docs/spec/blocking.md). All checked ids exist, because DynamoDB Local charges nothing for others. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { HideMode } from '../../contract/access.ts';
import { MAX_AUDIENCE, MAX_CHECKED_USERS } from '../../contract/block.ts';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';
import { audienceOf, hiddenAuthors } from '../../lambdas/block/hide-check.ts';
import { fillBlocks, nthUser } from '../harness/filled-tables.ts';
import { type Cost, reads, writes } from '../harness/metered-client.ts';

/** Fills the table and returns the operations to measure. `most` blocks are more than anyone has. */
export async function blockingCosts(
  client: DynamoDBDocumentClient,
  table: string,
  networkId: NetworkId,
  most: number,
): Promise<readonly Cost[]> {
  const sizes = [40, 1_000, most];
  const blocks = blocksTable(client, table);
  for (const rows of sizes) {
    await fillBlocks({ client, table, networkId, userId: userWith(rows), rows });
    // All users of an audience have blocked its actor, and twenty others have.
    const keys = [...audienceOfUser(rows), ...blockers].map((userId) => networkUserKey(networkId, userId));
    await Promise.all(keys.map((netid_uid) => blocks.add({ netid_uid, blocked_userId: userWith(rows) })));
  }
  const audience = (size: number) => async () => {
    const found = await audienceOf(blocks, { networkId, actorId: userWith(size), userIds: audienceOfUser(size) });
    const isRight = [...found.values()].every(({ hasBlocked, isBlocked }, n) => hasBlocked && isBlocked === n < size);
    if (!isRight) throw new Error('The audience lacks a block.');
  };
  const check =
    (size: number, authors: readonly UserId[], hideMode: HideMode = 'blocker') =>
    async () => {
      const hidden = await hiddenAuthors(blocks, { networkId, userId: userWith(size), hideMode }, authors);
      if (!authors.every((author) => hidden.has(author))) throw new Error('A blocked user is not hidden.');
    };
  const block = { netid_uid: networkUserKey(networkId, nthUser(0)), blocked_userId: nthUser(1) };
  const page = (size: number) => () => blocks.page(networkUserKey(networkId, userWith(size)));
  const named = (size: number): string => `${size.toLocaleString('en')} blocks`;
  return [
    writes('block, with its entry in an index', 2, () => blocks.add(block)),
    writes('unblock', 2, () => blocks.remove(block)),
    ...sizes.map((size) => reads(`page of 20, ${named(size)}`, 1, page(size))),
    // Before the checks of 20, after which the process skips the Query for these users.
    reads('audience of 100, 40 blocks', 101, audience(40)),
    reads('audience of 100, 1,000 blocks', 119, audience(1_000)),
    reads('check of 20, 40 blocks', 1, check(40, spreadOver(40))),
    reads('check of 20, 40 blocks, mutual', 20, check(40, blockers, 'mutual')),
    ...sizes.slice(1).map((size) => reads(`check of 20, ${named(size)}`, 20, check(size, spreadOver(size)))),
    reads(`audience of 100, ${named(most)}`, 200, audience(most)),
  ];
}

const userWith = (blocks: number): UserId => v.parse(UserId, `user-with-${blocks}`);

const blockers = Array.from({ length: MAX_CHECKED_USERS }, (_, n) => nthUser(200_000 + n));

/** Blocked users, twenty by default, spread from the first to the last one. */
const spreadOver = (blocks: number, length: number = MAX_CHECKED_USERS): UserId[] =>
  Array.from({ length }, (_, n) => nthUser(Math.floor((n * (blocks - 1)) / (length - 1))));

/** The users of an audience: all are blocked, unless there are fewer blocks. */
const audienceOfUser = (blocks: number): UserId[] => spreadOver(Math.max(blocks, MAX_AUDIENCE), MAX_AUDIENCE);
