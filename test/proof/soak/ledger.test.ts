import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId } from '../../../contract/ids.ts';
import { differencesOf } from './ledger.ts';
import type { SoakNetwork } from './soak-network.ts';

type Client = SoakNetwork['server'];

/** Pages of two, as the service would return them. */
function clientWith(blocked: readonly string[], actions: readonly string[]): Client {
  const entries = (from: number) =>
    blocked.slice(from, from + 2).map((id) => ({ blocked_userId: id, netid_uid: 'network_user' }));
  return async (_method, path, body) => {
    const respond = (json: object) => ({ status: 200, headers: new Headers(), text: '', body: json });
    if (path === '/block') {
      const { paginationToken } = v.parse(
        v.object({ paginationToken: v.optional(v.object({ blocked_userId: v.string() })) }),
        body,
      );
      const from = paginationToken === undefined ? 0 : blocked.indexOf(paginationToken.blocked_userId) + 1;
      const results = entries(from);
      return respond({ results, ...(from + 2 < blocked.length ? { paginationToken: results.at(-1) } : {}) });
    }
    const from = Number(new URLSearchParams(path.split('?')[1]).get('createdAt') ?? 0);
    const data = actions.slice(from, from + 2).map((objectId) => ({ objectId }));
    const start = { createdAt: `${from + 2}`, networkId_userId: 'network_user' };
    return respond({ data, ...(from + 2 < actions.length ? { start } : {}) });
  };
}

const networkOf = (client: Client): SoakNetwork => ({
  networkId: v.parse(NetworkId, 'soak'),
  server: client,
  admin: client,
  users: [
    { userId: 'alice', client, blocked: new Set(['a', 'b', 'c']), actions: new Set(['1', '2', '3']), isBusy: false },
  ],
  webhooks: [
    {
      webhookId: 'wh',
      asksFor: () => true,
      expected: new Set(['soak/1', 'soak/2']),
      counts: { arrived: new Set(['soak/1', 'else/1']), repeated: 0, foreign: 1 },
      stop: async () => undefined,
    },
  ],
});

test('what is missing, unexpected or twice is counted over all pages', async () => {
  const network = networkOf(clientWith(['a', 'c', 'x'], ['1', '2', '2', '9']));
  expect(await differencesOf(network)).toEqual({
    lostActivities: 1,
    duplicatedActivities: 2,
    wrongBlocks: 2,
    lostDeliveries: 1,
    foreignDeliveries: 1,
  });
});

test('what is as it should be has no differences', async () => {
  const { webhooks: _, ...network } = networkOf(clientWith(['a', 'b', 'c'], ['3', '2', '1']));
  expect(await differencesOf({ ...network, webhooks: [] })).toEqual({
    lostActivities: 0,
    duplicatedActivities: 0,
    wrongBlocks: 0,
    lostDeliveries: 0,
    foreignDeliveries: 0,
  });
});
