import { describe, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import * as v from 'valibot';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { newSigningKey } from '../../ctl/new-signing-key.ts';
import { InvalidTokenError, issueToken, readToken, verifySignature } from '../../lambdas/auth/access-token.ts';

const key = newSigningKey(new Date());
const other = newSigningKey(new Date());
const MAX_LIFETIME_SECONDS = 3_600;
const seconds = () => Math.floor(Date.now() / 1000);

const signed = (claims: object, header: object = {}) =>
  new SignJWT({ networkId: 'demo', sub: 'alice', iat: seconds(), exp: seconds() + 60, ...claims })
    .setProtectedHeader({ alg: 'HS256', kid: key.keyId, ...header })
    .sign(Buffer.from(key.secret));

describe('an access token', () => {
  test.each<[string, object, object, string]>([
    ['has expired', { exp: seconds() - 1 }, {}, 'the access token has expired'],
    ['expires too late', { exp: seconds() + 3_700 }, {}, 'the access token expires too far in the future'],
    ['was issued in the future', { iat: seconds() + 400 }, {}, 'the access token was issued in the future'],
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
    const token = readToken(await issueToken(subject, key, 60), MAX_LIFETIME_SECONDS);
    expect(token).toMatchObject({ keyId: key.keyId, subject });
    await verifySignature(token, [other, key]);
    await expect(verifySignature(token, [other])).rejects.toThrow('the access token is signed with an unknown key');
    const forged = [{ ...key, secret: other.secret }];
    await expect(verifySignature(token, forged)).rejects.toThrow('the access token is not valid');
  });
});
