/** Access tokens that a customer's back end issues for its users and for itself (docs/spec/access.md#access-tokens). */
import { hmac } from '../hmac.ts';

/** Whom a token identifies, and what signs it. */
export interface TokenOptions {
  readonly networkId: string;
  readonly userId: string;
  /** `user` (default): blocks and activities. `server` posts events, `admin` manages webhooks, `viewer` sees them. */
  readonly role?: 'user' | 'server' | 'admin' | 'viewer' | undefined;
  /** A signing key of the network, as `ctl key reveal <network> --json` prints it. */
  readonly key: { readonly keyId: string; readonly secret: string };
  /** Seconds of validity, one hour by default. By default the service refuses more than 30 days. */
  readonly lifetimeSeconds?: number | undefined;
}

const DEFAULT_LIFETIME_SECONDS = 3_600;

/** Returns a JWT, signed with HS256. Throws TypeError, which does not show the key, for invalid options. */
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
  const signed = [header, claims].map((part) => urlSafe(btoa(binary(JSON.stringify(part))))).join('.');
  return `${signed}.${urlSafe(await hmac(new TextEncoder().encode(secret), signed))}`;
}

/** The UTF-8 bytes of a text as characters. */
const binary = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
