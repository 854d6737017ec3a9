/**
 * Whether calls get slower with a user's number of rows: the hide check, a page of the block list and a page of activities
 * with 10, 1,000 and 100,000 rows, through the tables that the handlers use, on DynamoDB Local.
 */
import * as v from 'valibot';
import { DEFAULT_ACTIVITIES_PER_PAGE } from '../contract/activity.ts';
import { BLOCKED_USERS_PER_PAGE, MAX_CHECKED_USERS } from '../contract/block.ts';
import { type NetworkId, networkUserKey, UserId } from '../contract/ids.ts';
import { activitiesTable } from '../lambdas/activity/activities-table.ts';
import { blocksTable } from '../lambdas/block/blocks-table.ts';
import { hiddenAuthors } from '../lambdas/block/hide-check.ts';
import type { OwnCloud } from '../testing/own-cloud.ts';
import { behindNthUser, fillActivities, fillBlocks, nthUser } from './harness/filled-tables.ts';
import type { Measure, Row } from './harness/row.ts';
import { median, quantile, rounded } from './harness/statistics.ts';
import { inTemporaryCloud } from './harness/temporary-cloud.ts';

const SIZES = [10, 1_000, 100_000] as const;
const ROUNDS = 300;
const WARM_UP_ROUNDS = 50;

/** A call, and the number of rows that it must find for a user with `size` rows. */
interface Operation {
  readonly name: string;
  readonly run: (size: number) => Promise<number>;
  readonly finds: (size: number) => number;
}

export const measure: Measure = (progress) =>
  inTemporaryCloud(async (cloud) => {
    const networkId = await cloud.addNetwork('scale');
    for (const size of SIZES) {
      const { client, tables } = cloud.connection;
      const user = { client, networkId, userId: userWith(size), rows: size };
      await fillBlocks({ ...user, table: tables.blocks });
      await fillActivities({ ...user, table: tables.activities });
      progress(`${size.toLocaleString('en')} blocks and as many activities are written`);
    }
    const rows: Row[] = [];
    for (const operation of operationsOn(cloud, networkId)) rows.push(...(await measured(operation)));
    return rows;
  });

function operationsOn({ connection: { client, tables } }: OwnCloud, networkId: NetworkId): Operation[] {
  const blocks = blocksTable(client, tables.blocks);
  const activities = activitiesTable(client, tables.activities);
  const keyOf = (size: number) => networkUserKey(networkId, userWith(size));
  const checkList = new Map<number, readonly UserId[]>(SIZES.map((size) => [size, checkListOver(size)]));
  return [
    {
      name: 'check of 20',
      run: async (size) => {
        const caller = { networkId, userId: userWith(size), hideMode: 'blocker' } as const;
        const authors = checkList.get(size) ?? [];
        const hidden = await hiddenAuthors(blocks, caller, authors);
        return authors.filter((author) => hidden.has(author)).length;
      },
      finds: () => MAX_CHECKED_USERS / 2,
    },
    {
      name: 'page of the block list',
      run: async (size) => (await blocks.page(keyOf(size), nthUser(size / 2 - 1))).results.length,
      finds: (size) => Math.min(BLOCKED_USERS_PER_PAGE, size / 2),
    },
    {
      name: 'page of activities',
      run: async (size) => (await activities.page(keyOf(size), DEFAULT_ACTIVITIES_PER_PAGE)).data.length,
      finds: () => DEFAULT_ACTIVITIES_PER_PAGE,
    },
  ];
}

const userWith = (size: number): UserId => v.parse(UserId, `user-with-${size}`);

/** Twenty users, spread over a list of `size`: ten blocked ones, each followed by one who is not blocked. */
const checkListOver = (size: number): UserId[] =>
  Array.from({ length: MAX_CHECKED_USERS / 2 }, (_, i) => Math.floor((i * size * 2) / MAX_CHECKED_USERS)).flatMap(
    (n) => [nthUser(n), behindNthUser(n)],
  );

async function measured({ name, run, finds }: Operation): Promise<Row[]> {
  const times = new Map<number, number[]>(SIZES.map((size) => [size, []]));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const size of SIZES) {
      const start = performance.now();
      const found = await run(size);
      const taken = performance.now() - start;
      if (found !== finds(size)) throw new Error(`The ${name} with ${size} rows found ${found}, not ${finds(size)}.`);
      if (round >= WARM_UP_ROUNDS) times.get(size)?.push(taken);
    }
  }
  const [smallest = []] = times.values();
  return [...times].map(([size, taken], index) => ({
    name: `${name}, ${size.toLocaleString('en')} rows`,
    figure: rounded(median(taken)),
    unit: 'ms',
    ...(index > 0 && { ratio: rounded(median(taken) / median(smallest)), reference: '10 rows', aim: '<= 1.2' }),
    note: `p99 ${rounded(quantile(taken, 0.99))} ms`,
  }));
}
