/** Tokens of networks: revoked and new keys, and how often made-up tokens make the authorizer read the table. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { newSigningKey } from '@social-platform-services/ctl/networks';
import { UnsecuredJWT } from 'jose';
import * as v from 'valibot';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { issueToken } from '../../lambdas/auth/access-token.ts';
import { InvalidTokenError } from '../../lambdas/auth/clock-claims.ts';
import { MAX_ABSENT_NETWORKS, networkTokens, REMEMBERED_MS } from '../../lambdas/auth/network-tokens.ts';
import { Network, networksTable } from '../../lambdas/auth/networks-table.ts';
import { scriptedClient } from '../support/clients.ts';

const TOKENS = 100;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const newName = () => v.parse(NetworkId, `x${randomBytes(8).toString('hex')}`);
const seconds = () => Math.floor(Date.now() / 1_000);

type SigningKey = ReturnType<typeof newSigningKey>;
const networkOf = (networkId: NetworkId, ...signingKeys: readonly SigningKey[]): Network =>
  v.parse(Network, {
    networkId,
    signingKeys,
    hideMode: 'blocker',
    createdAt: '2026-01-01T00:00:00.000Z',
    features: { blockUser: true, userActivity: true, webhooks: true },
  });
const tokenOf = (networkId: NetworkId, key: SigningKey) =>
  issueToken({ networkId, userId: v.parse(UserId, 'alice'), role: 'user' }, key, 60);

/** A token that has the form of ours, with a random signature. */
function madeUp(networkId: string = newName(), header: object = {}, claims: object = {}): string {
  const parts = [
    { alg: 'HS256', kid: newSigningKey(new Date()).keyId, typ: 'JWT', ...header },
    { networkId, sub: 'alice', iat: seconds(), exp: seconds() + 3_000, ...claims },
  ];
  return [...parts.map(encode), randomBytes(32).toString('base64url')].join('.');
}

let reads: NetworkId[];
let time: number;
let isAway: boolean;
let stored: Map<NetworkId, Network>;
let verify: ReturnType<typeof networkTokens>;
beforeEach(() => {
  [reads, time, isAway, stored] = [[], Date.now(), false, new Map()];
  const read = async (networkId: NetworkId) => {
    reads.push(networkId);
    if (isAway) throw new Error('The table is away.');
    return stored.get(networkId);
  };
  verify = networkTokens({ read }, 3_600, () => time);
});

/** A network with one key, which nobody has read yet. */
function newNetwork() {
  const [networkId, key] = [newName(), newSigningKey(new Date())];
  stored.set(networkId, networkOf(networkId, key));
  return { networkId, key };
}

async function refuse(count: number, make: () => string): Promise<void> {
  const refused = (token: string) => verify(token).catch((error: unknown) => error);
  for (let n = 0; n < count; n += 1) expect(await refused(make())).toBeInstanceOf(InvalidTokenError);
}

