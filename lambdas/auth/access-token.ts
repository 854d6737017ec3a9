/** Access tokens: JWTs signed HS256 with one of the network's keys (docs/spec/access.md#access-tokens). */
import { webcrypto } from 'node:crypto';
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { Role } from '../../contract/access.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import type { SigningKey } from './networks-table.ts';

const Claims = v.object({ sub: UserId, networkId: NetworkId, role: v.optional(Role, 'user') });

/** The user whom a token identifies. */
export interface TokenSubject {
  readonly networkId: NetworkId;
  readonly userId: UserId;
  readonly role: Role;
}

/** Why a token is refused. The message is for the caller; it says nothing about keys or other networks. */
export class InvalidTokenError extends Error {}

const ALGORITHM = 'HS256';
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
 * Throws InvalidTokenError for another algorithm, an unknown `kid`, a wrong signature, a missing or past `exp`, and claims
 * that are not ours.
 */
export async function verifyToken(
  token: string,
  keysOf: (networkId: NetworkId) => Promise<readonly SigningKey[]>,
): Promise<TokenSubject> {
  if (token.length > MAX_TOKEN_LENGTH) throw new InvalidTokenError('the access token is too long');
  const claims = v.safeParse(Claims, await verifiedPayload(token, keysOf));
  if (!claims.success) throw new InvalidTokenError('the access token must hold sub, networkId and a known role');
  const { sub: userId, networkId, role } = claims.output;
  return { networkId, userId, role };
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
    const { payload } = await jwtVerify(token, keyOf, { algorithms: [ALGORITHM], requiredClaims: ['exp'] });
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
