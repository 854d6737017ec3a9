/** The blocks of a session, as the hooks show them: optimistic changes, other windows, failures, and who asks when. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type BlockService, blockService } from './block-service.ts';
import { type BlockSession, openBlocks, shownUsers } from './block-session.ts';

const FOREVER = Number.POSITIVE_INFINITY;
const POST = 'POST /block/members';
const HOUR_MS = 3_600_000;

let service: BlockService;
let session: BlockSession;
beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'], now: 1_900_000_000_000 });
  service = blockService();
  service.blocked.set('1', FOREVER);
  session = openBlocks(service);
  await session.settled();
});
afterEach(() => {
  session.close();
  jest.useRealTimers();
});

const refuse = (request: string, status: number) => service.refusals.push({ request, status });
const state = () => session.store.getSnapshot();

test('a change is announced to other windows once it is done, and what was heard of is not', async () => {
  const { store, client } = session;
  await Promise.all([store.block('2'), store.block('3')]);
  await session.settled();
  expect([session.announced(), service.listed()]).toEqual([1, 2]);
  store.changed(true);
  await session.settled();
  store.refresh();
  await session.settled();
  expect([session.announced(), service.listed()]).toEqual([1, 4]);
  await client.unblockUser({ body: { blockUserId: '1' } });
  await session.settled();
  expect([session.announced(), service.listed()]).toEqual([2, 5]);
  expect(session.hidden()).toEqual(['2', '3']);
});

test('changes of a user are sent in the order of the clicks, so that the last one counts', async () => {
  const { store } = session;
  const release = service.hold();
  const done = [store.block('2'), store.unblock('2'), store.block('2', { expiresInSeconds: 60 }), store.unblock('2')];
  await session.settled();
  expect(service.requests.filter((request) => request.endsWith('/members'))).toEqual([POST]);
  expect(session.hidden()).toEqual(['1']);
  release();
  await Promise.all(done);
  await session.settled();
  expect([session.hidden(), service.list()]).toEqual([['1'], ['1']]);
});

test('a change that is refused shows no more, and the caller is told; what was before is back', async () => {
  const { store } = session;
  const release = service.hold();
  refuse(POST, 400);
  refuse('DELETE /block/members', 400);
  const results = [store.block('2'), store.unblock('1')].map((change) => expect(change).rejects.toThrow('refused'));
  expect(session.hidden()).toEqual(['2']);
  release();
  await Promise.all(results);
  expect(session.hidden()).toEqual(['1']);
});

test('the end of a block that is asked for shows at once, with what was known of the block', async () => {
  const { store } = session;
  const release = service.hold();
  const [before] = state().items;
  const expiresAt = '2030-03-17T19:00:00Z';
  const blocking = store.block('1', { expiresAt });
  expect(state().items).toEqual([{ ...before, expiresAt }]);
  const other = store.block('2', { expiresInSeconds: 60 });
  jest.advanceTimersByTime(60_000);
  expect(session.hidden()).toEqual(['1']);
  release();
  await Promise.all([blocking, other]);
});

test('what can’t be read stays as it was, and is read again when the window gets the focus', async () => {
  refuse('POST /block', 503);
  session.store.changed(true);
  await session.settled();
  expect(state()).toMatchObject({ status: 'ready', error: { status: 503 } });
  expect(session.hidden()).toEqual(['1']);

  session.client.blocks.clear();
  refuse('POST /block', 503);
  await session.settled();
  expect(state()).toMatchObject({ status: 'failed', error: { status: 503 }, items: [] });
  expect(session.known()).toEqual([]);
  const before = service.requests.length;
  jest.advanceTimersByTime(HOUR_MS);
  await session.settled();
  expect(service.requests).toHaveLength(before);
  session.store.wake();
  await session.settled();
  expect(state()).toMatchObject({ status: 'ready', error: undefined });
  expect(session.hidden()).toEqual(['1']);
});

test.each([
  [401, 'signed-out'],
  [403, 'off'],
])('after %i nobody is hidden, and only `refresh` reads again', async (status, expected) => {
  const { store } = session;
  refuse('POST /block', status);
  store.changed(true);
  await session.settled();
  expect(state()).toMatchObject({ status: expected, error: { status }, items: [], hasMore: false });
  expect(session.hidden()).toEqual([]);
  const before = service.requests.length;
  jest.advanceTimersByTime(HOUR_MS);
  store.wake();
  store.changed(true);
  store.subscribe(() => {})();
  await session.settled();
  expect(service.requests).toHaveLength(before);
  store.refresh();
  await session.settled();
  expect(session.hidden()).toEqual(['1']);
});

test('a 403 that is not the service’s, as of a firewall, is a failure like others', async () => {
  const refusing = async () => Response.json({ message: 'Forbidden' }, { status: 403 });
  const other = openBlocks({ ...service, newClient: () => service.newClient({ fetch: refusing }) });
  await session.settled();
  expect(other.store.getSnapshot()).toMatchObject({ status: 'failed', error: { source: 'gateway' } });
  other.close();
});

test('a change elsewhere is read in a hidden window when it is shown, and by nobody if nothing shows it', async () => {
  const { store } = session;
  service.blocked.set('2', FOREVER);
  store.changed(false);
  await session.settled();
  expect(session.hidden()).toEqual(['1']);
  store.wake();
  await session.settled();
  expect(session.hidden()).toEqual(['1', '2']);
  session.close();
  service.blocked.clear();
  const before = service.requests.length;
  store.changed(true);
  jest.advanceTimersByTime(HOUR_MS);
  store.wake();
  await session.settled();
  expect(service.requests).toHaveLength(before);
  const close = store.subscribe(() => {});
  await session.settled();
  expect(session.hidden()).toEqual([]);
  close();
});

test('the list is read once for all components, and at most every five seconds at the focus', async () => {
  const { store } = session;
  const show = () => store.subscribe(() => {})();
  for (let n = 0; n < 3; n++) show();
  jest.advanceTimersByTime(4_999);
  store.wake();
  await session.settled();
  expect(service.listed()).toBe(1);
  jest.advanceTimersByTime(1);
  store.wake();
  store.wake();
  await session.settled();
  expect(service.listed()).toBe(2);
  jest.advanceTimersByTime(600_000);
  show();
  await session.settled();
  show();
  await session.settled();
  expect(service.listed()).toBe(2);
  jest.advanceTimersByTime(1);
  show();
  await session.settled();
  expect(service.listed()).toBe(3);
});

test('users are asked about in one request by all components of a moment, and once a minute at most', async () => {
  const { store } = session;
  service.hideMode = 'mutual';
  service.blockedBy.add('7');
  store.changed(true);
  await session.settled();
  expect(session.hidden()).toEqual(['1', '7']);
  service.requests = [];
  for (let n = 0; n < 50; n++) store.check([`${n % 15}`]);
  await session.settled();
  expect(service.requests).toEqual(['GET /block/members']);
  service.blockedBy.clear();
  refuse('GET /block/members', 503);
  jest.advanceTimersByTime(60_000);
  store.check(shownUsers);
  await session.settled();
  expect(state()).toMatchObject({ status: 'ready', error: { status: 503 } });
  expect(session.hidden()).toEqual(['1', '7']);
  const before = service.requests.length;
  store.check(shownUsers);
  await session.settled();
  expect(service.requests).toHaveLength(before);
  store.changed(true);
  await session.settled();
  expect(session.hidden()).toEqual(['1']);
});

test('what `clear` forgets is gone at once, as for another user, also what is being read', async () => {
  let answer = (): void => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  const slow = async (url: string, init: RequestInit) => {
    const response = await service.fetch(url, init);
    await held;
    return response;
  };
  const other = openBlocks({ ...service, newClient: () => service.newClient({ fetch: slow }) });
  await session.settled();
  service.blocked.clear();
  const seen: unknown[] = [];
  other.store.subscribe(() => seen.push(other.store.getSnapshot().items));
  other.client.blocks.clear();
  expect(other.store.getSnapshot()).toMatchObject({ status: 'loading', items: [] });
  expect(other.known()).toEqual([]);
  answer();
  await session.settled();
  expect(other.store.getSnapshot()).toMatchObject({ status: 'ready', items: [] });
  expect(seen).toEqual(seen.map(() => []));
  other.close();
});

test('where checks answer, a block that ends is asked about then, though it was just before', async () => {
  service.hideMode = 'mutual';
  service.blocked.set('2', Date.now() + 60_000);
  session.store.changed(true);
  await session.settled();
  jest.advanceTimersByTime(30_000);
  session.store.wake();
  await session.settled();
  expect(session.hidden()).toEqual(['1', '2']);
  jest.advanceTimersByTime(30_000);
  await session.settled();
  expect(session.hidden()).toEqual(['1']);
});

test('where checks answer, an unblocked user shows at once, and is not hidden by an older check', async () => {
  const { store } = session;
  service.hideMode = 'mutual';
  store.changed(true);
  await session.settled();
  expect(session.hidden()).toEqual(['1']);
  const seen: unknown[] = [];
  const close = store.subscribe(() => seen.push(state().isHidden('1')));
  await store.unblock('1');
  await session.settled();
  expect(new Set(seen)).toEqual(new Set([false]));
  close();
});

test('the next page continues the list that was read anew meanwhile; two clicks read one', async () => {
  const ids = Array.from({ length: 90 }, (_, n) => `x${n + 10}`);
  for (const id of ids) service.blocked.set(id, FOREVER);
  let answer = (): void => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  const slow = async (url: string, init: RequestInit) => {
    const response = await service.fetch(url, init);
    if (`${init.body}`.includes('"x68"')) await held;
    return response;
  };
  const other = openBlocks({ ...service, newClient: () => service.newClient({ fetch: slow }) });
  await session.settled();
  expect(other.listed()).toEqual(['1', ...ids].slice(0, 60));
  const reading = [other.store.loadMore(), other.store.loadMore()];
  service.blocked.delete('1');
  other.store.changed(true);
  await session.settled();
  answer();
  await Promise.all(reading);
  expect(other.listed()).toEqual(ids.slice(0, 80));
  await other.store.loadMore();
  expect([other.listed(), other.store.getSnapshot().hasMore]).toEqual([ids, false]);
  const before = service.requests.length;
  await other.store.loadMore();
  expect(service.requests).toHaveLength(before);
  other.store.changed(true);
  await session.settled();
  expect(other.listed()).toEqual(ids);
  other.close();
});
