/** Signs deliveries (service.md section 5, decisions 20 and 21). */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  LEGACY_SIGNATURE,
  SECRET_PREFIX,
  SERVICE_SIGNATURE,
  WEBHOOK_ID,
  WEBHOOK_SIGNATURE,
  WEBHOOK_TIMESTAMP,
} from '../../contract/signature.ts';

/** A webhook's secret and when it is live; times are ISO 8601 UTC with milliseconds. */
export interface WebhookSecret {
  /** `whsec_` and the Base64 of the key. */
  readonly secret: string;
  readonly activeFrom: string;
  readonly expiresAt?: string | undefined;
}

/** The secrets that sign at one moment. */
export interface ActiveSecrets {
  /** The newest of them; signs `x-service-signature`. */
  readonly newest: string;
  /** All of them, newest first; each signs in `webhook-signature`. */
  readonly live: readonly [string, ...string[]];
}

/** The secrets that are live at `now`. Throws where none is: a webhook always has one. */
export function activeSecrets(secrets: readonly WebhookSecret[], now: Date): ActiveSecrets {
  const time = now.getTime();
  const [newest, ...older] = secrets
    .filter(({ activeFrom, expiresAt }) => Date.parse(activeFrom) <= time && !(Date.parse(expiresAt ?? '') <= time))
    .toSorted((a, b) => Date.parse(b.activeFrom) - Date.parse(a.activeFrom))
    .map(({ secret }) => secret);
  if (newest === undefined) throw new Error('the webhook has no live secret');
  return { newest, live: [newest, ...older] };
}

/** What one attempt signs. */
export interface Signable {
  /** The delivery's id, the same in every attempt. */
  readonly deliveryId: string;
  /** The moment of the attempt. */
  readonly now: Date;
  /** The exact bytes of the body, or the text whose UTF-8 they are. */
  readonly body: Buffer | string;
}

/** The headers of a signed request: ours, and those of Standard Webhooks, with one signature for each live secret. */
export function signedHeaders({ deliveryId, now, body }: Signable, secrets: ActiveSecrets): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000).toString();
  return {
    [SERVICE_SIGNATURE]: bodyDigest(secrets.newest, body),
    [WEBHOOK_ID]: deliveryId,
    [WEBHOOK_TIMESTAMP]: timestamp,
    [WEBHOOK_SIGNATURE]: secrets.live.map((secret) => standardSignature(secret, deliveryId, timestamp, body)).join(' '),
  };
}

/** The header of the legacy request: the digest of `x-service-signature` under its old name, and nothing beside it. */
export const legacyHeaders = (body: Buffer | string, { newest }: ActiveSecrets): Record<string, string> => ({
  [LEGACY_SIGNATURE]: bodyDigest(newest, body),
});

/** Base64 of HMAC-SHA256 over the body; the key is the secret's whole text, prefix included (decision 20). */
const bodyDigest = (secret: string, body: Buffer | string): string =>
  createHmac('sha256', keysOf(secret).text).update(body).digest('base64');

/** `v1,<Base64>` over `<id>.<timestamp>.<body>`; the key is the bytes that the secret's Base64 stands for. */
function standardSignature(secret: string, id: string, timestamp: string, body: Buffer | string): string {
  const hmac = createHmac('sha256', keysOf(secret).bytes).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}

interface SecretKeys {
  readonly text: KeyObject;
  readonly bytes: KeyObject;
}

/** Kept, since to make a key costs several times as much as to sign with it. */
const keys = new LRUCache<string, SecretKeys>({ max: 1000, memoMethod: makeKeys });

const keysOf = (secret: string): SecretKeys => keys.memo(secret);

function makeKeys(secret: string): SecretKeys {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  return { text: createSecretKey(secret, 'utf8'), bytes: createSecretKey(encoded, 'base64') };
}
