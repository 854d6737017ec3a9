import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { newSigningKey } from '@social-platform-services/ctl/networks';
import { decodeProtectedHeader, SignJWT } from 'jose';
import * as v from 'valibot';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { issueToken, readToken, verifySignature } from '../../lambdas/auth/access-token.ts';
import { InvalidTokenError } from '../../lambdas/auth/clock-claims.ts';

const key = newSigningKey(new Date());
const other = newSigningKey(new Date());
const MAX_LIFETIME_SECONDS = 3_600;
const seconds = () => Math.floor(Date.now() / 1000);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that has the form of ours, and a made-up signature, which reading does not verify. */
const madeUp = (claims: object = {}, header: object = {}, signature = 'A'.repeat(43)) =>
  [
    encode({ alg: 'HS256', kid: key.keyId, ...header }),
    encode({ networkId: 'demo', sub: 'alice', iat: seconds(), exp: seconds() + 60, ...claims }),
    signature,
  ].join('.');

const signed = (claims: object, header: object = {}) =>
  new SignJWT({ networkId: 'demo', sub: 'alice', iat: seconds(), exp: seconds() + 60, ...claims })
    .setProtectedHeader({ alg: 'HS256', kid: key.keyId, ...header })
    .sign(Buffer.from(key.secret));

describe('an access token', () => {
  test.each<[string, object, object, string]>([
    ['has no iat', { iat: undefined }, {}, 'must have sub, networkId, iat, exp and a known role'],
    ['has no exp', { exp: undefined }, {}, 'must have sub, networkId, iat, exp and a known role'],
    ['has an unknown role', { role: 'root' }, {}, 'must have sub, networkId, iat, exp and a known role'],
    ['has a key id that no key can have', {}, { kid: 'x' }, 'the access token is signed with an unknown key'],
    ['is too long', { more: 'x'.repeat(4_096) }, {}, 'the access token is too long'],
  ])('that %s is refused before its signature is verified', async (_, claims, header, message) => {
    const token = await signed(claims, header);
    expect(() => readToken(token, MAX_LIFETIME_SECONDS)).toThrow(InvalidTokenError);
    expect(() => readToken(token, MAX_LIFETIME_SECONDS)).toThrow(message);
  });

  test('is verified with the key that it names, and with no other', async () => {
    const subject = { networkId: v.parse(NetworkId, 'demo'), userId: v.parse(UserId, 'alice'), role: 'admin' } as const;
    const text = await issueToken(subject, key, 60);
    expect(decodeProtectedHeader(text)).toEqual({ alg: 'HS256', kid: key.keyId, typ: 'JWT' });
    const token = readToken(text, MAX_LIFETIME_SECONDS);
    expect(token).toMatchObject({ keyId: key.keyId, subject });
    await verifySignature(token, [other, key]);
    await expect(verifySignature(token, [other])).rejects.toThrow('the access token is signed with an unknown key');
    const forged = [{ ...key, secret: other.secret }];
    await expect(verifySignature(token, forged)).rejects.toThrow('the access token is not valid');
  });

  test.each([
    ['two parts', `${encode({})}.${encode({})}`],
    ['a signature of another length', madeUp({}, {}, 'A'.repeat(44))],
    ['no JSON', `AAAA.AAAA.${'A'.repeat(43)}`],
  ])('that has %s is refused as not valid', (_, text) => {
    expect(() => readToken(text, MAX_LIFETIME_SECONDS)).toThrow(new InvalidTokenError('the access token is not valid'));
  });

  test('is read up to a length of 4,096 characters', () => {
    // Base64url has no text of every length, so the header varies as well.
    const texts = ['', 'x'].flatMap((more) =>
      Array.from({ length: 8 }, (_, n) => {
        const rest = madeUp({ more: '' }, { more }).length;
        return madeUp({ more: 'x'.repeat(Math.floor(((4_096 - rest) * 3) / 4) - 4 + n) }, { more });
      }),
    );
    const lengths = new Map(texts.map((text) => [text.length, text]));
    expect(readToken(lengths.get(4_096) ?? '', MAX_LIFETIME_SECONDS)).toHaveProperty('keyId', key.keyId);
    expect(() => readToken(lengths.get(4_097) ?? '', MAX_LIFETIME_SECONDS)).toThrow('the access token is too long');
  });

  test('can’t be verified with a key that is not one, and this is no fault of the token', async () => {
    const token = readToken(madeUp(), MAX_LIFETIME_SECONDS);
    await expect(verifySignature(token, [{ ...key, secret: '' }])).rejects.not.toBeInstanceOf(InvalidTokenError);
  });

  describe('at a moment', () => {
    afterEach(() => {
      jest.useRealTimers();
    });

    test.each<[string, object, string | undefined]>([
      ['that expires next', { exp: 1_001 }, undefined],
      ['that expires now', { exp: 1_000 }, 'the access token has expired'],
      ['that expires after the longest lifetime', { iat: 1, exp: 1_000 + MAX_LIFETIME_SECONDS }, undefined],
      [
        'that expires a second later than that',
        { iat: 1_300, exp: 1_001 + MAX_LIFETIME_SECONDS },
        'the access token expires too far in the future',
      ],
      ['that was issued up to five minutes ahead', { iat: 1_300 }, undefined],
      ['that was issued further ahead', { iat: 1_301 }, 'the access token was issued in the future'],
    ])('a token %s has claims %j and is refused with %j', (_, claims, message) => {
      jest.useFakeTimers({ now: 1_000_000 });
      const read = () => readToken(madeUp(claims), MAX_LIFETIME_SECONDS);
      if (message === undefined) expect(read()).toMatchObject({ expiresAt: expect.any(Number) });
      else expect(read).toThrow(new InvalidTokenError(message));
    });
  });
});
