import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createClient } from '@social-platform-services/client';
import { setBranding } from '@social-platform-services/ctl/branding';
import { changesOf, findNetwork, setQuota } from '@social-platform-services/ctl/networks';
import { revokeSigningKey } from '@social-platform-services/ctl/signing-keys';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { connection, createNetwork, eventually, rotateKey, tested, tokenFor } from '../support/service.ts';
import { serviceFetch } from '../support/service-fetch.ts';

const clientOf = async (networkId: string, role: 'admin' | 'user' = 'admin') =>
  createClient({ baseUrl: tested().url, fetch: serviceFetch, token: await tokenFor(networkId, 'root', role) });

describe('GET /network', () => {
  test('shows the settings, the quotas and the names of the keys, and no secret', async () => {
    const networkId = await createNetwork({ features: ['webhooks'], hideMode: 'mutual' });
    await changesOf(connection()).set(networkId, 'activityRetentionDays', 90);
    await setQuota(connection(), networkId, 'events', 500);
    for (const name of ['Lakeside', 'Riverside']) await setBranding(connection(), networkId, 'name', name);
    const [key] = (await findNetwork(connection(), networkId)).signingKeys;
    const shown = () => clientOf(networkId).then((admin) => admin.showNetwork());
    expect(
      await eventually(async () => {
        const network = await shown();
        expect(network.branding).toEqual({ name: 'Riverside' });
        return network;
      }),
    ).toEqual({
      networkId,
      branding: { name: 'Riverside' },
      features: { blockUser: false, userActivity: false, webhooks: true },
      hideMode: 'mutual',
      activityRetentionDays: 90,
      blockEvents: 'off',
      quotas: { ...connection().quotas.network, events: 500 },
      signingKeys: [{ keyId: key?.keyId, createdAt: key?.createdAt }],
    });
  });

  test('shows rotated and revoked keys at once', async () => {
    const networkId = await createNetwork();
    await rotateKey(networkId);
    const admin = await clientOf(networkId);
    const [older, newer] = (await admin.showNetwork()).signingKeys.map(({ keyId }) => keyId);
    expect([older, newer]).toEqual(await keyIdsOf(networkId));
    await revokeSigningKey(connection(), networkId, `${older}`);
    expect((await admin.showNetwork()).signingKeys).toMatchObject([{ keyId: newer }]);
  });

  test('shows no keys of a network that was created before their names were stored, until its keys change', async () => {
    const networkId = await createNetwork();
    const { client, tables } = connection();
    const UpdateExpression = 'REMOVE signingKeyNames';
    await client.send(new UpdateCommand({ TableName: tables.networks, Key: { networkId }, UpdateExpression }));
    const admin = await clientOf(networkId);
    expect((await admin.showNetwork()).signingKeys).toEqual([]);
    await rotateKey(networkId);
    expect((await admin.showNetwork()).signingKeys.map(({ keyId }) => keyId)).toEqual(await keyIdsOf(networkId));
  });
});

const keyIdsOf = async (networkId: string) =>
  (await findNetwork(connection(), v.parse(NetworkId, networkId))).signingKeys.map(({ keyId }) => keyId);
