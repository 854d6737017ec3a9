/** The copy of the user's own block list, which the filter, the list and the hooks read. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import fc from '../../test/support/fast-check.ts';
import type { Client } from '../index.ts';
import { type BlockService, blockService } from './block-service.ts';

const FOREVER = Number.POSITIVE_INFINITY;
const body = { blockUserId: 'bob' };

let service: BlockService;
let client: Client;
beforeEach(() => {
  service = blockService();
  service.blocked.set('mallory', FOREVER);
  client = service.newClient();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const visible = (...authors: readonly string[]) => client.blocks.filter(authors, (author) => author);
const each = async (...given: Parameters<Client['eachBlockedUser']>) => {
  const ids: string[] = [];
  for await (const { blocked_userId } of client.eachBlockedUser(...given)) ids.push(blocked_userId);
  return ids;
};

test('is one for blocks.filter and eachBlockedUser, whoever reads it first, also at the same time', async () => {
  const all = Promise.all([visible('mallory', 'bob'), each(), visible('bob')]);
  expect(await all).toEqual([['bob'], ['mallory'], ['bob']]);
  expect(await each()).toEqual(['mallory']);
  expect(service.listed()).toBe(1);
  client.blocks.clear();
  expect(await each()).toEqual(['mallory']);
  expect(await visible('mallory')).toEqual([]);
  expect(service.listed()).toBe(2);
  await client.blockUser({ body });
  expect(await each()).toEqual(['bob', 'mallory']);
  expect(await visible('bob')).toEqual([]);
  expect(service.listed()).toBe(3);
});

test('is not that of a user on whose behalf a back end calls', async () => {
  await visible('bob');
  await each({}, { onBehalfOf: 'zoe' });
  await each({}, { onBehalfOf: 'zoe' });
  expect(service.listed()).toBe(3);
});

test('lists the same as the service, whatever the list is and wherever one begins', async () => {
  const ids = fc.uniqueArray(fc.nat(200).map(String), { maxLength: 150, size: 'max' });
  await fc.assert(
    fc.asyncProperty(ids, fc.array(fc.nat(9), { maxLength: 5 }), async (mine, starts) => {
      service.blocked = new Map(mine.map((id) => [id, FOREVER]));
      client.blocks.clear();
      const all = mine.toSorted();
      expect(await each()).toEqual(all);
      const before = service.listed();
      expect(await each()).toEqual(all);
      if (all.length <= 60) expect(service.listed()).toBe(before);
      for (const start of starts.map((n) => all[n * 15]).filter((id) => id !== undefined)) {
        const paginationToken = { blocked_userId: start, netid_uid: 'demo_alice' };
        expect(await each({ body: { paginationToken } })).toEqual(all.filter((id) => id > start));
      }
    }),
  );
});

test('is not that of before a block that was made while it was read', async () => {
  const release = service.hold();
  const reading = each();
  const blocking = client.blockUser({ body });
  release();
  await Promise.all([reading, blocking]);
  expect(await each()).toEqual(['bob', 'mallory']);
});

test('is read by others although one aborts, and whoever may abort reads it alone', async () => {
  const reason = 'aborted';
  const release = service.hold();
  const { signal, abort } = abortable();
  const aborting = expect(each({}, { signal })).rejects.toMatchObject({ reason });
  const reading = each();
  const joining = client.blocks.filter(['bob'], (id) => id, { signal });
  const rejecting = expect(joining).rejects.toMatchObject({ reason });
  abort();
  await Promise.all([aborting, rejecting]);
  release();
  expect(await reading).toEqual(['mallory']);
  const before = service.listed();
  expect(await each({}, { signal: abortable().signal })).toEqual(['mallory']);
  expect(service.listed()).toBe(before);
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

test('is read again after it could not be read', async () => {
  service.refusals.push({ request: 'POST /block', status: 503 });
  await expect(each()).rejects.toMatchObject({ status: 503 });
  expect(await each()).toEqual(['mallory']);
});

test('has no blocks that have ended, and says when the others will by the clock of the device', async () => {
  const now = 1_900_000_000_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
  service.ahead = -5 * 3_600_000;
  service.blocked.set('bob', now + service.ahead + 60_000);
  const { entries, next, answersChecks } = await client.blocks.page();
  expect(entries.map(({ user, endsAt }) => [user.blocked_userId, endsAt])).toEqual([
    ['bob', now + 60_000],
    ['mallory', FOREVER],
  ]);
  expect(next).toBeUndefined();
  expect(answersChecks).toBe(true);
  clock.mockReturnValue(now + 60_000);
  expect(await each()).toEqual(['mallory']);
  expect(service.listed()).toBe(1);
});

test('tells whoever subscribes what has changed', async () => {
  const changes: string[] = [];
  const end = client.blocks.subscribe((change) => changes.push(change));
  await client.blockUser({ body });
  await client.unblockUser({ body });
  client.blocks.clear();
  client.blocks.clear('changed');
  end();
  client.blocks.clear();
  expect(changes).toEqual(['changed', 'changed', 'cleared', 'changed']);
});
