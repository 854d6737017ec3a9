/** One rule for the claims that are times, in both verifiers (docs/spec/access.md#clocks): claims × offsets × verifiers. */
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { newSigningKey } from '@social-platform-services/ctl/networks';
import { SignJWT } from 'jose';
import * as v from 'valibot';
import { adminTokens } from '../../lambdas/auth/admin-token.ts';
import { InvalidTokenError } from '../../lambdas/auth/clock-claims.ts';
import { networkTokens } from '../../lambdas/auth/network-tokens.ts';
import { Network } from '../../lambdas/auth/networks-table.ts';
import { startIssuer, type TestIssuer } from './issuer.ts';

/** Within a second, so that a rule in whole seconds differs from ours. */
const NOW = 1_900_000_000.25;
const DAY = 86_400;
const key = newSigningKey(new Date());
const network = v.parse(Network, {
  networkId: 'demo',
  signingKeys: [key],
  hideMode: 'blocker',
  createdAt: '2026-01-01T00:00:00.000Z',
  features: { blockUser: true, userActivity: true, webhooks: true },
});

type Claims = Readonly<Record<string, unknown>>;
const usual: Claims = { iat: NOW, exp: NOW + DAY };

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());
afterEach(() => {
  jest.useRealTimers();
});

/** Signs a token with these claims, and verifies it at `NOW`. */
const verifiers: Readonly<Record<string, (claims: Claims) => Promise<{ readonly expiresAt: number }>>> = {
  async 'a token of a network'(claims) {
    const token = await new SignJWT({ networkId: 'demo', sub: 'alice', ...usual, ...claims })
      .setProtectedHeader({ alg: 'HS256', kid: key.keyId })
      .sign(Buffer.from(key.secret));
    return await networkTokens({ read: async () => network }, 30 * DAY)(token);
  },
  async 'a token of the user pool'(claims) {
    return await adminTokens(issuer.url).verify(await issuer.token({ ...usual, ...claims }));
  },
};

const ACCEPTED = 'accepted';
const EXPIRED = 'the access token has expired';
const later = (claim: string, refusal: string): Row[] => [
  ...[-DAY, -1, 0, 0.25, 1, 2, 299, 299.75, 300].map((offset): Row => [claim, offset, ACCEPTED]),
  ...[300.25, 301, 3_600, DAY].map((offset): Row => [claim, offset, refusal]),
];
type Row = [claim: string, offset: number, outcome: string];
const malformed: readonly unknown[] = [null, `${NOW}`, [NOW], true];
const offsets = [
  ...[-DAY, -1, -0.25, 0].map((offset): Row => ['exp', offset, EXPIRED]),
  ...[0.25, 1, DAY].map((offset): Row => ['exp', offset, ACCEPTED]),
  ...later('iat', 'the access token was issued in the future'),
  ...later('nbf', 'the access token is not valid yet'),
];

describe.each(Object.entries(verifiers))('%s', (_, verify) => {
  const at = (claims: Claims) => {
    jest.useFakeTimers({ now: NOW * 1_000, advanceTimers: true });
    return verify(claims);
  };

  test.each(offsets)('whose %s is %d seconds from now: %s', async (claim, offset, outcome) => {
    const verified = at({ [claim]: NOW + offset });
    if (outcome === ACCEPTED) expect(await verified).toMatchObject({ expiresAt: expect.any(Number) });
    else await expect(verified).rejects.toEqual(new InvalidTokenError(outcome));
  });

  test.each<[claim: string, value: unknown]>([
    ...['exp', 'iat', 'nbf'].flatMap((claim) => malformed.map((value): [string, unknown] => [claim, value])),
    ['exp', undefined],
    ['iat', undefined],
  ])('whose %s is %j is refused', async (claim, value) => {
    await expect(at({ [claim]: value })).rejects.toBeInstanceOf(InvalidTokenError);
  });
});
