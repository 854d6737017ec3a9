import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, createNetwork, userOf } from '../../testing/service.ts';

const blocked = (n: number) => `user-${`${n}`.padStart(2, '0')}`;
const path = (...userIds: string[]) =>
  `/block/members?${userIds.map((id) => `checkList=${encodeURIComponent(id)}`).join('&')}`;

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
        expect([answer.status, answer.body]).toEqual([200, { status: 'success' }]);
      }
      expect((await alice('GET', path('bob'))).body).toEqual({ bob: false });
    });

    test('accept a safe integer as its decimal string', async () => {
      const alice = await userOf(network, 'numbers');
      await alice('POST', '/block/members', { blockUserId: 9007199254740991 });
      await alice('POST', '/block/members', { blockUserId: 0 });
      expect((await alice('POST', '/block', {})).body).toEqual({
        results: ['0', '9007199254740991'].map((id) => ({ blocked_userId: id, netid_uid: `${network}_numbers` })),
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
          body: { status: 'error', code: 400000, message: expect.stringContaining('blockUserId') },
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

    test('accept ids of 128 bytes and of any script, and tell them apart', async () => {
      const alice = await userOf(network, 'linguist');
      const ids = [
        'é'.repeat(64),
        '😀',
        '__proto__',
        'constructor',
        'a,b',
        'a%2Cb',
        'a+b',
        'a&b',
        'a b',
        'a=b',
        '%',
        '_',
        '"',
      ];
      for (const id of ids) expect((await alice('POST', '/block/members', { blockUserId: id })).status).toBe(200);
      const answer = await alice('GET', path(...ids, 'toString'));
      expect(Object.keys(Object(answer.body)).sort()).toEqual([...ids, 'toString'].sort());
      expect(answer.text).toContain('"__proto__":true');
      expect(answer.body).toMatchObject({ constructor: true, 'a,b': true, 'a+b': true, toString: false });
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
      expect(pages.flat()).toEqual(everyone.map((id) => ({ blocked_userId: id, netid_uid: `${network}_popular` })));
    });

    test('accepts the token as an object or as its JSON text; null and {} are the first page', async () => {
      const first = await alice('POST', '/block', {});
      const { paginationToken } = Object(first.body);
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
      const { paginationToken } = Object((await alice('POST', '/block', {})).body);
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

    test("one's own id is never hidden", async () => {
      const alice = await userOf(network, 'self');
      expect((await alice('GET', path('self', 'bob'))).body).toEqual({ self: false, bob: false });
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
    const { results, paginationToken } = Object(body);
    pages.push(results);
    token = paginationToken;
  } while (token !== undefined && pages.length < 10);
  return pages;
}