describe('tokens that nobody has issued', () => {
  // All other forms that are refused before a read: test/auth/access-token.test.ts.
  test.each<[string, () => string]>([
    ['without a signature', () => new UnsecuredJWT({ networkId: newName() }).encode()],
    ['of another algorithm', () => madeUp(newName(), { alg: 'HS512' })],
    ['whose kid is not a text', () => madeUp(newName(), { kid: 7 })],
    ['that have expired', () => madeUp(newName(), {}, { exp: seconds() - 1 })],
    ['of a malformed network', () => madeUp('Not_A_Network')],
  ])('cost no read: those %s', async (_, make) => {
    await refuse(TOKENS, make);
    expect(reads).toEqual([]);
  });

  test('cost one read: those that name one network that does not exist', async () => {
    const networkId = newName();
    await refuse(TOKENS, () => madeUp(networkId));
    expect(reads).toEqual([networkId]);
  });

  test('with keys that the network does not have cost one read, and its users are let in meanwhile', async () => {
    const { networkId, key } = newNetwork();
    await refuse(TOKENS, () => madeUp(networkId));
    expect(reads).toHaveLength(1);
    expect(await verify(await tokenOf(networkId, key))).toMatchObject({ network: { networkId } });
    expect(reads).toHaveLength(2);
  });

  test('cost one read: those that name a network and its key, with a wrong signature', async () => {
    const { networkId, key } = newNetwork();
    await refuse(TOKENS, () => madeUp(networkId, { kid: key.keyId }));
    expect(reads).toHaveLength(1);
  });

  test('cost a read each: those that all name another network, which evict no network that exists', async () => {
    const { networkId } = newNetwork();
    await refuse(1, () => madeUp(networkId));
    await refuse(TOKENS, madeUp);
    expect(reads).toHaveLength(1 + TOKENS);
    await refuse(1, () => madeUp(networkId));
    expect(reads).toHaveLength(1 + TOKENS);
  });

  test('take a bounded amount of memory', async () => {
    const first = madeUp();
    await refuse(1, () => first);
    await refuse(MAX_ABSENT_NETWORKS, madeUp);
    await refuse(1, () => first);
    expect(reads).toHaveLength(MAX_ABSENT_NETWORKS + 2);
  });

  test('delay a new key by five seconds at most', async () => {
    const { networkId, key } = newNetwork();
    const added = newSigningKey(new Date());
    await refuse(1, () => madeUp(networkId));
    stored.set(networkId, networkOf(networkId, key, added));
    const token = await tokenOf(networkId, added);
    time += REMEMBERED_MS;
    await refuse(1, () => token);
    time += 1;
    expect(await verify(token)).toMatchObject({ network: { networkId } });
  });

  test('delay a new network by five seconds at most, also while they go on', async () => {
    const [networkId, key] = [newName(), newSigningKey(new Date())];
    await refuse(1, () => madeUp(networkId));
    stored.set(networkId, networkOf(networkId, key));
    const token = await tokenOf(networkId, key);
    for (let waited = 0; waited < 5; waited += 1) {
      await refuse(1, () => token);
      time += REMEMBERED_MS / 5;
    }
    time += 1;
    expect(await verify(token)).toMatchObject({ network: { networkId } });
  });
});

test('new keys work at once where no made-up token names them, and revoked ones stop at once', async () => {
  const { networkId, key } = newNetwork();
  const added = newSigningKey(new Date());
  const before = await tokenOf(networkId, key);
  await verify(before);
  stored.set(networkId, networkOf(networkId, key, added));
  expect(await verify(await tokenOf(networkId, added))).toMatchObject({ network: { networkId } });
  await refuse(1, () => madeUp(networkId));
  stored.set(networkId, networkOf(networkId, added));
  await expect(verify(before)).rejects.toThrow('unknown key');
});

test('no token is accepted while the table is away, not even by keys that are remembered', async () => {
  const { networkId, key } = newNetwork();
  await refuse(1, () => madeUp(networkId));
  isAway = true;
  await expect(verify(await tokenOf(networkId, key))).rejects.toThrow('The table is away.');
  isAway = false;
  expect(await verify(await tokenOf(networkId, key))).toMatchObject({ network: { networkId } });
});

// An eventually consistent read may miss a write of the last second:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html
test('a network is read consistently, so that a revoked key stops at once, and is listed on any page', async () => {
  const { networkId } = newNetwork();
  const Item = stored.get(networkId);
  const outputs = [{ Item }, { Items: [Item], LastEvaluatedKey: { networkId } }, { Items: [Item] }];
  const { client, inputs } = scriptedClient(() => outputs[inputs.length - 1] ?? {});
  const table = networksTable(client, 'networks');
  expect(await table.read(networkId)).toEqual(Item);
  expect(inputs).toEqual([expect.objectContaining({ ConsistentRead: true })]);
  const listed: object[] = [];
  for await (const network of table.list()) listed.push(network);
  expect(listed).toEqual([Item, Item]);
});
