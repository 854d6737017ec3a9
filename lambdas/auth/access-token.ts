/** Access tokens: JWTs signed HS256 with one of the network's keys (docs/spec/access.md#access-tokens). */
import { webcrypto } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { Role } from '../../contract/access.ts';
import { NetworkId, UserId } from '../../contract/ids.ts';
import { clockApart, clockClaims, InvalidTokenError, refuseByClock } from './clock-claims.ts';
import type { SigningKey } from './networks-table.ts';

const ALGORITHM = 'HS256';
/** Characters; far more than a token of ours has. A longer one is not parsed. */
const MAX_TOKEN_LENGTH = 4096;
/** Three parts in base64url; the last one is the digest of HS256, 32 bytes. */
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]{43}$/;

const Header = v.object({
  alg: v.literal(ALGORITHM),
  /** As `ctl` creates the ids of keys. */
  kid: v.pipe(v.string(), v.regex(/^\d{8}-[0-9a-f]{16}$/)),
});
const Claims = v.object({
  sub: UserId,
  networkId: NetworkId,
  role: v.optional(Role, 'user'),
  ...clockClaims,
});

/** The user whom a token identifies. */
export interface TokenSubject {
  readonly networkId: NetworkId;
  readonly userId: UserId;
  readonly role: Role;
}

/** A token whose signature has not been verified: anybody can have made it up. */
export interface UnverifiedToken {
  readonly text: string;
  readonly keyId: string;
  /** Whom it claims to identify. */
  readonly subject: TokenSubject;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

export const unknownKey = () => new InvalidTokenError('the access token is signed with an unknown key');

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
 * Reads a token without verifying its signature, to refuse as much as possible before that.
 *
 * Throws InvalidTokenError for another algorithm, a `kid` that no key can have, an `exp` that is more than
 * `maxLifetimeSeconds` ahead, what `refuseByClock` refuses, and claims that are missing or not ours.
 */
export function readToken(text: string, maxLifetimeSeconds: number): UnverifiedToken {
  if (text.length > MAX_TOKEN_LENGTH) throw new InvalidTokenError('the access token is too long');
  const { header, payload } = decodedToken(text);
  if (!v.is(Header, header)) throw unknownKey();
  const claims = v.safeParse(Claims, payload);
  if (!claims.success)
    throw new InvalidTokenError('the access token must have sub, networkId, iat, exp and a known role');
  const { sub: userId, networkId, role, exp: expiresAt } = claims.output;
  if (expiresAt > Date.now() / 1000 + maxLifetimeSeconds)
    throw new InvalidTokenError('the access token expires too far in the future');
  refuseByClock(claims.output);
  return { text, keyId: header.kid, subject: { networkId, userId, role }, expiresAt };
}

function decodedToken(text: string) {
  try {
    if (SHAPE.test(text)) return { header: decodeProtectedHeader(text), payload: decodeJwt(text) };
  } catch {
    // It has the shape, and no JSON in it.
  }
  throw new InvalidTokenError('the access token is not valid');
}

/** Throws InvalidTokenError unless one of the keys has signed the token. */
export async function verifySignature({ text, keyId }: UnverifiedToken, keys: readonly SigningKey[]): Promise<void> {
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) throw unknownKey();
  try {
    // Stryker disable next-line ObjectLiteral,ArrayDeclaration: a second lock, other algorithms were refused before.
    await jwtVerify(text, await hmacKey(key), { algorithms: [ALGORITHM], ...clockApart });
  } catch (error) {
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
