/** Secrets of webhooks. */
import { randomBytes } from 'node:crypto';
import { SECRET_PREFIX } from '../../contract/signature.ts';

/** Bytes of randomness in a secret: as many as SHA-256 yields (Standard Webhooks: 24 to 64). */
const SECRET_BYTES = 32;

/** A new secret: `whsec_` and Base64, as Standard Webhooks libraries expect it. */
export const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
