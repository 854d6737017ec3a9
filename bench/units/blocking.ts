/** Blocking (docs/spec/blocking.md). All checked ids exist, because DynamoDB Local charges nothing for others. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { HideMode } from '../../contract/access.ts';
import { MAX_AUDIENCE, MAX_CHECKED_USERS } from '../../contract/block.ts';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { audienceOf } from '../../lambdas/block/audience.ts';
import { blocksTable } from '../../lambdas/block/blocks-table.ts';
import { hiddenAuthors } from '../../lambdas/block/hide-check.ts';
import { fillBlocks, nthUser } from '../harness/filled-tables.ts';
import type { Cost } from '../harness/metered-client.ts';

/** Fills the table and returns the operations to measure. `most` blocks are more than anyone has. */
export async function blockingCosts(
  client: DynamoDBDocumentClient,
  table: string,
  networkId: NetworkId,
  most: number,
): Promise<readonly Cost[]> {
  const sizes = [0, 40, 1_000, most];
  const blocks = blocksTable(client, table);
  for (const rows of sizes) await fillBlocks({ client, table, networkId, userId: userWith(rows), rows });
  // These 20 users have blocked the user without blocks and the one with 40.
  const unpopular = [userWith(0), userWith(40)];
  for (let n = 0; n < MAX_CHECKED_USERS; n++) {
    const netid_uid = networkUserKey(networkId, nthUser(100 + n));
    for (const blocked_userId of unpopular) await blocks.add({ netid_uid, blocked_userId });
  }
  // All users of an audience have blocked its actor.
  for (const size of sizes.slice(1)) {
    for (const userId of audienceOfUser(size)) {
      await blocks.add({ netid_uid: networkUserKey(networkId, userId), blocked_userId: userWith(size) });
    }
  }
  const audience = (size: number) => async () => {
    const found = await audienceOf(blocks, { networkId, actorId: userWith(size), userIds: audienceOfUser(size) });
    const isRight = [...found.values()].every(({ hasBlocked, isBlocked }, n) => hasBlocked && isBlocked === n < size);
    if (!isRight) throw new Error('The audience lacks a block.');
  };
  const block = { netid_uid: networkUserKey(networkId, nthUser(0)), blocked_userId: nthUser(1) };
  const check =
    (size: number, authors: readonly UserId[], hideMode: HideMode = 'blocker') =>
    async () => {
      const hidden = await hiddenAuthors(blocks, { networkId, userId: userWith(size), hideMode }, authors);
      if (!authors.every((author) => hidden.has(author))) throw new Error('A blocked user is not hidden.');
    };
  const blockers = Array.from({ length: MAX_CHECKED_USERS }, (_, n) => nthUser(100 + n));
  const page = (size: number) => () => blocks.page(networkUserKey(networkId, userWith(size)));
  return [
    { name: 'block', unit: 'write units', run: () => blocks.add(block), least: 1, aim: '1' },
    { name: 'block again', unit: 'write units', run: () => blocks.add(block), least: 1 },
    { name: 'unblock', unit: 'write units', run: () => blocks.remove(block), least: 1, aim: '1' },
    { name: 'unblock again', unit: 'write units', run: () => blocks.remove(block), least: 1 },
    ...sizes.slice(1).map(
      (size): Cost => ({
        name: `page of 20, ${size.toLocaleString('en')} blocks`,
        unit: 'read units',
        run: page(size),
        least: 1,
        aim: '1',
      }),
    ),
    // Before the checks of 20, after which the process skips the Query for these users.
    { name: 'audience of 100, 40 blocks', unit: 'read units', run: audience(40), least: 101, aim: '<= 101' },
    { name: 'audience of 100, 1,000 blocks', unit: 'read units', run: audience(1_000), least: 119, aim: '<= 130' },
    { name: 'check of 20, 40 blocks', unit: 'read units', run: check(40, spreadOver(40)), least: 1, aim: '1' },
    {
      name: 'check of 20, 40 blocks, mutual',
      unit: 'read units',
      run: check(40, blockers, 'mutual'),
      least: 20,
      aim: '<= 21',
      note: '21 in AWS, where a query that finds nothing costs a unit',
    },
    ...sizes.slice(2).map(
      (size): Cost => ({
        name: `check of 20, ${size.toLocaleString('en')} blocks`,
        unit: 'read units',
        run: check(size, spreadOver(size)),
        least: 20,
        aim: '<= 22',
      }),
    ),
    {
      name: `audience of 100, ${most.toLocaleString('en')} blocks`,
      unit: 'read units',
      run: audience(most),
      least: 200,
      aim: '<= 201',
    },
  ];
}

const userWith = (blocks: number): UserId => v.parse(UserId, `user-with-${blocks}`);

/** Blocked users, twenty by default, spread from the first to the last one. */
const spreadOver = (blocks: number, length: number = MAX_CHECKED_USERS): UserId[] =>
  Array.from({ length }, (_, n) => nthUser(Math.floor((n * (blocks - 1)) / (length - 1))));

/** The users of an audience: all are blocked, unless there are fewer blocks. */
const audienceOfUser = (blocks: number): UserId[] => spreadOver(Math.max(blocks, MAX_AUDIENCE), MAX_AUDIENCE);
