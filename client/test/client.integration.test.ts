import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { findNetwork } from '@social-platform-services/ctl/networks';
import { signingKeyOf } from '@social-platform-services/ctl/signing-keys';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { cloud, connection, createNetwork, tokenFor } from '../../test/support/service.ts';
import { serviceFetch } from '../../test/support/service-fetch.ts';
import { type Client, createClient } from '../index.ts';
import { createAccessToken, sendEvents } from '../server/index.ts';

let networkId: string;
const as = async (userId: string, role: 'user' | 'server' | 'admin' = 'user'): Promise<Client> =>
  createClient({ baseUrl: cloud().url, fetch: serviceFetch, token: await tokenFor(networkId, userId, role) });

beforeAll(async () => {
  networkId = await createNetwork();
});

describe('The client', () => {
  test('passes ids unchanged, in any script, in a query and in a body', async () => {
    const odd = ['a,b', 'a&b=c', '100%', '%2C', 'a+b c', 'ünïcode-名前-🙂', '__proto__', 'constructor', '#?/\\"\'<>'];
    const alice = await as('alice-odd');
    for (const blockUserId of odd) await alice.blockUser({ body: { blockUserId } });
    const hidden = await alice.checkHidden({ query: { checkList: [...odd, 'a', '100'] } });
    expect(new Map(Object.entries(hidden))).toEqual(
      new Map([...odd.map((id) => [id, true] as const), ['a', false], ['100', false]]),
    );
  });
});

test('The date of Retry-After is in the time of Greenwich, also where it has no zone', () => {
  const program = `
    import { secondsOf } from './client/exchange.ts';
    console.log(Date.now() / 1000 + secondsOf('Thu Jan  1 00:00:00 2099'));`;
  const args = ['--input-type=module', '--eval', program];
  const printed = execFileSync(process.execPath, args, { env: { TZ: 'America/New_York' }, encoding: 'utf8' });
  expect(Math.floor(Number(printed))).toBe(Date.UTC(2099, 0) / 1000);
});

describe('A back end with a signing key', () => {
  test('posts events with tokens of its own, each once, and hides content for a user', async () => {
    const key = signingKeyOf(await findNetwork(connection(), v.parse(NetworkId, networkId)));
    const clientOf = (userId: string, role: 'user' | 'server') =>
      createClient({
        baseUrl: cloud().url,
        fetch: serviceFetch,
        token: () => createAccessToken({ networkId, userId, role, key }),
        // A request that is repeated after a time-out would count its events as duplicates.
        timeoutMilliseconds: 60_000,
      });
    const events = Array.from({ length: 101 }, (_, number) => ({
      id: `once-${number}`,
      event: 'app.opened',
      data: {},
    }));
    const platform = clientOf('platform', 'server');
    expect(await sendEvents(platform, events)).toEqual({ accepted: 101, duplicates: 0 });
    expect(await sendEvents(platform, events.slice(1))).toEqual({ accepted: 0, duplicates: 100 });

    const alice = clientOf('alice-filter', 'user');
    await alice.blockUser({ body: { blockUserId: 'bob' } });
    expect(await alice.blocks.filter(['bob', 'carol', 'alice-filter'], (author) => author)).toEqual([
      'carol',
      'alice-filter',
    ]);
  });
});

describe('The service’s errors', () => {
  test('have a message, code, details and the request’s id', async () => {
    const platform = await as('platform', 'server');
    const events = [
      { event: 'message.created', data: {} },
      {
        event: 'v3.post.didAddReaction',
        data: { posts: 7, reactor: { reactionId: 'r', reactionName: 'like', userId: 'u' } },
      },
    ];
    await expect(platform.ingestEvents({ body: { events } })).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      code: 400000,
      message: 'events[0].event must not be the deprecated message.created; use message.didCreate',
      detail: [
        expect.stringMatching('^events\\[0\\]'),
        'events[1].data.posts must be an array of at least one of the posts',
      ],
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retryAfterSeconds: undefined,
    });
  });

  test.each([
    ['another role', 403, 400300, (client: Client) => client.listWebhooks()],
    ['an unknown id', 404, 400400, (client: Client) => client.showWebhook({ parameters: { webhookId: 'x y' } })],
    ['an id for no path', 400, 400000, (client: Client) => client.showWebhook({ parameters: { webhookId: 'x/y?z' } })],
  ])('have their own status and code: %s', async (_, status, code, calling) => {
    const caller = await as('eve', status === 403 ? 'user' : 'admin');
    await expect(calling(caller)).rejects.toMatchObject({ name: 'ApiError', status, code, detail: [] });
  });
});
