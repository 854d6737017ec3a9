import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { adminTokens, IssuerUnavailableError } from '../../lambdas/auth/admin-token.ts';
import { InvalidTokenError } from '../../lambdas/auth/clock-claims.ts';
import { anyText } from '../support/any-text.ts';
import { eventually } from '../support/eventually.ts';
import fc from '../support/fast-check.ts';
import { newKeys, startIssuer, type TestIssuer } from './issuer.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = ''): object => JSON.parse(Buffer.from(part, 'base64url').toString());
const inAMinute = () => Math.floor(Date.now() / 1_000) + 60;

describe('a token of the user pool', () => {
  let issuer: TestIssuer;
  let stranger: TestIssuer;
  beforeAll(async () => {
    [issuer, stranger] = await Promise.all([startIssuer(), startIssuer(newKeys())]);
  });
  afterAll(() => Promise.all([issuer.close(), stranger.close()]));

  const verify = (token: string) => adminTokens(issuer.url).verify(token);
  const refused = async (token: string, message: string) =>
    await expect(verify(token)).rejects.toEqual(new InvalidTokenError(message));
  const NOT_VALID = 'the access token is not valid';
  const NOT_FOR_US = 'the token must be an access token with the scope social-platform-services/admin';

  test('names the admin and the networks whose groups the admin is in', async () => {
    const groups = ['acme', 'other', 'eu-west-1_pool_Google', 'Not A Network'];
    expect(await verify(await issuer.token({ 'cognito:groups': groups }))).toEqual({
      userId: 'root',
      networks: new Map([
        ['acme', 'admin'],
        ['other', 'admin'],
      ]),
      expiresAt: expect.any(Number),
    });
    expect(await verify(await issuer.token({ 'cognito:groups': undefined }))).toMatchObject({ networks: new Map() });
  });

  test('is not too long for a member of a hundred groups', async () => {
    const groups = Array.from({ length: 100 }, (_, index) => `${'n'.repeat(29)}${index + 100}`);
    expect(await verify(await issuer.token({ 'cognito:groups': groups }))).toMatchObject({
      networks: new Map(groups.map((group) => [group, 'admin'])),
    });
    await refused(await issuer.token({ padding: 'x'.repeat(9_000) }), 'the access token is too long');
    await refused('x'.repeat(8_193), 'the access token is too long');
    await refused('x'.repeat(8_192), NOT_VALID);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['an ID token', { token_use: 'id' }, NOT_FOR_US],
    ['one without a use', { token_use: undefined }, NOT_FOR_US],
    ['one for other scopes', { scope: 'openid aws.cognito.signin.user.admin' }, NOT_FOR_US],
    [
      'one whose scope only begins like that of the API',
      { scope: 'social-platform-services/administrator' },
      NOT_FOR_US,
    ],
    ['one of a machine', { username: undefined }, NOT_FOR_US],
    ['one with a malformed user id', { username: 'a\u0000b' }, NOT_FOR_US],
    ['one whose groups are not an array', { 'cognito:groups': 'acme' }, NOT_FOR_US],
    ['one without an expiry', { exp: undefined }, NOT_VALID],
    ['an expired one', { exp: 1 }, 'the access token has expired'],
    ['one of another issuer', { iss: 'https://issuer.example.com' }, NOT_VALID],
    ['one of an issuer with a similar URL', { iss: 'http://127.0.0.1' }, NOT_VALID],
    ['one without an issuer', { iss: undefined }, NOT_VALID],
  ])('is refused: %s', async (_, claims, message) => {
    await refused(await issuer.token(claims), message);
  });

  test('is refused if another issuer signed it in the name of the pool', async () => {
    await refused(await stranger.token({ iss: issuer.url }), NOT_VALID);
  });

  test('is refused with any other algorithm, also with the public key as a secret', async () => {
    const [, payload = ''] = (await issuer.token()).split('.');
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      const content = `${encode({ alg, kid: 'key-1' })}.${payload}`;
      const signature = createHmac(alg.replace('HS', 'sha'), issuer.publicKey).update(content).digest('base64url');
      await refused(`${content}.${signature}`, NOT_VALID);
    }
    await refused(`${encode({ alg: 'none' })}.${payload}.`, NOT_VALID);
  });

  test('is refused if a single character is changed', async () => {
    const tokens = adminTokens(issuer.url);
    const token = await issuer.token();
    const bytesOf = (text: string) => text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
    const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~'];
    const change = fc.record({ at: fc.nat(token.length - 1), by: fc.constantFrom(...characters) });
    const property = fc.asyncProperty(change, async ({ at, by }) => {
      const changed = token.slice(0, at) + by + token.slice(at + 1);
      // The last character of a part may have unused bits.
      fc.pre(bytesOf(changed).join('.') !== bytesOf(token).join('.'));
      await expect(tokens.verify(changed)).rejects.toThrow(InvalidTokenError);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test('is refused without another error, whatever text it is', async () => {
    const tokens = adminTokens(issuer.url);
    const claims = { iss: issuer.url, exp: inAMinute() };
    const part = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom(encode(claims), encode({ alg: 'RS256', kid: 'key-1' })),
    );
    const text = fc.oneof(
      anyText,
      fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('.')),
      fc.object().map((header) => `${encode({ alg: 'RS256', ...header })}.${encode(claims)}.AAAA`),
    );
    const property = fc.asyncProperty(text, async (token) => {
      expect(typeof tokens.claimsToBe(token)).toBe('boolean');
      await expect(tokens.verify(token)).rejects.toThrow(InvalidTokenError);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test('is recognized by its issuer alone', async () => {
    const tokens = adminTokens(issuer.url);
    const [header, payload] = (await issuer.token()).split('.');
    expect(tokens.claimsToBe(await issuer.token())).toBe(true);
    expect(tokens.claimsToBe(`${encode({ alg: 'HS256' })}.${payload}.AAAA`)).toBe(true);
    expect(tokens.claimsToBe('not a token')).toBe(false);
    for (const iss of [undefined, '', `${issuer.url}/`, [issuer.url], 'https://customer.example.com']) {
      expect(tokens.claimsToBe(`${header}.${encode({ ...decode(payload), iss })}.AAAA`)).toBe(false);
    }
  });
});

describe('the keys of the user pool', () => {
  const issuers: TestIssuer[] = [];
  afterAll(() => Promise.all(issuers.map((issuer) => issuer.close())));
  async function newIssuer(): Promise<TestIssuer> {
    const issuer = await startIssuer();
    issuers.push(issuer);
    return issuer;
  }

  test('are fetched when a token needs them, and then cached', async () => {
    const issuer = await newIssuer();
    const tokens = adminTokens(issuer.url);
    expect(issuer.requests()).toBe(0);
    for (let calls = 0; calls < 5; calls += 1) await tokens.verify(await issuer.token());
    expect(issuer.requests()).toBe(1);
    await issuer.close();
    await expect(tokens.verify(await issuer.token())).resolves.toMatchObject({ userId: 'root' });
  });

  test('are fetched over a connection that ends with the request, since a freeze would kill it', async () => {
    const issuer = await newIssuer();
    await adminTokens(issuer.url).verify(await issuer.token());
    await eventually(async () => expect(await issuer.openConnections()).toBe(0), 2_000);
  });

  test('are not fetched again and again for tokens with unknown keys', async () => {
    const issuer = await newIssuer();
    const tokens = adminTokens(issuer.url);
    for (let calls = 0; calls < 20; calls += 1) {
      await expect(tokens.verify(await issuer.token({}, `made-up-${calls}`))).rejects.toThrow(InvalidTokenError);
    }
    expect(issuer.requests()).toBeLessThanOrEqual(2);
  });

  test('are fetched again after half a minute for a new network, and after an hour for an old one', async () => {
    const issuer = await newIssuer();
    const tokens = adminTokens(issuer.url);
    const clock = jest.spyOn(Date, 'now');
    const begun = Date.now();
    const verifyAfter = async (seconds: number) => {
      clock.mockReturnValue(begun + seconds * 1_000);
      return await tokens.verify(await issuer.token());
    };
    const withoutKeys = { status: 200, body: '{"keys":[]}' };
    issuer.respondWith(withoutKeys);
    await expect(verifyAfter(0)).rejects.toThrow(InvalidTokenError);
    issuer.respondWith('keys');
    expect(await verifyAfter(31)).toMatchObject({ userId: 'root' });
    issuer.respondWith(withoutKeys);
    expect(await verifyAfter(3_600)).toMatchObject({ userId: 'root' });
    await expect(verifyAfter(3_632)).rejects.toThrow(InvalidTokenError);
    clock.mockRestore();
  });

  test.each<[string, (issuer: TestIssuer) => unknown]>([
    ['no server listens', (issuer) => issuer.close()],
    ['the response is a 500', (issuer) => issuer.respondWith({ status: 500, body: 'no' })],
    ['the response is a page', (issuer) => issuer.respondWith({ status: 200, body: '<html>' })],
    ['the response is other JSON', (issuer) => issuer.respondWith({ status: 200, body: '{"keys":7}' })],
  ])('cause an error of our own, and no refused token, if they are unavailable: %s', async (_, breakIssuer) => {
    const issuer = await newIssuer();
    await breakIssuer(issuer);
    const error = await adminTokens(issuer.url)
      .verify(await issuer.token())
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(IssuerUnavailableError);
    expect(error).toMatchObject({ message: `The keys of ${issuer.url} can't be had.`, cause: expect.anything() });
  });
});
