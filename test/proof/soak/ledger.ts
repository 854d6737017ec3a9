/** Whether the service has what the load did: nothing lost, nothing twice, nothing of somebody else. */
import * as v from 'valibot';
import { ActivityPosition } from '../../../contract/activity.ts';
import { BlockedUser } from '../../../contract/block.ts';
import type { SoakNetwork, SoakUser } from './soak-network.ts';

/** What differs. All are zero, if all is well. */
export interface Differences {
  readonly lostActivities: number;
  readonly duplicatedActivities: number;
  readonly wrongBlocks: number;
  readonly lostDeliveries: number;
  readonly foreignDeliveries: number;
}

/** Reads everything that the users of the network have, a page after the other. */
export async function differencesOf({ users, webhooks }: SoakNetwork): Promise<Differences> {
  const differences = { lostActivities: 0, duplicatedActivities: 0, wrongBlocks: 0 };
  for (const user of users) {
    const listed = await actionsOf(user);
    const found = new Set(listed);
    differences.lostActivities += user.actions.difference(found).size;
    differences.duplicatedActivities += listed.length - found.size + found.difference(user.actions).size;
    const blocks = await blocksOf(user);
    const twice = blocks.length - new Set(blocks).size;
    differences.wrongBlocks += twice + user.blocked.symmetricDifference(new Set(blocks)).size;
  }
  return {
    ...differences,
    lostDeliveries: sum(webhooks.map(({ expected, counts }) => expected.difference(counts.arrived).size)),
    foreignDeliveries: sum(webhooks.map(({ counts }) => counts.foreign)),
  };
}

const BlockPage = v.object({ results: v.array(BlockedUser), paginationToken: v.optional(BlockedUser) });

async function blocksOf({ client }: SoakUser): Promise<readonly string[]> {
  const listed: string[] = [];
  let paginationToken: BlockedUser | undefined;
  do {
    const page = v.parse(BlockPage, (await client('POST', '/block', { paginationToken })).body);
    listed.push(...page.results.map(({ blocked_userId }) => blocked_userId));
    ({ paginationToken } = page);
  } while (paginationToken !== undefined);
  return listed;
}

const ActivityPage = v.object({
  data: v.array(v.object({ objectId: v.string() })),
  start: v.optional(ActivityPosition),
});

async function actionsOf({ client }: SoakUser): Promise<readonly string[]> {
  const listed: string[] = [];
  let start: ActivityPosition | undefined;
  do {
    const query = new URLSearchParams({ limit: '50', ...start });
    const page = v.parse(ActivityPage, (await client('GET', `/user-activities?${query}`)).body);
    listed.push(...page.data.map(({ objectId }) => objectId));
    ({ start } = page);
  } while (start !== undefined);
  return listed;
}

/** The sum of all networks. */
export const total = (all: readonly Differences[]): Differences => ({
  lostActivities: sum(all.map(({ lostActivities }) => lostActivities)),
  duplicatedActivities: sum(all.map(({ duplicatedActivities }) => duplicatedActivities)),
  wrongBlocks: sum(all.map(({ wrongBlocks }) => wrongBlocks)),
  lostDeliveries: sum(all.map(({ lostDeliveries }) => lostDeliveries)),
  foreignDeliveries: sum(all.map(({ foreignDeliveries }) => foreignDeliveries)),
});

const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);
