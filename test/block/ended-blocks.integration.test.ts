/** Every read of blocks says the same of one that ends, at every time; and pages leave nothing out because of others. */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { openKind } from '@social-platform-services/ctl/bulk/records';
import * as v from 'valibot';
import { BLOCKED_USERS_PER_PAGE } from '../../contract/block-list.ts';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { importBlocks } from '../../lambdas/block/block-records-table.ts';
import { type BlocksTable, blocksTable } from '../../lambdas/block/blocks-table.ts';
import { audienceOf, hiddenAuthors } from '../../lambdas/block/hide-check.ts';
import type { RequestedEnd } from '../../lambdas/block/stored-block.ts';
import { exportText } from '../../lambdas/user-data/export-text.ts';
import { patience } from '../support/eventually.ts';
import fc from '../support/fast-check.ts';
import { connection, createNetwork } from '../support/service.ts';

jest.setTimeout(patience(60_000));
afterEach(() => {
  jest.restoreAllMocks();
});

const user = (id: string): UserId => v.parse(UserId, id);
const users = ['ada', 'grace', 'linus', '__proto__'].map(user);
const [ada = user('ada')] = users;
const { client, tables } = connection();
let table: BlocksTable;
beforeAll(() => {
  table = blocksTable(client, tables.blocks);
});

/** Has the clock of everything show a time, in milliseconds since 1970. */
const setClock = (now: number): void => void jest.spyOn(Date, 'now').mockReturnValue(now);

const key = (networkId: NetworkId, [by, whom]: Pair) => ({
  netid_uid: networkUserKey(networkId, by),
  blocked_userId: whom,
});
type Pair = readonly [by: UserId, whom: UserId];

/** What the model knows of a block: times are milliseconds since 1970. */
interface Known {
  readonly createdAt: number;
  readonly end: number;
}

type Step = { readonly afterMs: number; readonly pair: Pair; readonly end: RequestedEnd | 'none' };

const pair = fc.tuple(fc.constantFrom(...users), fc.constantFrom(...users)).filter(([by, whom]) => by !== whom);
const seconds = fc.integer({ min: 60, max: 600 });
const step: fc.Arbitrary<Step> = fc.record({
  afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120_000 }), fc.constantFrom(60_000, 600_000)),
  pair,
  end: fc.oneof(
    fc.constant('none' as const),
    fc.constant({}),
    seconds.map((expiresInSeconds) => ({ expiresInSeconds })),
    seconds.map((ahead) => ({ expiresAt: `${ahead}` })),
  ),
});

/** A request at a time, as the caller would have written it. */
const requested = ({ expiresAt, ...end }: RequestedEnd, now: number): RequestedEnd =>
  expiresAt === undefined ? end : { expiresAt: new Date(now + Number(expiresAt) * 1_000).toISOString() };

const endAfter = ({ expiresAt, expiresInSeconds }: RequestedEnd, now: number): number => {
  if (expiresInSeconds !== undefined) return (Math.ceil(now / 1_000) + expiresInSeconds) * 1_000;
  return expiresAt === undefined ? Number.POSITIVE_INFINITY : Math.ceil(Date.parse(expiresAt) / 1_000) * 1_000;
};

