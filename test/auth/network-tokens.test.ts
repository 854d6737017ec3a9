import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { newSigningKey } from '../../ctl/networks.ts';
import { InvalidTokenError, issueToken } from '../../lambdas/auth/access-token.ts';
import { networkTokens } from '../../lambdas/auth/network-tokens.ts';
import { networksTable } from '../../lambdas/auth/networks-table.ts';
import { scriptedClient } from '../support/clients.ts';

const networkId = v.parse(NetworkId, 'demo');
const [key, revoked] = [newSigningKey(new Date()), newSigningKey(new Date())];
const tokenOf = (signingKey: typeof key) =>
  issueToken({ networkId, userId: v.parse(UserId, 'alice'), role: 'user' }, signingKey, 60);
const Item = {
  networkId,
  features: { blockUser: true, userActivity: true, webhooks: true },
  hideMode: 'blocker',
  signingKeys: [key],
  createdAt: '2026-01-01T00:00:00.000Z',
};
const verifierOf = (client: Parameters<typeof networksTable>[0], now?: () => number) =>
  networkTokens(networksTable(client, 'networks'), 3_600, now);

// An eventually consistent read may miss a write of the last second:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html
test('the keys of a network are read consistently for each token, so that a revoked one stops at once', async () => {
  const { client, inputs } = scriptedClient(() => ({ Item }));
  const verify = verifierOf(client);
  for (let n = 0; n < 2; n++) expect(await verify(await tokenOf(key))).toMatchObject({ subject: { userId: 'alice' } });
  expect(inputs).toEqual(Array(2).fill(expect.objectContaining({ ConsistentRead: true })));
});

test('every network is listed, on whatever page DynamoDB has it', async () => {
  const pages = [{ Items: [Item], LastEvaluatedKey: { networkId } }, { Items: [Item] }];
  const { client, inputs } = scriptedClient(() => pages[inputs.length - 1] ?? {});
  const listed: object[] = [];
  for await (const network of networksTable(client, 'networks').list()) listed.push(network);
  expect(listed).toEqual([Item, Item]);
});

test('no token is accepted while the table is away, not even by keys that are remembered', async () => {
  let isAway = false;
  const { client } = scriptedClient(() => {
    if (isAway) throw new Error('The table is away.');
    return { Item };
  });
  const verify = verifierOf(client);
  await expect(verify(await tokenOf(revoked))).rejects.toThrow(InvalidTokenError);
  isAway = true;
  await expect(verify(await tokenOf(key))).rejects.toThrow('The table is away.');
  isAway = false;
  expect(await verify(await tokenOf(key))).toMatchObject({ network: { networkId } });
});
