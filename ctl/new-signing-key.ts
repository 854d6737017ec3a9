/** How signing keys are made (decision 2). */
import { randomBytes } from 'node:crypto';
import type { SigningKey } from '../lambdas/auth/networks-table.ts';

/** 256 bits, as long as the digest of HS256 (RFC 7518, 3.2). */
const SECRET_BYTES = 32;
const KEY_ID_BYTES = 8;

/** A fresh key. Its id begins with the day, so that people can tell keys apart, and is never given twice. */
export function newSigningKey(now: Date): SigningKey {
  const createdAt = now.toISOString();
  const day = createdAt.slice(0, 10).replaceAll('-', '');
  return {
    keyId: `${day}-${randomBytes(KEY_ID_BYTES).toString('hex')}`,
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
    createdAt,
  };
}
