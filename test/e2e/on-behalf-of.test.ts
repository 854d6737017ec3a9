/** A back end calls the routes of users with its own token (docs/spec/access.md#on-behalf-of-a-user). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { HttpMethod } from '../../contract/route.ts';
import { needs } from '../support/needs.ts';
import {
  type ApiResponse,
  call,
  createNetwork,
  dataFolder,
  eventually,
  serverOf,
  tokenFor,
  userOf,
} from '../support/service.ts';
import { noteMade } from '../support/tested-service.ts';

describe('the header on-behalf-of', () => {
  let network: string;
  let token: string;
  beforeAll(async () => {
    network = await createNetwork({ features: ['blockUser', 'userActivity'] });
    token = await tokenFor(network, 'platform', 'server');
  });

  const onBehalf = (userId: string, method: HttpMethod, path: string, body?: object, as = token) => {
    noteMade(network, decodeURIComponent(userId));
    return call(method, path, { token: as, body, headers: { 'on-behalf-of': userId } });
  };

  test('makes a server block, check, list and unblock as the user, with one token for all users', async () => {
    for (const userId of ['alice', 'erin']) {
      const block = await onBehalf(userId, 'POST', '/block/members', { blockUserId: `by-${userId}` });
      expect({ status: block.status, body: block.body }).toEqual({ status: 200, body: { status: 'success' } });
    }
    const alice = await userOf(network, 'alice');
    const results = [{ blocked_userId: 'by-alice', netid_uid: `${network}_alice` }];
    expect((await alice('POST', '/block', {})).body).toMatchObject({ results });
    expect((await onBehalf('alice', 'POST', '/block', {})).body).toMatchObject({ results });
    const check = '/block/members?checkList=by-alice&checkList=by-erin';
    expect((await onBehalf('alice', 'GET', check)).body).toEqual({ 'by-alice': true, 'by-erin': false });
    expect((await onBehalf('erin', 'GET', check)).body).toEqual({ 'by-alice': false, 'by-erin': true });
    await onBehalf('alice', 'DELETE', '/block/members', { blockUserId: 'by-alice' });
    expect((await alice('POST', '/block', {})).body).toEqual({ results: [] });
  });

  test('lists the activity of the user, with positions that are the user’s own', async () => {
    const comment = (n: number) => ({ commentId: `c-${n}`, userId: 'fay', referenceId: 'p', referenceType: 'post' });
    const events = [1, 2].map((n) => ({ event: 'v3.comment.didCreate', data: { comments: [comment(n)] } }));
    await (await serverOf(network))('POST', '/events', { events });
    const { start } = await eventually(async () => {
      const { body } = await onBehalf('fay', 'GET', '/user-activities?limit=1');
      expect(body).toMatchObject({ data: [{ networkId_userId: `${network}_fay` }], start: {} });
      return v.parse(v.object({ start: v.record(v.string(), v.string()) }), body);
    });
    const next = `/user-activities?${new URLSearchParams(start)}`;
    expect((await onBehalf('fay', 'GET', next)).body).toMatchObject({ data: [{ objectType: 'comment' }] });
    expect((await onBehalf('gus', 'GET', next)).status).toBe(400);
  });

  test('takes any user id, percent-encoded', async () => {
    for (const id of ['ünï-名前-🙂', 'a,b', 'a b', '100%', '__proto__', 'é'.repeat(64)]) {
      await onBehalf(encodeURIComponent(id), 'POST', '/block/members', { blockUserId: 'bob' });
      const { body } = await (await userOf(network, id))('POST', '/block', {});
      expect(body).toMatchObject({ results: [{ blocked_userId: 'bob', netid_uid: `${network}_${id}` }] });
    }
  });

  test('is what a server needs on a route of users, whose message says so', async () => {
    const answer = await call('GET', '/block/members?checkList=bob', { token });
    expect({ status: answer.status, text: answer.text }).toEqual({
      status: 403,
      text: expect.stringContaining('on-behalf-of'),
    });
  });

  needs('a local cloud').test(
    'counts against the quotas of the route, and is in the log of its function, without the user’s id',
    async () => {
      const check = '/block/members?checkList=bob';
      const onBehalfOfUser = await onBehalf('secretive', 'GET', check);
      expect(onBehalfOfUser.headers.get('ratelimit-policy')).toMatch(/^"reads";/);
      expect(await logged(onBehalfOfUser)).toContain('"onBehalfOfUser":true');
      expect(await logged(onBehalfOfUser)).not.toContain('secretive');
      expect(await logged(await (await userOf(network, 'alice'))('GET', check))).not.toContain('onBehalfOfUser');
    },
  );

  /** The entry of a hide check in the log of its function. */
  const logged = ({ headers }: ApiResponse): Promise<string> =>
    eventually(() => {
      const log = readFileSync(join(dataFolder(), 'logs', 'Block-CheckHidden.log'), 'utf8');
      const entry = log
        .split('\n')
        .find((line) => line.includes(`"requestId":"${headers.get('x-request-id')}"`) && line.includes('"status":200'));
      if (entry === undefined) throw new Error('the check is not in the log');
      return entry;
    });
});
