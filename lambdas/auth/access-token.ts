/** Access tokens: JWTs signed HS256 with one of the network's keys (docs/spec/access.md#access-tokens). */
import { webcrypto } from 'node:crypto';
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { Role } from '../../contract/access.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import type { SigningKey } from './networks-table.ts';

const Seconds = v.pipe(v.number(), v.finite());
const Claims = v.object({
  sub: UserId,
  networkId: NetworkId,
  role: v.optional(Role, 'user'),
  iat: Seconds,
  exp: Seconds,
});

/** The user whom a token identifies. */
export interface TokenSubject {
  readonly networkId: NetworkId;
  readonly userId: UserId;
  readonly role: Role;
}

/** A token's user, and when it expires: seconds since 1970. */
export interface VerifiedToken extends TokenSubject {
  readonly expiresAt: number;
}

/** Why a token is refused. The message is for the caller; it says nothing about keys or other networks. */
export class InvalidTokenError extends Error {}

const ALGORITHM = 'HS256';
/** Seconds by which the clock of a customer's server may be ahead. */
const MAX_CLOCK_SKEW_SECONDS = 5 * 60;
/** Characters; far more than a token of ours has. A longer one is not parsed. */
const MAX_TOKEN_LENGTH = 4096;

/** A token for `subject` that expires `lifetimeSeconds` from now. */
export async function issueToken(subject: TokenSubject, key: SigningKey, lifetimeSeconds: number): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ networkId: subject.networkId, role: subject.role })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.keyId, typ: 'JWT' })
    .setSubject(subject.userId)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(await hmacKey(key));
}

/**
 * The user whom the token identifies. `keysOf` returns the live keys of the network that the token claims; a network that
 * does not exist has none.
 *
 * Throws InvalidTokenError for another algorithm, an unknown `kid`, a wrong signature, an `exp` that is missing, past or more
 * than `maxLifetimeSeconds` ahead, an `iat` that is missing or in the future, and other claims that are not ours.
 */
export async function verifyToken(
  token: string,
  keysOf: (networkId: NetworkId) => Promise<readonly SigningKey[]>,
  maxLifetimeSeconds: number,
): Promise<VerifiedToken> {
  if (token.length > MAX_TOKEN_LENGTH) throw new InvalidTokenError('the access token is too long');
  const claims = v.safeParse(Claims, await verifiedPayload(token, keysOf));
  if (!claims.success)
    throw new InvalidTokenError('the access token must have sub, networkId, iat, exp and a known role');
  const { sub: userId, networkId, role, iat, exp } = claims.output;
  const now = Date.now() / 1000;
  if (exp > now + maxLifetimeSeconds) throw new InvalidTokenError('the access token expires too far in the future');
  if (iat > now + MAX_CLOCK_SKEW_SECONDS) throw new InvalidTokenError('the access token was issued in the future');
  return { networkId, userId, role, expiresAt: exp };
}

async function verifiedPayload(token: string, keysOf: (networkId: NetworkId) => Promise<readonly SigningKey[]>) {
  try {
    const keyOf = async ({ kid }: { kid?: string }) => {
      const networkId = v.safeParse(NetworkId, decodeJwt(token)['networkId']);
      const keys = networkId.success ? await keysOf(networkId.output) : [];
      const key = keys.find(({ keyId }) => keyId === kid);
      if (key === undefined) throw new InvalidTokenError('the access token is signed with an unknown key');
      return await hmacKey(key);
    };
    const { payload } = await jwtVerify(token, keyOf, { algorithms: [ALGORITHM], requiredClaims: ['exp', 'iat'] });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new InvalidTokenError('the access token has expired');
    if (error instanceof errors.JOSEError) throw new InvalidTokenError('the access token is not valid');
    throw error;
  }
}

/** Cached by their secrets: importing a key takes as long as verifying with it. */
const keys = new LRUCache<string, Promise<webcrypto.CryptoKey>>({
  max: 1000,
  memoMethod: (secret) => importKey(secret),
});

const hmacKey = ({ secret }: SigningKey): Promise<webcrypto.CryptoKey> => keys.memo(secret);

const importKey = (secret: string): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey('raw', Buffer.from(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
