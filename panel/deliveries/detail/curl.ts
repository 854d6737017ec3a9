/** A delivery as a curl command, signed as the service signs it (docs/spec/delivery.md#signature). */
import type { WebhookSecret } from '../../../client/index.ts';

interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A curl command that posts exactly this body. */
export const curlCommand = ({ url, headers, body }: PostRequest): string =>
  [
    `curl -i ${quoted(url)}`,
    // curl sends a header without a value only if it ends with a semicolon.
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ');

/** The text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

interface Signable {
  readonly deliveryId: string;
  /** The exact text of the body. */
  readonly payload: string;
  /** The newest first. */
  readonly secrets: readonly WebhookSecret[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The four signature headers, signed at `now`. Throws if no secret is active then. */
export async function signedHeaders({ deliveryId, payload, secrets, now }: Signable): Promise<Record<string, string>> {
  const active = secrets
    .filter(({ activeFrom, expiresAt }) => Date.parse(activeFrom) <= now && !(Date.parse(expiresAt ?? '') <= now))
    .map(({ secret }) => secret);
  const [newest] = active;
  if (newest === undefined) throw new Error('The webhook has no active secret.');
  const timestamp = `${Math.floor(now / 1_000)}`;
  const signed = `${deliveryId}.${timestamp}.${payload}`;
  const standard = active.map(async (secret) => `v1,${await hmac(decoded(secret), signed)}`);
  return {
    'x-service-signature': await hmac(new TextEncoder().encode(newest), payload),
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': (await Promise.all(standard)).join(' '),
  };
}

/** Base64 of HMAC-SHA256. */
async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

const decoded = (secret: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0));