describe('at every time, of blocks that are made, changed and removed and that end', () => {
  test('list, hide check, audience, exports and the export of a network say the same', async () => {
    const history = fc.array(step, { minLength: 4, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 0, max: 999 }), async (steps, fraction) => {
        const networkId = await createNetwork({ features: ['blockUser'] });
        const known = new Map<string, Known>();
        let now = 1_900_000_000_000 + fraction;
        for (const { afterMs, pair: who, end } of steps) {
          now += afterMs;
          setClock(now);
          const before = known.get(who.join());
          const isThere = before !== undefined && before.end > now;
          if (end === 'none') {
            await table.remove(key(networkId, who));
            known.delete(who.join());
          } else {
            const asked = requested(end, now);
            await table.add(key(networkId, who), asked);
            const createdAt = isThere ? before.createdAt : now;
            const isNear = isThere && Math.abs(before.end - endAfter(asked, now)) < 30_000;
            // Whether this repeats the request before, only the block knows: then the end stays (stored-block.test.ts).
            const stays =
              isNear && asked.expiresInSeconds !== undefined && (await endOf(networkId, who)) === before.end;
            known.set(who.join(), { createdAt, end: stays ? before.end : endAfter(asked, now) });
          }
          await expectInRoutes(networkId, known, now);
        }
        await expectInExports(networkId, known, now);
      }),
      { numRuns: 8 },
    );
  });

  async function endOf(networkId: NetworkId, who: Pair): Promise<number | undefined> {
    const [block] = await table.existing([key(networkId, who)]);
    return block?.expiresAt === undefined ? undefined : block.expiresAt * 1_000;
  }

  /** What the model says of each pair of users at a time. */
  function modelAt(networkId: NetworkId, known: ReadonlyMap<string, Known>, now: number) {
    const isBlocked = (by: UserId, whom: UserId): boolean => (known.get([by, whom].join())?.end ?? 0) > now;
    const times = (by: UserId, whom: UserId) => {
      const { createdAt, end } = known.get([by, whom].join()) ?? { createdAt: 0, end: 0 };
      return {
        createdAt: new Date(createdAt).toISOString(),
        ...(Number.isFinite(end) && { expiresAt: new Date(end).toISOString() }),
      };
    };
    const entry = (by: UserId, whom: UserId) => ({ ...key(networkId, [by, whom]), ...times(by, whom) });
    const others = (me: UserId): UserId[] => users.filter((one) => one !== me).sort();
    const blockedBy = (me: UserId) => others(me).filter((one) => isBlocked(me, one));
    const blockersOf = (me: UserId) => others(me).filter((one) => isBlocked(one, me));
    return { isBlocked, times, entry, others, blockedBy, blockersOf };
  }

  async function expectInRoutes(networkId: NetworkId, known: ReadonlyMap<string, Known>, now: number): Promise<void> {
    const { isBlocked, entry, others, blockedBy, blockersOf } = modelAt(networkId, known, now);
    for (const me of users) {
      const mine = blockedBy(me);
      expect(await table.page(networkUserKey(networkId, me))).toEqual({ results: mine.map((one) => entry(me, one)) });
      const hidden = await hiddenAuthors(table, { networkId, userId: me, hideMode: 'mutual' }, users);
      expect([...hidden].sort()).toEqual([...new Set([...mine, ...blockersOf(me)])].sort());
      const relations = await audienceOf(table, { networkId, actorId: me, userIds: users });
      for (const one of others(me))
        expect(relations.get(one)).toEqual({ hasBlocked: isBlocked(one, me), isBlocked: isBlocked(me, one) });
    }
  }

  async function expectInExports(networkId: NetworkId, known: ReadonlyMap<string, Known>, now: number): Promise<void> {
    const { times, entry, blockedBy, blockersOf } = modelAt(networkId, known, now);
    for (const me of users) {
      let text = '';
      for await (const piece of exportText(client, tables, { networkId, userId: me }, '')) text += piece;
      const exported = JSON.parse(text);
      expect(exported.blocks).toEqual(blockedBy(me).map((one) => entry(me, one)));
      expect(exported.blockedBy).toHaveLength(blockersOf(me).length);
      expect(exported.blockedBy).toEqual(expect.arrayContaining(blockersOf(me).map((one) => entry(one, me))));
    }
    const records: object[] = [];
    for await (const some of (await openKind(connection(), networkId, 'blocks')).all()) records.push(...some);
    const expected = users.flatMap((blocker) =>
      blockedBy(blocker).map((blocked) => ({ blocker, blocked, ...times(blocker, blocked) })),
    );
    expect(records).toHaveLength(expected.length);
    expect(records).toEqual(expect.arrayContaining(expected));
  }
});

describe('the pages of a list of which some blocks have ended', () => {
  /** Blocks of Ada, `true` where one has ended, in the order of their ids. */
  async function listOf(ended: readonly boolean[]) {
    const networkId = await createNetwork({ features: ['blockUser'] });
    const netid_uid = networkUserKey(networkId, ada);
    const ids = ended.map((_, n) => user(`user-${`${n}`.padStart(5, '0')}`));
    const now = Math.floor(Date.now() / 1_000);
    await importBlocks(
      client,
      tables.blocks,
      ids.map((blocked_userId, n) => ({ netid_uid, blocked_userId, expiresAt: ended[n] ? now - 1 : now + 3_600 })),
    );
    const pages: string[][] = [];
    let after: UserId | undefined;
    do {
      const { results, paginationToken } = await table.page(netid_uid, after);
      pages.push(results.map(({ blocked_userId }) => blocked_userId));
      after = paginationToken && user(paginationToken.blocked_userId);
    } while (after !== undefined);
    return { pages, lasting: ids.filter((_, n) => !ended[n]) };
  }

  test('have all others in order, each but the last is full, and the last is empty only where there is none', async () => {
    const run = fc.tuple(fc.boolean(), fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 60 })));
    const ended = fc
      .array(run, { maxLength: 6 })
      .map((runs) => runs.flatMap(([is, length]) => Array<boolean>(length).fill(is)));
    await fc.assert(
      fc.asyncProperty(ended, async (list) => {
        const { pages, lasting } = await listOf(list);
        expect(pages.flat()).toEqual(lasting);
        const lengths = pages.map(({ length }) => length);
        const full = Math.max(0, Math.ceil(lasting.length / BLOCKED_USERS_PER_PAGE) - 1);
        expect(lengths).toEqual([
          ...Array<number>(full).fill(BLOCKED_USERS_PER_PAGE),
          lasting.length - full * BLOCKED_USERS_PER_PAGE,
        ]);
      }),
      { numRuns: 25 },
    );
  });

  test('have all others, too, where more have ended than a page reads', async () => {
    const { pages, lasting } = await listOf([
      ...Array<boolean>(3).fill(false),
      ...Array<boolean>(2_000).fill(true),
      false,
    ]);
    expect(pages.flat()).toEqual(lasting);
    expect(pages.map(({ length }) => length)).toEqual([3, 1]);
  });
});
