/** Events of blocks: from a request of a user to the webhooks of a network that wants them (docs/spec/blocking.md#events-of-blocks). */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { changesOf } from '@social-platform-services/ctl/networks';
import * as v from 'valibot';
import { listEvents } from '../../contract/events.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import type { Receiver } from '../support/receivers/listening.ts';
import { type Client, call, connection, createNetwork, eventually, tokenFor, userOf } from '../support/service.ts';
import { adminOf } from '../webhooks/admin.ts';
import { deliveredTo, kept, webhookTo } from './delivery-network.ts';

interface TestNetwork {
  readonly networkId: NetworkId;
  readonly admin: Client;
  readonly receiver: Receiver;
}

async function newTestNetwork(blockEvents: 'on' | 'off'): Promise<TestNetwork> {
  const networkId = await createNetwork({ features: ['blockUser', 'webhooks'] });
  await changesOf(connection()).set(networkId, 'blockEvents', blockEvents);
  const [admin, receiver] = await Promise.all([adminOf(networkId), kept(startReceiver())]);
  await webhookTo(admin, receiver);
  return { networkId, admin, receiver };
}

/** All events of a network, the oldest first. */
async function eventsOf({ admin }: TestNetwork): Promise<readonly string[]> {
  const { results } = v.parse(listEvents.response.body, (await admin('GET', '/events')).body);
  return results.map(({ event }) => event).toReversed();
}

const change = (user: Client, method: 'POST' | 'DELETE', blockUserId: string, end: object = {}) =>
  user(method, '/block/members', { blockUserId, ...end });

const Blocks = v.object({ results: v.array(v.object({ createdAt: v.string() })) });

describe('events of blocks', () => {
  let on: TestNetwork;
  let off: TestNetwork;
  beforeAll(async () => {
    [on, off] = await Promise.all([newTestNetwork('on'), newTestNetwork('off')]);
  });

  test('tell webhooks of each change of a block once, with its times, also on behalf of a user', async () => {
    const [alice, token] = await Promise.all([
      userOf(on.networkId, 'alice'),
      tokenFor(on.networkId, 'platform', 'server'),
    ]);
    const end = { expiresAt: '2035-01-01T00:00:00Z' };
    for (const request of [() => change(alice, 'POST', 'bob'), () => change(alice, 'POST', 'bob', end)]) {
      for (let time = 0; time < 2; time += 1) expect(await request()).toMatchObject({ status: 200 });
    }
    const [entry] = v.parse(Blocks, (await alice('POST', '/block', {})).body).results;
    for (let time = 0; time < 2; time += 1) await change(alice, 'DELETE', 'bob');
    const headers = { 'on-behalf-of': 'alice' };
    await call('POST', '/block/members', { token, headers, body: { blockUserId: 'carol' } });

    const requests = await deliveredTo(on.receiver, 4);
    const data = { userId: 'alice', blockedUserId: 'bob', createdAt: entry?.createdAt };
    const expiresAt = '2035-01-01T00:00:00.000Z';
    const expected = [
      { event: 'user.didBlock', data },
      { event: 'user.didBlock', data: { ...data, expiresAt } },
      { event: 'user.didUnblock', data: { ...data, expiresAt } },
      { event: 'user.didBlock', data: { userId: 'alice', blockedUserId: 'carol', createdAt: expect.any(String) } },
    ];
    // Deliveries have no order.
    const bodies = requests.map(({ body }) => JSON.parse(`${body}`));
    expect(bodies).toEqual(expect.arrayContaining(expected));
    await eventually(async () => expect(await eventsOf(on)).toEqual(expected.map(({ event }) => event)));
  });

  test('do not arise unless the network has switched them on, and count against the quota of deliveries', async () => {
    const [there, here] = await Promise.all([userOf(off.networkId, 'alice'), userOf(on.networkId, 'quota')]);
    for (const method of ['POST', 'DELETE'] as const) {
      const [silent, told] = [await change(there, method, 'bob'), await change(here, method, 'bob')];
      expect(silent.headers.get('ratelimit-policy')).toMatch(/^"writes";q=\d+;w=10$/);
      expect(told.headers.get('ratelimit-policy')).toMatch(/^"writes";q=\d+;w=10, "deliveries";q=/);
    }
    await eventually(async () => expect(await eventsOf(on)).toEqual(expect.arrayContaining(['user.didUnblock'])));
    expect(await eventsOf(off)).toEqual([]);
    expect(off.receiver.requests).toEqual([]);
  });
});
