import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import fc from '../support/fast-check.ts';
import { membersOf } from '../support/members.ts';
import { type Client, createNetwork, serverOf, userOf } from '../support/service.ts';

const blocked = (n: number) => `user-${`${n}`.padStart(2, '0')}`;
const path = (...userIds: string[]) =>
  `/block/members?${userIds.map((id) => `checkList=${encodeURIComponent(id)}`).join('&')}`;

/** A page of the list. */
const Page = v.object({ results: v.array(v.unknown()), paginationToken: v.optional(v.unknown()) });

/** An entry of the list of a block without an end. */
const entry = (netid_uid: string, blocked_userId: string) => ({
  blocked_userId,
  netid_uid,
  createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
});

describe('blocking', () => {
  let network: string;
  beforeAll(async () => {
    network = await createNetwork({ features: ['blockUser'] });
  });

  describe('POST and DELETE /block/members', () => {
    test('return success, also when repeated', async () => {
      const alice = await userOf(network, 'alice');
      for (const method of ['POST', 'POST', 'DELETE', 'DELETE'] as const) {
        const answer = await alice(method, '/block/members', { blockUserId: 'bob' });
        expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { status: 'success' } });
      }
      expect((await alice('GET', path('bob'))).body).toEqual({ bob: false });
    });

    test('accept a safe integer as its decimal string', async () => {
      const alice = await userOf(network, 'numbers');
      await alice('POST', '/block/members', { blockUserId: 9007199254740991 });
      await alice('POST', '/block/members', { blockUserId: 0 });
      expect((await alice('POST', '/block', {})).body).toEqual({
        results: ['0', '9007199254740991'].map((id) => entry(`${network}_numbers`, id)),
      });
      await alice('DELETE', '/block/members', { blockUserId: '0' });
      expect((await alice('GET', path('0', '9007199254740991'))).body).toEqual({
        '0': false,
        '9007199254740991': true,
      });
    });

    test('refuse oneself, name the field and block nobody', async () => {
      const user = await userOf(network, 'careful');
      for (const method of ['POST', 'DELETE'] as const) {
        expect(await user(method, '/block/members', { blockUserId: 'careful' })).toMatchObject({
          status: 400,
          body: { status: 'error', code: 400000, message: 'blockUserId must be the id of another user, not your own' },
        });
      }
      expect((await user('POST', '/block', {})).body).toEqual({ results: [] });
    });

    test('a DELETE without a body is refused and unblocks nobody', async () => {
      const alice = await userOf(network, 'keeper');
      await alice('POST', '/block/members', { blockUserId: 'bob' });
      const answer = await alice('DELETE', '/block/members');
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 400000 });
      expect((await alice('GET', path('bob'))).body).toEqual({ bob: true });
    });
  });

  describe('POST /block/members with an end', () => {
    const Blocks = v.object({
      results: v.tuple([v.object({ createdAt: v.string(), expiresAt: v.string() })]),
      now: v.string(),
    });
    const listOf = async (user: Client) => v.parse(Blocks, (await user('POST', '/block', { withHideMode: true })).body);
    const block = (user: Client, end: object) => user('POST', '/block/members', { blockUserId: 'bob', ...end });

    test('shows in the list when the block was made and when it ends, and blocking again changes the end', async () => {
      const alice = await userOf(network, 'timed');
      const before = Date.now();
      expect((await block(alice, { expiresInSeconds: 60 })).body).toEqual({ status: 'success' });
      const { results, now } = await listOf(alice);
      const [{ createdAt, expiresAt }] = results;
      expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(createdAt));
      expect(Math.ceil(Date.parse(createdAt) / 1_000) * 1_000 + 60_000).toBe(Date.parse(expiresAt));
      const own = { blocked_userId: 'bob', netid_uid: `${network}_timed`, createdAt };
      for (const [end, shown] of [
        [{ expiresAt: '2030-01-01T01:00:00.25+01:00' }, { expiresAt: '2030-01-01T00:00:01.000Z' }],
        [{}, {}],
      ] as const) {
        await block(alice, end);
        expect((await alice('POST', '/block', {})).body).toEqual({ results: [{ ...own, ...shown }] });
        const exported = await (await serverOf(network))('GET', '/users/timed/data');
        expect(exported.body).toEqual({ blocks: [{ ...own, ...shown }], activities: [] });
      }
      expect((await alice('GET', path('bob'))).body).toEqual({ bob: true });
    });

    test('refuses an end that is too near or too far, or that is no time, and names the member', async () => {
      const alice = await userOf(network, 'strict');
      const ahead = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
      const outside = fc.oneof(
        fc.integer({ max: 59 }),
        fc.integer({ min: 315_360_001 }),
        fc.double().filter((n) => !Number.isInteger(n)),
        fc.constantFrom('3600', null, true, [60], {}),
      );
      const noTime = fc.oneof(
        fc.integer({ min: -3_600_000, max: 45_000 }).map(ahead),
        fc.integer({ min: 3_654, max: 1_000_000 }).map((days) => ahead(days * 86_400_000)),
        fc.constantFrom(
          '',
          'tomorrow',
          '2030-01-01',
          '2030-02-30T00:00:00Z',
          '2030-01-01T00:00:00',
          1_900_000_000,
          null,
          [],
        ),
      );
      const refused = async (end: object, message: RegExp) => {
        const answer = await block(alice, end);
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: 400,
          body: expect.objectContaining({ code: 400000, message: expect.stringMatching(message) }),
        });
      };
      await fc.assert(
        fc.asyncProperty(outside, noTime, async (expiresInSeconds, expiresAt) => {
          await refused({ expiresInSeconds }, /^expiresInSeconds must be an integer from 60 to 315360000$/);
          await refused(
            { expiresAt },
            /^expiresAt must be an ISO 8601 time stamp .* one minute to ten years in the future$/,
          );
        }),
        { numRuns: 25 },
      );
      await refused({ expiresInSeconds: 60, expiresAt: ahead(60_000) }, /^expiresInSeconds must not be given together/);
      expect((await alice('POST', '/block', {})).body).toEqual({ results: [] });
      for (const end of [
        { expiresInSeconds: 315_360_000 },
        { expiresAt: ahead(3_652 * 86_400_000) },
        { expiresAt: ahead(60_000) },
      ])
        expect((await block(alice, end)).status).toBe(200);
    });
  });

  describe('POST /block', () => {
    const everyone = Array.from({ length: 45 }, (_, i) => blocked(i));
    let alice: Client;
    beforeAll(async () => {
      alice = await userOf(network, 'popular');
      for (const id of everyone.toReversed()) await alice('POST', '/block/members', { blockUserId: id });
    });

    test('lists 45 users on three pages with no fourth, in ascending order', async () => {
      const pages = await pagesOf(alice);
      expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
      expect(pages.flat()).toEqual(everyone.map((id) => entry(`${network}_popular`, id)));
    });

    test('accepts the token as an object or as its JSON text; null and {} are the first page', async () => {
      const first = await alice('POST', '/block', {});
      const { paginationToken } = v.parse(Page, first.body);
      expect(paginationToken).toEqual({ netid_uid: `${network}_popular`, blocked_userId: blocked(19) });
      const second = await alice('POST', '/block', { paginationToken });
      expect((await alice('POST', '/block', { paginationToken: JSON.stringify(paginationToken) })).body).toEqual(
        second.body,
      );
      for (const token of [null, {}, '', 'null', '{}']) {
        expect((await alice('POST', '/block', { paginationToken: token })).body).toEqual(first.body);
      }
    });

    test.each([20, 40])('a list of exactly %i has no empty page after it', async (count) => {
      const user = await userOf(network, `has-${count}`);
      for (const id of everyone.slice(0, count)) await user('POST', '/block/members', { blockUserId: id });
      expect((await pagesOf(user)).map((page) => page.length)).toEqual(Array(count / 20).fill(20));
    });

    test("never accepts another user's token", async () => {
      const { paginationToken } = v.parse(Page, (await alice('POST', '/block', {})).body);
      const mallory = await userOf(network, 'mallory');
      const answer = await mallory('POST', '/block', { paginationToken });
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain('user-');
    });
  });

  describe('GET /block/members', () => {
    test('checks 20 ids at once, and the same id 30 times is one', async () => {
      const alice = await userOf(network, 'checker');
      await alice('POST', '/block/members', { blockUserId: blocked(3) });
      const twenty = Array.from({ length: 20 }, (_, i) => blocked(i));
      const answer = await alice('GET', path(...twenty));
      expect(answer.body).toEqual(Object.fromEntries(twenty.map((id) => [id, id === blocked(3)])));
      expect((await alice('GET', path(...Array(30).fill(blocked(3))))).body).toEqual({ [blocked(3)]: true });
    });

    test('hides the blocked user from the blocker only, unless the network hides mutually', async () => {
      const mutual = await createNetwork({ features: ['blockUser'], hideMode: 'mutual' });
      for (const [networkId, hidden] of [
        [network, false],
        [mutual, true],
      ] as const) {
        const [alice, bob] = [await userOf(networkId, 'alice'), await userOf(networkId, 'bob')];
        await alice('POST', '/block/members', { blockUserId: 'bob' });
        const list = await bob('POST', '/block', { withHideMode: true });
        expect(list.body).toEqual({ results: [], hideMode: hidden ? 'mutual' : 'blocker' });
        expect((await alice('GET', path('bob'))).body).toEqual({ bob: true });
        expect((await bob('GET', path('alice', 'carol'))).body).toEqual({ alice: hidden, carol: false });
        await alice('DELETE', '/block/members', { blockUserId: 'bob' });
        expect((await bob('GET', path('alice'))).body).toEqual({ alice: false });
      }
    });
  });
});

