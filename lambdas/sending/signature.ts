/** The signatures of a request (docs/spec/delivery.md#signature). */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LiveSecrets } from '../../contract/secret-schedule.ts';
import {
  LEGACY_SIGNATURE,
  SECRET_PREFIX,
  SERVICE_SIGNATURE,
  WEBHOOK_ID,
  WEBHOOK_SIGNATURE,
  WEBHOOK_TIMESTAMP,
} from '../../contract/signature.ts';

/** What an attempt signs. */
export interface Signable {
  /** The delivery's id, the same in every attempt. */
  readonly deliveryId: string;
  /** The moment of the attempt. */
  readonly now: Date;
  /** The exact bytes of the body, or the text whose UTF-8 they are. */
  readonly body: Buffer | string;
}

/** The signature headers: our own, and those of Standard Webhooks with one signature for each live secret. */
export function signedHeaders({ deliveryId, now, body }: Signable, secrets: LiveSecrets): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000).toString();
  return {
    [SERVICE_SIGNATURE]: bodyDigest(secrets[0], body),
    [WEBHOOK_ID]: deliveryId,
    [WEBHOOK_TIMESTAMP]: timestamp,
    [WEBHOOK_SIGNATURE]: secrets.map((secret) => standardSignature(secret, deliveryId, timestamp, body)).join(' '),
  };
}

/** The header of the legacy request: the digest of `x-service-signature` under its old name, and no others. */
export const legacyHeaders = (body: Buffer | string, [newest]: LiveSecrets): Record<string, string> => ({
  [LEGACY_SIGNATURE]: bodyDigest(newest, body),
});

/** Base64 of HMAC-SHA256 over the body; the key is the secret's whole text, prefix included. */
const bodyDigest = (secret: string, body: Buffer | string): string =>
  createHmac('sha256', secretKeysOf(secret).text).update(body).digest('base64');

/** `v1,<Base64>` over `<id>.<timestamp>.<body>`; the key is the Base64-decoded secret. */
export function standardSignature(secret: string, id: string, timestamp: string, body: Buffer | string): string {
  const hmac = createHmac('sha256', secretKeysOf(secret).bytes).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}

interface SecretKeys {
  readonly text: KeyObject;
  readonly bytes: KeyObject;
}

/** Cached: creating a key costs several times as much as signing with it. */
const keys = new LRUCache<string, SecretKeys>({ max: 1000, memoMethod: makeKeys });

const secretKeysOf = (secret: string): SecretKeys => keys.memo(secret);

function makeKeys(secret: string): SecretKeys {
  const encoded = secret.slice(SECRET_PREFIX.length);
  return { text: createSecretKey(secret, 'utf8'), bytes: createSecretKey(encoded, 'base64') };
}
