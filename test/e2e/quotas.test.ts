/**
 * A network over a quota is refused, says so, and keeps nobody else from the service (docs/spec/requests.md#quotas). In
 * bad faults a quota that can't be asked lets requests through for a second.
 */
import { describe, expect, test } from '@jest/globals';
import { findNetwork, findUsage, setQuota } from '@social-platform-services/ctl/networks';
import type { NetworkId } from '../../contract/ids.ts';
import { longestRetention } from '../../contract/tables.ts';
import { networkChangesTable } from '../../lambdas/auth/network-changes-table.ts';
import { isFaultless } from '../support/eventually.ts';
import { call, connection, createNetwork, eventually, serverOf, tokenFor, userOf } from '../support/service.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { adminOf, create } from '../webhooks/admin.ts';

const event = (n: number) => ({ event: 'shop.didSell', data: { n } });

describe('a network over its quota', () => {
  test('gets 429 with Retry-After and what is left, and is served again after that time', async () => {
    const networkId = await createNetwork({ features: ['blockUser'] });
    await setQuota(connection(), networkId, 'writes', 1);
    const user = await userOf(networkId, 'alice');
    const responses: Awaited<ReturnType<typeof user>>[] = [];
    await eventually(async () => {
      responses.push(await user('POST', '/block/members', { blockUserId: `user-${responses.length}` }));
      expect(responses.at(-1)?.status).toBe(429);
    }, 15_000);
    const refused = responses.at(-1);
    for (const response of responses) {
      expect(response.status).toBe(response === refused ? 429 : 200);
      expect(response.headers.get('ratelimit-policy')).toBe('"writes";q=10;w=10');
      expect(response.headers.get('ratelimit')).toMatch(/^"writes";r=\d+;t=\d+$/);
    }
    expect(refused?.body).toEqual({
      status: 'error',
      code: 400311,
      message: expect.stringContaining(`the network ${networkId} is over its quota writes`),
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    // Other quotas of the network, and other networks, are not touched.
    expect((await user('GET', '/block/members?checkList=bob')).status).toBe(200);
    const other = await createNetwork({ features: ['blockUser'] });
    const block = { blockUserId: 'bob' };
    expect((await (await userOf(other, 'alice'))('POST', '/block/members', block)).status).toBe(200);
    await eventually(
      async () => expect((await user('POST', '/block/members', { blockUserId: 'again' })).status).toBe(200),
      15_000,
    );
  });

  test('has no event of a batch accepted that is over it', async () => {
    const networkId = await createNetwork({ features: [] });
    await setQuota(connection(), networkId, 'events', 10);
    const server = await serverOf(networkId);
    const batch = (from: number, count: number) => ({
      events: Array.from({ length: count }, (_, n) => ({ id: `event-${from + n}`, ...event(from + n) })),
    });
    let first = 0;
    while ((await server('POST', '/events', batch(first, 90))).status === 202) first += 100;
    expect(first).toBeGreaterThan(0);
    if (isFaultless) expect(first).toBe(100);
    await eventually(async () => {
      const { status, body } = await server('POST', '/events', batch(first, 20));
      expect(status).toBe(202);
      if (isFaultless) expect(JSON.stringify(body)).not.toContain('duplicate');
    }, 15_000);
  });

  test('has each event counted for each webhook that it is sent to, and none without one', async () => {
    const [withTwo, pulled, without] = [
      await createNetwork({ features: ['webhooks'] }),
      await createNetwork({ features: ['webhooks'] }),
      await createNetwork({ features: [] }),
    ];
    const { client, tables } = connection();
    // Fewer than an operator can set.
    const networks = networkChangesTable(client, tables, { kind: 'operator' }, longestRetention);
    for (const networkId of [withTwo, pulled, without]) await networks.setQuota(networkId, 'deliveries', 1);
    const admin = await adminOf(withTwo);
    for (let count = 0; count < 2; count++) await create(admin, { enabled: false });
    const { webhookId } = await create(admin, { enabled: false });
    expect((await admin('DELETE', `/webhooks/${webhookId}`)).status).toBe(200);
    expect(await findNetwork(connection(), withTwo)).toMatchObject({ webhooks: 2 });
    // Nothing is sent to webhooks whose receivers read events themselves.
    const byPull = { url: undefined, pull: true };
    await create(admin, byPull);
    const { webhookId: read } = await create(admin, byPull);
    expect((await admin('DELETE', `/webhooks/${read}`)).status).toBe(200);
    expect(await findNetwork(connection(), withTwo)).toMatchObject({ webhooks: 2 });
    await create(await adminOf(pulled), byPull);
    expect(await findNetwork(connection(), pulled)).toMatchObject({ webhooks: 0 });

    const post = async (networkId: NetworkId, count: number) =>
      await (await serverOf(networkId))('POST', '/events', {
        events: Array.from({ length: count }, (_, n) => event(n)),
      });
    expect((await post(withTwo, 10)).status).toBe(202);
    expect(await post(withTwo, 10)).toMatchObject({
      status: 429,
      body: {
        message: expect.stringContaining(
          'quota deliveries (1 a second: posted events and events about blocks, counted once for each webhook without pull)',
        ),
      },
    });
    for (const networkId of [pulled, without]) expect((await post(networkId, 100)).status).toBe(202);
  });

  test('is refused by the bytes of its requests before they are parsed', async () => {
    const networkId = await createNetwork({ features: [] });
    await setQuota(connection(), networkId, 'ingestBytes', 512 * 1024);
    const server = await serverOf(networkId);
    const large = `{"events":[{"event":"shop.didSell","data":{"text":"${'x'.repeat(4 * 1024 * 1024)}"}}]}`;
    const statuses: number[] = [];
    await eventually(async () => {
      statuses.push((await server('POST', '/events', large)).status);
      expect(statuses.at(-1)).toBe(429);
    }, 15_000);
    // Larger than an event may be, and then over the quota.
    expect(statuses[0]).toBe(413);
    if (isFaultless) expect(statuses).toEqual([413, 429]);
  });

  test('serves others while one user asks without end, and names the user to the operator', async () => {
    const networkId = await createNetwork({ features: ['blockUser'] });
    await setQuota(connection(), networkId, 'reads', 20);
    const ask = (user: Awaited<ReturnType<typeof userOf>>) => user('GET', '/block/members?checkList=bob');
    const [mallory, alice] = [await userOf(networkId, 'mallory'), await userOf(networkId, 'alice')];
    // Many at once: one after the other can be slower than the quota.
    await eventually(async () => {
      const responses = await Promise.all(Array.from({ length: 40 }, () => ask(mallory)));
      expect(responses.map(({ status }) => status)).toContain(429);
    }, 30_000);
    // At first each process lets some through, before it can tell who asks most.
    await eventually(async () => {
      for (let n = 0; n < 15; n++) {
        const flood = Array.from({ length: 5 }, () => ask(mallory));
        const [{ status }] = await Promise.all([ask(alice), ...flood]);
        expect(status).toBe(200);
      }
    }, 30_000);
    // A process notes who asks most with what it takes of the quota next.
    await eventually(async () => {
      await ask(mallory);
      const usage = await findUsage(connection(), networkId, Date.now());
      const callers = usage.flatMap(({ thisHour, hourBefore }) => [
        ...Object.keys({ ...hourBefore?.callers, ...thisHour?.callers }),
      ]);
      if (isFaultless) expect(callers).toContain('mallory');
    }, 30_000);
  });

  test('is never kept from stopping harm by what receivers, back ends and other admins ask for', async () => {
    const networkId = await createNetwork({ features: ['webhooks'] });
    await setQuota(connection(), networkId, 'administration', 2);
    const admin = await adminOf(networkId);
    const { webhookId, secret } = await create(admin);
    const text = JSON.stringify({ networkId, hour: new Date().toISOString().slice(0, 13) });
    const signed = () => ({ ...signedHeaders(secret, text, new Date()), 'content-type': 'application/json' });
    const server = await serverOf(networkId);
    for (let n = 0; n < 15; n++) {
      const ledger = await call('POST', `/webhooks/${webhookId}/ledger`, { body: text, headers: signed() });
      expect(ledger.headers.get('ratelimit-policy')).toContain('"ledger"');
      const data = await server('GET', '/users/alice/data');
      expect(data.headers.get('ratelimit-policy')).toContain('"userData"');
    }
    expect((await admin('GET', '/webhooks')).status).toBe(200);
    const token = await tokenFor(networkId, 'bob', 'viewer');
    await eventually(async () => expect((await call('GET', '/webhooks', { token })).status).toBe(429), 15_000);
    expect((await admin('PATCH', `/webhooks/${webhookId}`, { enabled: false })).status).toBe(200);
    expect((await admin('POST', `/webhooks/${webhookId}/secret`, {})).status).toBe(200);
    expect((await admin('DELETE', `/webhooks/${webhookId}`)).status).toBe(200);
  });
});