/** The results of every page, following the tokens. */
async function pagesOf(user: Client): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  let token: unknown;
  do {
    const { body } = await user('POST', '/block', token === undefined ? {} : { paginationToken: token });
    const { results, paginationToken } = v.parse(Page, body);
    pages.push(results);
    token = paginationToken;
  } while (token !== undefined && pages.length < 10);
  return pages;
}

const none = { hasBlocked: false, isBlocked: false };

// Of other networks: test/proof/tenants.integration.test.ts.
describe('POST /block/audience', () => {
  let network: string;
  let server: Client;
  beforeAll(async () => {
    network = await createNetwork({ features: ['blockUser'] });
    server = await serverOf(network);
  });

  const block = async (blocker: string, ...blocked: string[]) => {
    const user = await userOf(network, blocker);
    for (const blockUserId of blocked) await user('POST', '/block/members', { blockUserId });
  };
  const audience = (actorId: unknown, userIds: unknown) => server('POST', '/block/audience', { actorId, userIds });

  test('says who has blocked the actor and whom the actor has blocked, and shows a change at once', async () => {
    await block('alice', 'bob', 'both');
    await block('carol', 'alice');
    await block('both', 'alice');
    const answer = await audience('alice', ['bob', 'carol', 'both', 'dave']);
    const results = {
      bob: { hasBlocked: false, isBlocked: true },
      carol: { hasBlocked: true, isBlocked: false },
      both: { hasBlocked: true, isBlocked: true },
      dave: none,
    };
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { results } });
    await (await userOf(network, 'alice'))('DELETE', '/block/members', { blockUserId: 'bob' });
    expect((await audience('alice', ['bob'])).body).toEqual({ results: { bob: none } });
  });

  test('takes 100 ids, counts a repeated one once, and is false both ways for the actor itself', async () => {
    const others = Array.from({ length: 99 }, (_, n) => `user-${n}`);
    const answer = await audience('self', ['self', ...others, ...others]);
    expect(answer.body).toEqual({ results: Object.fromEntries(['self', ...others].map((id) => [id, none])) });
    expect((await audience('self', ['self'])).body).toEqual({ results: { self: none } });
  });

  test('takes ids of any script and the names of object members, in an escaped body of 100 of the longest', async () => {
    const odd = ['__proto__', 'constructor', 'a,b', '😀', '%', '"'];
    await block('toString', ...odd);
    for (const id of odd) await block(id, 'toString');
    const answer = await audience('toString', [...odd, 'hasOwnProperty']);
    expect(answer.text).toContain('"__proto__":{"hasBlocked":true,"isBlocked":true}');
    const related = Object.entries(membersOf(membersOf(answer.body)['results']));
    expect(related.toSorted()).toEqual(
      [...odd.map((id) => [id, { hasBlocked: true, isBlocked: true }]), ['hasOwnProperty', none]].toSorted(),
    );
    const longest = Array.from({ length: 100 }, (_, n) => `${'é'.repeat(62)}${n + 100}`);
    const body = JSON.stringify({ actorId: 'toString', userIds: longest }).replaceAll('é', '\\u00e9');
    expect((await server('POST', '/block/audience', body)).status).toBe(200);
  });

  test('is the same whether the network hides mutually or not, and counts as a read', async () => {
    const mutual = await createNetwork({ features: ['blockUser'], hideMode: 'mutual' });
    await (await userOf(mutual, 'alice'))('POST', '/block/members', { blockUserId: 'bob' });
    const answer = await (await serverOf(mutual))('POST', '/block/audience', { actorId: 'bob', userIds: ['alice'] });
    expect(answer.body).toEqual({ results: { alice: { hasBlocked: true, isBlocked: false } } });
    expect(answer.headers.get('ratelimit-policy')).toMatch(/^"reads";/);
  });
});
