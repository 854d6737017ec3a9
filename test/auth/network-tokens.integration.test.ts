/** Made-up tokens: how often they make the authorizer read the table. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeProtectedHeader, UnsecuredJWT } from 'jose';
import * as v from 'valibot';
import { NetworkId } from '../../contract/ids.ts';
import { connectTo } from '../../ctl/connection.ts';
import { createNetwork as addNetwork, newSigningKey } from '../../ctl/networks.ts';
import { revokeSigningKey } from '../../ctl/signing-keys.ts';
import { InvalidTokenError } from '../../lambdas/auth/access-token.ts';
import { MAX_ABSENT_NETWORKS, networkTokens, REMEMBERED_MILLISECONDS } from '../../lambdas/auth/network-tokens.ts';
import { networksTable } from '../../lambdas/auth/networks-table.ts';
import { cloud, connection, createNetwork, rotateKey, tokenFor } from '../../testing/service.ts';

const TOKENS = 100;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newName = () => v.parse(NetworkId, `x${randomBytes(8).toString('hex')}`);

interface MadeUp {
  readonly networkId?: string;
  readonly header?: object;
  readonly claims?: object;
}

/** A token that has the form of ours, with a random signature. */
function madeUp({ networkId = newName(), header, claims }: MadeUp = {}): string {
  const { keyId: kid } = newSigningKey(new Date());
  const times = { iat: seconds(), exp: seconds() + 60 };
  const parts = [
    { alg: 'HS256', kid, typ: 'JWT', ...header },
    { networkId, sub: 'alice', ...times, ...claims },
  ];
  return [...parts.map(encode), randomBytes(32).toString('base64url')].join('.');
}
const seconds = () => Math.floor(Date.now() / 1_000);

describe('tokens that nobody has issued', () => {
  const { client } = connectTo(cloud());
  let reads = 0;
  client.middlewareStack.add(
    (next) => (args) => {
      reads += 1;
      return next(args);
    },
    { step: 'initialize' },
  );
  afterAll(() => client.destroy());
  const networks = networksTable(client, cloud().outputs['NetworksTableName']);

  let time: number;
  let verify: ReturnType<typeof networkTokens>;
  beforeEach(() => {
    [time, reads] = [Date.now(), 0];
    verify = networkTokens(networks, 30 * 24 * 60 * 60, () => time);
  });

  async function refuse(count: number, make: () => string): Promise<void> {
    const refused = (token: string) => verify(token).catch((error: unknown) => error);
    for (let n = 0; n < count; n += 1) expect(await refused(make())).toBeInstanceOf(InvalidTokenError);
  }

  // All other forms that are refused before a read: test/auth/access-token.test.ts.
  test.each<[string, () => string]>([
    ['without a signature', () => new UnsecuredJWT({ networkId: newName() }).encode()],
    ['of another algorithm', () => madeUp({ header: { alg: 'HS512' } })],
    ['whose kid is not a text', () => madeUp({ header: { kid: 7 } })],
    ['that have expired', () => madeUp({ claims: { exp: seconds() - 1 } })],
    ['of a malformed network', () => madeUp({ networkId: 'Not_A_Network' })],
  ])('cost no read: those %s', async (_, make) => {
    await refuse(TOKENS, make);
    expect(reads).toBe(0);
  });

  test('cost one read: those that name one network that does not exist', async () => {
    const networkId = newName();
    await refuse(TOKENS, () => madeUp({ networkId }));
    expect(reads).toBe(1);
  });

  test('cost one read: those that name a network and keys that it does not have, and its users are let in meanwhile', async () => {
    const networkId = await createNetwork();
    await refuse(TOKENS, () => madeUp({ networkId }));
    expect(reads).toBe(1);
    expect(await verify(await tokenFor(networkId, 'alice'))).toMatchObject({ network: { networkId } });
    expect(reads).toBe(2);
  });

  test('cost one read: those that name a network and its key, with a wrong signature', async () => {
    const networkId = await createNetwork();
    const kid = (await networks.read(networkId))?.signingKeys[0]?.keyId;
    reads = 0;
    await refuse(TOKENS, () => madeUp({ networkId, header: { kid } }));
    expect(reads).toBe(1);
  });

  test('cost a read each: those that all name another network, which evict no network that exists', async () => {
    const networkId = await createNetwork();
    await refuse(1, () => madeUp({ networkId }));
    await refuse(TOKENS, () => madeUp());
    expect(reads).toBe(1 + TOKENS);
    await refuse(1, () => madeUp({ networkId }));
    expect(reads).toBe(1 + TOKENS);
  });

  test('take a bounded amount of memory', async () => {
    const read: NetworkId[] = [];
    const withoutNetworks = {
      read: async (networkId: NetworkId) => {
        read.push(networkId);
        return undefined;
      },
    };
    verify = networkTokens(withoutNetworks, 3_600, () => time);
    const first = madeUp();
    await refuse(1, () => first);
    await refuse(MAX_ABSENT_NETWORKS, madeUp);
    await refuse(1, () => first);
    expect(read).toHaveLength(MAX_ABSENT_NETWORKS + 2);
  });

  test('delay a new key by five seconds at most', async () => {
    const networkId = await createNetwork();
    await refuse(1, () => madeUp({ networkId }));
    await rotateKey(networkId);
    const token = await tokenFor(networkId, 'alice');
    time += REMEMBERED_MILLISECONDS;
    await refuse(1, () => token);
    time += 1;
    expect(await verify(token)).toMatchObject({ network: { networkId } });
  });

  test('delay a new network by five seconds at most, also while they go on', async () => {
    const networkId = newName();
    await refuse(1, () => madeUp({ networkId }));
    await addNetwork(connection(), networkId);
    const token = await tokenFor(networkId, 'alice');
    for (let waited = 0; waited < 5; waited += 1) {
      await refuse(1, () => token);
      time += REMEMBERED_MILLISECONDS / 5;
    }
    time += 1;
    expect(await verify(token)).toMatchObject({ network: { networkId } });
  });
});

describe('a network that no made-up token names', () => {
  const { client } = connectTo(cloud());
  afterAll(() => client.destroy());
  const verify = networkTokens(networksTable(client, cloud().outputs['NetworksTableName']), 30 * 24 * 60 * 60);

  test('has new keys that work at once, and revoked ones that stop at once, also after a refused token', async () => {
    const networkId = await createNetwork();
    const before = await tokenFor(networkId, 'alice');
    await verify(before);
    await rotateKey(networkId);
    expect(await verify(await tokenFor(networkId, 'alice'))).toMatchObject({ network: { networkId } });
    await expect(verify(madeUp({ networkId }))).rejects.toThrow(InvalidTokenError);
    await revokeSigningKey(connection(), networkId, `${decodeProtectedHeader(before).kid}`);
    await expect(verify(before)).rejects.toThrow('unknown key');
  });
});
