/** Access tokens: JWTs signed HS256 with one of the network's keys (service.md section 5, decision 2). */
import { webcrypto } from 'node:crypto';
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { Role } from '../../contract/access.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import type { SigningKey } from './networks-table.ts';

const Claims = v.object({ sub: UserId, networkId: NetworkId, role: v.optional(Role, 'user') });

/** Whom a token speaks for. */
export interface TokenSubject {
  readonly networkId: NetworkId;
  readonly userId: UserId;
  readonly role: Role;
}

/** Why a token is refused, in words for the caller; they tell nothing of keys or of other networks. */
export class InvalidTokenError extends Error {}

const ALGORITHM = 'HS256';
/** Characters; far above any token of ours. A longer one is not worth parsing. */
const MAX_TOKEN_LENGTH = 4096;

/** A token that speaks for `subject` and expires `lifetimeSeconds` from now. */
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
 * Whom the token speaks for. `keysOf` answers the live keys of the network that the token claims to be of; a network that
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

/** Kept by their secrets, since to import one takes as long as to verify with it. */
const keys = new LRUCache<string, Promise<webcrypto.CryptoKey>>({
  max: 1000,
  memoMethod: (secret) => importKey(secret),
});

const hmacKey = ({ secret }: SigningKey): Promise<webcrypto.CryptoKey> => keys.memo(secret);

const importKey = (secret: string): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey('raw', Buffer.from(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
