import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { InvalidTokenError } from '../../lambdas/auth/access-token.ts';
import { adminTokens, IssuerUnavailableError } from '../../lambdas/auth/admin-token.ts';
import { eventually } from '../support/eventually.ts';
import { startIssuer, type TestIssuer } from './issuer.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = ''): object => JSON.parse(Buffer.from(part, 'base64url').toString());
const inAMinute = () => Math.floor(Date.now() / 1_000) + 60;

describe('a token of the user pool', () => {
  let issuer: TestIssuer;
  let stranger: TestIssuer;
  beforeAll(async () => {
    [issuer, stranger] = await Promise.all([startIssuer(), startIssuer()]);
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
      networks: ['acme', 'other'],
    });
    expect(await verify(await issuer.token({ 'cognito:groups': undefined }))).toMatchObject({ networks: [] });
  });

  test('of a member of a hundred groups is short enough', async () => {
    const groups = Array.from({ length: 100 }, (_, index) => `${'n'.repeat(29)}${index + 100}`);
    expect(await verify(await issuer.token({ 'cognito:groups': groups }))).toMatchObject({ networks: groups });
    await refused(await issuer.token({ padding: 'x'.repeat(9_000) }), 'the access token is too long');
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['an ID token', { token_use: 'id' }, NOT_FOR_US],
    ['one without a use', { token_use: undefined }, NOT_FOR_US],
    ['one for other scopes', { scope: 'openid aws.cognito.signin.user.admin' }, NOT_FOR_US],
    ['one whose scope only begins like ours', { scope: 'social-platform-services/administrator' }, NOT_FOR_US],
    ['one of a machine', { username: undefined }, NOT_FOR_US],
    ['one whose user can’t be one', { username: 'a\u0000b' }, NOT_FOR_US],
    ['one whose groups are no list', { 'cognito:groups': 'acme' }, NOT_FOR_US],
    ['one without an expiry', { exp: undefined }, NOT_VALID],
    ['an expired one', { exp: 1 }, 'the access token has expired'],
    ['one that is not valid yet', { nbf: inAMinute() }, NOT_VALID],
    ['one of another issuer', { iss: 'https://issuer.example.com' }, NOT_VALID],
    ['one of an issuer that begins like ours', { iss: 'http://127.0.0.1' }, NOT_VALID],
    ['one of no issuer', { iss: undefined }, NOT_VALID],
  ])('is refused: %s', async (_, claims, message) => {
    await refused(await issuer.token(claims), message);
  });

  test('is refused if another signed it, though it says that it is ours', async () => {
    await refused(await stranger.token({ iss: issuer.url }), NOT_VALID);
  });

  test('is refused with any other algorithm, also where the public key is used as a secret', async () => {
    const [, payload = ''] = (await issuer.token()).split('.');
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      const content = `${encode({ alg, kid: 'key-1' })}.${payload}`;
      const signature = createHmac(alg.replace('HS', 'sha'), issuer.publicKey).update(content).digest('base64url');
      await refused(`${content}.${signature}`, NOT_VALID);
    }
    await refused(`${encode({ alg: 'none' })}.${payload}.`, NOT_VALID);
  });

  test('is refused once a single character is another, wherever that is', async () => {
    const tokens = adminTokens(issuer.url);
    const token = await issuer.token();
    const bytesOf = (text: string) => text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
    const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~'];
    const change = fc.record({ at: fc.nat(token.length - 1), by: fc.constantFrom(...characters) });
    const property = fc.asyncProperty(change, async ({ at, by }) => {
      const changed = token.slice(0, at) + by + token.slice(at + 1);
      // The last character of a part may have bits that stand for nothing.
      fc.pre(bytesOf(changed).join('.') !== bytesOf(token).join('.'));
      await expect(tokens.verify(changed)).rejects.toThrow(InvalidTokenError);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test('is refused, and nothing worse, whatever text stands in its place', async () => {
    const tokens = adminTokens(issuer.url);
    const claims = { iss: issuer.url, exp: inAMinute() };
    const part = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom(encode(claims), encode({ alg: 'RS256', kid: 'key-1' })),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('.')),
      fc.object().map((header) => `${encode({ alg: 'RS256', ...header })}.${encode(claims)}.AAAA`),
    );
    const property = fc.asyncProperty(text, async (token) => {
      expect(typeof tokens.claimsToBe(token)).toBe('boolean');
      await expect(tokens.verify(token)).rejects.toThrow(InvalidTokenError);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test('is told from ours by its issuer alone', async () => {
    const tokens = adminTokens(issuer.url);
    const [header, payload] = (await issuer.token()).split('.');
    expect(tokens.claimsToBe(await issuer.token())).toBe(true);
    expect(tokens.claimsToBe(`${encode({ alg: 'HS256' })}.${payload}.AAAA`)).toBe(true);
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

  test('are fetched when a token needs them, and then kept', async () => {
    const issuer = await newIssuer();
    const tokens = adminTokens(issuer.url);
    expect(issuer.requests()).toBe(0);
    for (let calls = 0; calls < 5; calls += 1) await tokens.verify(await issuer.token());
    expect(issuer.requests()).toBe(1);
    await issuer.close();
    await expect(tokens.verify(await issuer.token())).resolves.toMatchObject({ userId: 'root' });
  });

  test('are fetched over a connection that does not outlive the request, since a frozen process would find it dead', async () => {
    const issuer = await newIssuer();
    await adminTokens(issuer.url).verify(await issuer.token());
    await eventually(async () => expect(await issuer.openConnections()).toBe(0), 2_000);
  });

  test('are not fetched again and again for tokens with keys that someone made up', async () => {
    const issuer = await newIssuer();
    const tokens = adminTokens(issuer.url);
    for (let calls = 0; calls < 20; calls += 1) {
      await expect(tokens.verify(await issuer.token({}, `made-up-${calls}`))).rejects.toThrow(InvalidTokenError);
    }
    expect(issuer.requests()).toBeLessThanOrEqual(2);
  });

  test.each<[string, (issuer: TestIssuer) => unknown]>([
    ['nobody listens', (issuer) => issuer.close()],
    ['they are answered with a 500', (issuer) => issuer.answerWith({ status: 500, body: 'no' })],
    ['they are answered with a page', (issuer) => issuer.answerWith({ status: 200, body: '<html>' })],
    ['they are answered with something else', (issuer) => issuer.answerWith({ status: 200, body: '{"keys":7}' })],
  ])('that can’t be had are our fault and not the token’s: %s', async (_, breakIssuer) => {
    const issuer = await newIssuer();
    await breakIssuer(issuer);
    await expect(adminTokens(issuer.url).verify(await issuer.token())).rejects.toThrow(IssuerUnavailableError);
  });
});
