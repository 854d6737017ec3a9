/** Random changes of blocks, here and elsewhere: the hooks show them at once, and in the end what the service says. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import fc from '../../test/support/fast-check.ts';
import { type BlockService, blockService } from './block-service.ts';
import { type BlockSession, openBlocks, shownUsers } from './block-session.ts';

const FOREVER = Number.POSITIVE_INFINITY;

let service: BlockService;
let session: BlockSession;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'], now: 1_900_000_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

const user = fc.constantFrom(...shownUsers);
const seconds = fc.option(fc.integer({ min: 60, max: 300 }), { nil: undefined });
type Step = () => Promise<unknown> | unknown;

/** Changes of this window, which may be refused, and time that passes. */
const ownSteps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(user, seconds, fc.boolean()).map(([id, expiresInSeconds, isRefused]) => () => {
    if (isRefused) service.refusals.push({ request: 'POST /block/members', status: 400 });
    void session.store.block(id, { expiresInSeconds }).catch(() => undefined);
    expect(session.store.getSnapshot().isHidden(id)).toBe(true);
    expect(session.listed()).toContain(id);
  }),
  fc.tuple(user, fc.boolean()).map(([id, isRefused]) => () => {
    if (isRefused) service.refusals.push({ request: 'DELETE /block/members', status: 503 });
    void session.store.unblock(id).catch(() => undefined);
    expect(session.store.getSnapshot().isHidden(id)).toBe(false);
    expect(session.listed()).not.toContain(id);
  }),
  // Not during a request: a block may last longer by what a response takes.
  fc.integer({ min: 1, max: 400 }).map((time) => async () => {
    await session.settled();
    jest.advanceTimersByTime(time * 1_000);
  }),
  fc.constant(() => session.store.wake()),
  fc.constant(() => session.settled()),
);

/** Changes elsewhere, of which this window hears, and those that it makes without the hooks. */
const otherSteps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(user, seconds).map(([id, time = FOREVER]) => () => {
    service.blocked.set(id, Date.now() + 1_000 * time);
    session.store.changed(true);
  }),
  user.map((id) => () => {
    service.blockedBy.add(id);
    session.store.changed(true);
  }),
  fc.constant(() => {
    service.blocked.clear();
    service.blockedBy.clear();
    session.store.changed(true);
  }),
  fc.constant(() => session.client.blocks.clear()),
  user.map((blockUserId) => () => session.client.blockUser({ body: { blockUserId } }).catch(() => undefined)),
);

test('each change shows at once, and in the end all is as the service says', async () => {
  const modes = fc.constantFrom('blocker' as const, 'mutual' as const);
  const steps = fc.array(fc.oneof({ arbitrary: ownSteps, weight: 3 }, otherSteps), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(modes, fc.constantFrom(0, 5, 80), steps, async (mode, others, run) => {
      service = blockService();
      service.hideMode = mode;
      for (let n = 0; n < others; n++) service.blocked.set(`x${n + 10}`, FOREVER);
      session = openBlocks(service);
      await session.settled();
      for (const step of run) await step();
      await session.settled();
      expect(session.known()).toEqual(shownUsers);
      expect(session.hidden()).toEqual(shownUsers.filter(service.isHidden));
      const { hasMore } = session.store.getSnapshot();
      expect(session.listed()).toEqual(hasMore ? service.list().slice(0, session.listed().length) : service.list());
      session.close();
    }),
    { numRuns: 300 },
  );
}, 120_000);

test('blocks end at their second, without a request and however far ahead, also while no timer runs', async () => {
  const end = fc.oneof(fc.integer({ min: 60, max: 300 }), fc.integer({ min: 2_000_000, max: 315_360_000 }));
  const ends = fc.uniqueArray(fc.tuple(user, end), { selector: ([id]) => id, minLength: 1 });
  await fc.assert(
    fc.asyncProperty(ends, fc.boolean(), async (list, hasTimers) => {
      service = blockService();
      service.blocked = new Map(list.map(([id, length]) => [id, Date.now() + length * 1_000]));
      session = openBlocks(service);
      await session.settled();
      const before = service.requests.length;
      for (const at of [...service.blocked.values()].flatMap((time) => [time - 1, time]).toSorted((a, b) => a - b)) {
        const renderings = session.renderings();
        const rendered = session.hidden();
        if (hasTimers) jest.advanceTimersByTime(at - Date.now());
        else jest.setSystemTime(at);
        expect(session.hidden()).toEqual(shownUsers.filter(service.isHidden));
        expect(session.listed()).toEqual(service.list());
        if (hasTimers && rendered.length > session.hidden().length)
          expect(session.renderings()).toBeGreaterThan(renderings);
      }
      await session.settled();
      expect(service.requests).toHaveLength(before);
      session.close();
    }),
    { numRuns: 50 },
  );
});
