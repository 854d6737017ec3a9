/** Creates signing keys (docs/spec/access.md#signing-keys). */
import { randomBytes } from 'node:crypto';
import type { SigningKey } from '../lambdas/auth/networks-table.ts';

/** 256 bits, as long as the digest of HS256 (RFC 7518, 3.2). */
const SECRET_BYTES = 32;
const KEY_ID_BYTES = 8;

/** Returns a new random key. Its unique id begins with the date, so that people can tell keys apart. */
export function newSigningKey(now: Date): SigningKey {
  const createdAt = now.toISOString();
  const day = createdAt.slice(0, 10).replaceAll('-', '');
  return {
    keyId: `${day}-${randomBytes(KEY_ID_BYTES).toString('hex')}`,
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
    createdAt,
  };
}
