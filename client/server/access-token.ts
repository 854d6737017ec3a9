/** Access tokens that a customer's back end issues for its users and for itself (docs/spec/access.md#access-tokens). */

/** Whom a token identifies, and what signs it. */
export interface TokenOptions {
  readonly networkId: string;
  readonly userId: string;
  /** `user` by default: blocks and activities. `server` posts events, `admin` manages webhooks. */
  readonly role?: 'user' | 'server' | 'admin' | undefined;
  /** A signing key of the network, as `ctl key reveal <network> --json` prints it. */
  readonly key: { readonly keyId: string; readonly secret: string };
  /** Seconds for which the token is valid, one hour by default. The service refuses tokens of more than 30 days by default. */
  readonly lifetimeSeconds?: number | undefined;
}

const DEFAULT_LIFETIME_SECONDS = 3_600;

/** Returns a JWT, signed with HS256. Throws TypeError, without the key in its message, for options that no token can have. */
export async function createAccessToken({
  networkId,
  userId,
  role = 'user',
  key: { keyId, secret },
  lifetimeSeconds = DEFAULT_LIFETIME_SECONDS,
}: TokenOptions): Promise<string> {
  for (const [name, value] of Object.entries({ networkId, userId, 'key.keyId': keyId, 'key.secret': secret })) {
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} must be a text that is not empty`);
  }
  if (!(lifetimeSeconds >= 1 && Number.isFinite(lifetimeSeconds))) {
    throw new TypeError(`lifetimeSeconds must be 1 or more; it is ${lifetimeSeconds}`);
  }
  const iat = Math.floor(Date.now() / 1000);
  const header = { alg: 'HS256', kid: keyId, typ: 'JWT' };
  const claims = { sub: userId, networkId, role, iat, exp: iat + Math.floor(lifetimeSeconds) };
  const signed = [header, claims].map((part) => base64url(bytesOf(JSON.stringify(part)))).join('.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const hmacKey = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign(algorithm.name, hmacKey, bytesOf(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
