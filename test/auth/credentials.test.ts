import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newSigningKey } from '@social-platform-services/ctl/networks';
import * as v from 'valibot';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { issueToken } from '../../lambdas/auth/access-token.ts';
import { adminTokens } from '../../lambdas/auth/admin-token.ts';
import { InvalidTokenError } from '../../lambdas/auth/clock-claims.ts';
import { credentialsOf, DirectCallError, refuseDirectCalls } from '../../lambdas/auth/credentials.ts';
import { identifyCaller, WrongNetworkError } from '../../lambdas/auth/identify-caller.ts';
import { networkTokens } from '../../lambdas/auth/network-tokens.ts';
import { Network } from '../../lambdas/auth/networks-table.ts';
import fc from '../support/fast-check.ts';
import { startIssuer, type TestIssuer } from './issuer.ts';

const read = (authorization?: string) =>
  credentialsOf({ headers: authorization === undefined ? {} : { authorization } });

describe('the Authorization header', () => {
  test.each([
    ['Bearer a.b.c', { token: 'a.b.c', networkId: undefined }],
    ['bearer   a.b.c', { token: 'a.b.c', networkId: undefined }],
    ['Bearer demo~a.b.c', { token: 'a.b.c', networkId: 'demo' }],
    ['Bearer 0-9~a', { token: 'a', networkId: '0-9' }],
  ])('%j is read as %j', (header, credentials) => {
    expect(read(header)).toEqual(credentials);
  });

  test.each([
    [undefined, 'the header must be'],
    ['', 'the header must be'],
    ['Bearer', 'the header must be'],
    ['Bearer ', 'the header must be'],
    ['Basic a.b.c', 'the header must be'],
    ['of Bearer a.b.c', 'the header must be'],
    ['Bearer a b', 'the header must be'],
    ['Bearer demo~', 'the header must be'],
    ['Bearer demo a~b', 'the header must be'],
    ['Bearer demo~other~a.b.c', 'the header must be'],
    ['Bearer ~a.b.c', 'the part before ~ must be a network id'],
    ['Bearer Demo~a.b.c', 'the part before ~ must be a network id'],
    ['Bearer a_b~a.b.c', 'the part before ~ must be a network id'],
    [`Bearer ${'n'.repeat(33)}~a.b.c`, 'the part before ~ must be a network id'],
  ])('%j is refused: %s', (header, message) => {
    expect(() => read(header)).toThrow(InvalidTokenError);
    expect(() => read(header)).toThrow(message);
  });

  test('is missing in a request without headers', () => {
    expect(() => credentialsOf({})).toThrow(InvalidTokenError);
  });

  test('is read as the network and the token that it was built from', () => {
    const networkId = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,31}$/);
    const token = fc.stringMatching(/^[\w-]{1,40}\.[\w-]{1,40}\.[\w-]{1,40}$/);
    fc.assert(
      fc.property(networkId, token, (network, jwt) => {
        expect(read(`Bearer ${network}~${jwt}`)).toEqual({ networkId: network, token: jwt });
        expect(read(`Bearer ${jwt}`)).toEqual({ networkId: undefined, token: jwt });
      }),
    );
  });
});

test('a request that has the secret of the stage is let through', () => {
  refuseDirectCalls({ headers: { 'x-origin-secret': 'secret' } }, 'secret');
});

test.each([
  [undefined],
  [{}],
  [{ 'x-origin-secret': '' }],
  [{ 'x-origin-secret': 'Secret' }],
  [{ 'x-origin-secret': 'secret,secret' }],
])('a request with the headers %j is refused as a direct call', (headers) => {
  expect(() => refuseDirectCalls({ ...(headers && { headers }) }, 'secret')).toThrow(
    new DirectCallError('the API may not be called at this address; use its public one'),
  );
});

const id = (text: string) => v.parse(NetworkId, text);
const key = newSigningKey(new Date());
const network = (networkId: string, more: object = {}) =>
  v.parse(Network, {
    networkId,
    features: { blockUser: true, userActivity: false, webhooks: true },
    hideMode: 'mutual',
    signingKeys: [key],
    createdAt: '2026-01-01T00:00:00.000Z',
    ...more,
  });
