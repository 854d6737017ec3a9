/** Links into the panel: made by a back end for a person, and good for one use. */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createClient } from '@social-platform-services/client';
import { revokeSigningKey, rotateSigningKey } from '@social-platform-services/ctl/signing-keys';
import { adminLink, reusableLink } from '@social-platform-services/ctl/tokens';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as v from 'valibot';
import { UserId } from '../../contract/ids.ts';
import { adminLinksTable } from '../../lambdas/auth/admin-links-table.ts';
import { lossyClient } from '../support/clients.ts';
import { needs } from '../support/needs.ts';
import { connection, createNetwork, eventually, panelUrl, tested, tokenFor } from '../support/service.ts';
import { serviceFetch } from '../support/service-fetch.ts';

const clientWith = (token: string) => createClient({ baseUrl: tested().url, fetch: serviceFetch, token });
const anyone = () => clientWith('');
const codeOf = (link: string): string => link.split('#link=')[1] ?? '';
const gone = { status: 404, message: 'the link is not valid: it was used, or has expired' };

describe('POST /admin-links', () => {
  test('makes a link that signs the person in, once, and the audit trail names them', async () => {
    const networkId = await createNetwork({ features: [] });
    const server = clientWith(await tokenFor(networkId, 'console', 'server'));
    const made = await server.createAdminLink({ body: { user: 'ada@example.com', sessionSeconds: 900 } });
    const untilExpiry = Date.parse(made.expiresAt) - Date.now();
    expect(untilExpiry).toBeGreaterThan(9 * 60_000);
    expect(untilExpiry).toBeLessThanOrEqual(10 * 60_000);

    const attempt = randomUUID();
    const { token } = await anyone().redeemAdminLink({ body: { code: made.code, attempt } });
    const { iat = 0, exp, ...claims } = decodeJwt(token);
    expect(claims).toEqual({ sub: 'ada@example.com', networkId, role: 'admin' });
    expect(exp).toBe(iat + 900);
    const body = { code: made.code, attempt: randomUUID() };
    await expect(anyone().redeemAdminLink({ body })).rejects.toMatchObject(gone);
    // A response that was lost is asked for again.
    await anyone().redeemAdminLink({ body: { code: made.code, attempt } });

    const ada = clientWith(token);
    await eventually(async () =>
      expect((await ada.listAudit({ query: { limit: 1 } })).results).toMatchObject([
        {
          by: { kind: 'server', name: 'console' },
          action: 'adminLinkCreated',
          changes: [
            { field: 'user', to: 'ada@example.com' },
            { field: 'role', to: 'admin' },
          ],
        },
      ]),
    );
  });

  needs('panel.url in the settings of the stage').test('responds with the link itself', async () => {
    const server = clientWith(await tokenFor(await createNetwork({ features: [] }), 'console', 'server'));
    const { link, code } = await server.createAdminLink({ body: { user: 'ada' } });
    expect(link).toBe(`${panelUrl()}#link=${code}`);
  });

  test('of a viewer gives a token that may look, signed with the key that will last the longest', async () => {
    const networkId = await createNetwork();
    const { signingKeys } = await rotateSigningKey(connection(), networkId);
    const server = clientWith(await tokenFor(networkId, 'console', 'server'));
    const { code } = await server.createAdminLink({ body: { user: 'ada', role: 'viewer' } });
    const { token } = await anyone().redeemAdminLink({ body: { code, attempt: randomUUID() } });
    expect(decodeProtectedHeader(token).kid).toBe(signingKeys[1]?.keyId);
    const { iat = 0, exp } = decodeJwt(token);
    expect(exp).toBe(iat + 3_600);
    const viewer = clientWith(token);
    await viewer.listWebhooks();
    await expect(viewer.createWebhook({ body: { url: 'https://hooks.example.com/' } })).rejects.toMatchObject({
      status: 403,
    });
  });
});

describe('a code', () => {
  const links = () => adminLinksTable(connection().client, connection().tables.adminLinks);
  const newCode = async (openSeconds?: number): Promise<string> => {
    const link = { networkId: await createNetwork(), userId: v.parse(UserId, 'ada'), role: 'admin' } as const;
    return codeOf(await adminLink(connection(), '', { ...link, sessionSeconds: 60 }, openSeconds));
  };

  test('is taken by one of many attempts at the same time', async () => {
    const code = await newCode();
    const taken = await Promise.all(Array.from({ length: 8 }, () => links().redeem(code, randomUUID())));
    expect(taken.filter((link) => link !== undefined)).toHaveLength(1);
  });

  test('is taken although the table’s response was lost and the SDK asked again', async () => {
    const client = lossyClient('response');
    const table = adminLinksTable(client, connection().tables.adminLinks);
    expect(await table.redeem(await newCode(), randomUUID())).toMatchObject({ userId: 'ada' });
    client.destroy();
  });

  test('of the operator’s own link works again, until the key of that time is revoked', async () => {
    const networkId = await createNetwork();
    const link = { networkId, userId: v.parse(UserId, 'ada'), role: 'admin', sessionSeconds: 60 } as const;
    const code = codeOf(await reusableLink(connection(), '', link));
    const redeem = () => anyone().redeemAdminLink({ body: { code, attempt: randomUUID() } });
    await redeem();
    // A session ends with the link.
    expect((await links().redeem(code, randomUUID(), Date.now() + 20_000))?.sessionSeconds).toBeLessThanOrEqual(40);
    const { signingKeys } = await rotateSigningKey(connection(), networkId);
    await redeem();
    await revokeSigningKey(connection(), networkId, signingKeys[0]?.keyId ?? '');
    await expect(redeem()).rejects.toMatchObject(gone);
  });

  test('that has expired is refused as an unknown one is, and none is stored as it is', async () => {
    const expired = await newCode(-1);
    for (const code of [expired, 'x'.repeat(43)])
      await expect(anyone().redeemAdminLink({ body: { code, attempt: randomUUID() } })).rejects.toMatchObject(gone);
    const Key = { codeHash: expired };
    const { Item } = await connection().client.send(
      new GetCommand({ TableName: connection().tables.adminLinks, Key, ConsistentRead: true }),
    );
    expect(Item).toBeUndefined();
  });
});