const stored = new Map(
  // A count below zero would be a fault of ours, which must lock nobody out.
  [network('one', { webhooks: -1 }), network('two', { quotas: { reads: 7 }, webhooks: 3 })].map((item) => [
    item.networkId,
    item,
  ]),
);
const networks = { read: async (networkId: NetworkId) => stored.get(networkId) };
const known = {
  features: ['blockUser', 'webhooks'],
  hideMode: 'mutual',
  webhooks: 0,
  expiresAt: expect.any(Number),
};

describe('the caller', () => {
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await startIssuer();
  });
  afterAll(() => issuer.close());

  const identify = (token: string, named?: string, hasUserPool = true) =>
    identifyCaller(
      {
        networks,
        verifyNetworkToken: networkTokens(networks, 3_600),
        ofAdmins: hasUserPool ? adminTokens(issuer.url) : undefined,
      },
      { token, networkId: named === undefined ? undefined : id(named) },
    );
  const wrongNetwork = (message: string) => new WrongNetworkError(message);
  const adminToken = (...groups: readonly string[]) => issuer.token({ 'cognito:groups': groups });
  const userToken = () =>
    issueToken({ networkId: id('one'), userId: v.parse(UserId, 'alice'), role: 'server' }, key, 60);

  test.each([undefined, 'one'])(
    'of a network’s token is its user, also where the header names the network %s',
    async (named) => {
      const caller = { networkId: 'one', userId: 'alice', role: 'server', ...known };
      expect(await identify(await userToken(), named)).toStrictEqual(caller);
      expect(await identify(await userToken(), named, false)).toEqual(caller);
    },
  );

  test('of a network’s token can’t be one of another network', async () => {
    await expect(identify(await userToken(), 'two')).rejects.toEqual(
      wrongNetwork('the access token is not of the network two'),
    );
  });

  test('of an admin’s token is an admin of the only network, or of the one that the header names', async () => {
    const admin = { networkId: 'one', userId: 'root', role: 'admin', ...known };
    expect(await identify(await adminToken('one'))).toEqual(admin);
    expect(await identify(await adminToken('two', 'one'), 'one')).toEqual(admin);
    expect(await identify(await adminToken('one', 'two'), 'two')).toEqual({
      ...admin,
      networkId: 'two',
      quotas: { reads: 7 },
      webhooks: 3,
    });
  });

  test('of an account is a viewer in the networks of such groups, unless it is an admin there, too', async () => {
    const viewer = { networkId: 'one', userId: 'root', role: 'viewer', ...known };
    expect(await identify(await adminToken('one_viewer'))).toEqual(viewer);
    expect(await identify(await adminToken('one_viewer', 'two'), 'one')).toEqual(viewer);
    expect(await identify(await adminToken('one', 'one_viewer'))).toEqual({ ...viewer, role: 'admin' });
    await expect(identify(await adminToken('one_viewers'))).rejects.toThrow('you are not an admin of any network');
  });

  test.each<[string, readonly string[], string | undefined, string]>([
    ['of no network', [], undefined, 'you are not an admin of any network; an operator must add you to one'],
    ['of no network, who names one', [], 'one', 'you are not an admin of any network; an operator must add you to one'],
    [
      'of several networks, who names none',
      ['one', 'two'],
      undefined,
      'you are an admin of several networks; name one: Bearer <networkId>~<ACCESS_TOKEN>',
    ],
    ['of other networks', ['one', 'two'], 'three', 'you are not an admin of the network three'],
    ['of a network that does not exist', ['gone'], undefined, 'there is no network gone'],
  ])('is refused as an admin %s', async (_, groups, named, message) => {
    await expect(identify(await adminToken(...groups), named)).rejects.toEqual(wrongNetwork(message));
  });

  test('of an admin’s token is nobody where the stage has no user pool', async () => {
    await expect(identify(await adminToken('one'), 'one', false)).rejects.toThrow(InvalidTokenError);
  });
});
