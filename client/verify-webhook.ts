/**
 * Verifies that a webhook request was sent by the service (docs/spec/delivery.md#verifying-a-request).
 *
 * For receivers on Node, Deno, Bun, browsers and workers. It needs only WebCrypto and has no imports, so you may copy
 * it.
 *
 * The signature is over the bytes of the body, so pass the body exactly as it was received. JSON that was parsed and
 * serialised again has other bytes (spaces, escapes, `1.0` becomes `1`), and verification fails.
 *
 * A successful verification returns the event; a failed one throws. So no code can use an unverified event by accident,
 * or mistake the promise of a forgotten `await` for `true`.
 */

/** Header names and their values, as `Request.headers`, Node's `request.headers` or a Lambda event has them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request, and the secret to verify it with. */
export interface WebhookRequest {
  /** The received bytes of the body: `await request.arrayBuffer()`, or the result of `express.raw()`. */
  readonly body: Uint8Array | ArrayBuffer;
  readonly headers: WebhookHeaders;
  /** The webhook's secret, `whsec_…`; while it is being rotated, the old and the new one, in a list or a text. */
  readonly secret: string | readonly string[];
}

/** Verifies `x-service-signature`. It covers only the body, not the id or the time: a replayed copy passes. */
export interface ServiceCheck extends WebhookRequest {
  readonly scheme: 'service';
}

/** Verifies the Standard Webhooks headers, whose signature covers delivery id, time of sending and body. */
export interface StandardCheck extends WebhookRequest {
  readonly scheme?: 'standard';
  /** How far the time of sending may be from now, in seconds; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** The current time, for tests. */
  readonly now?: Date;
}

/** An event from a verified request. */
export interface VerifiedEvent {
  /** Such as `channel.didCreate`. */
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What else a Standard Webhooks signature covers. */
interface DeliveryStamp {
  /** The same in every attempt: ignore an event whose id you have handled before. */
  readonly deliveryId: string;
  /** When this attempt was sent, to the second. */
  readonly sentAt: Date;
}

/** An event, with its delivery's id and time. `E`: the receiver's type of events, which the signature vouches for. */
export type VerifiedDelivery<E extends VerifiedEvent = VerifiedEvent> = E & DeliveryStamp;

/** Why a request was refused. `legacy-request`: a copy in the legacy form; respond with 200 and ignore it. */
export type RefusalReason =
  | 'missing-header'
  | 'malformed-header'
  | 'legacy-request'
  | 'wrong-signature'
  | 'outside-tolerance'
  | 'not-an-event';

/**
 * The request failed verification: ignore it, and respond with 401, or with 400 to what is signed and `not-an-event`. The
 * message contains no secrets.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }
}

const DEFAULT_TOLERANCE_SECONDS = 300;
/** More than the service ever sends: a rotation has at most three active secrets. */
const MAX_SIGNATURES = 10;
/** The bytes of a secret, as Standard Webhooks has them. */
const [MIN_KEY_BYTES, MAX_KEY_BYTES] = [24, 64];
const SHA256_BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Returns the event of a request from the service. Rejects with WebhookVerificationError for any other request, and
 * with TypeError for a mistake of the receiver: a malformed secret, or a body that is not bytes.
 */
export function verifyWebhook<E extends VerifiedEvent = VerifiedEvent>(
  check: StandardCheck,
): Promise<VerifiedDelivery<E>>;
export function verifyWebhook<E extends VerifiedEvent = VerifiedEvent>(check: ServiceCheck): Promise<E>;
export async function verifyWebhook(check: ServiceCheck | StandardCheck): Promise<VerifiedEvent | VerifiedDelivery> {
  const { headers, body } = check;
  const kind = kindOf(body);
  // They may be of another realm, where `instanceof` fails.
  if (!/ (Uint8Array|ArrayBuffer)]/.test(kind)) {
    throw new TypeError(`body must be the raw bytes, before any body parser; it is ${kind}.`);
  }
  const secrets = secretsIn(check.secret);
  if (check.scheme !== 'service') return verifyStandard(check, secrets);

  const signatures = signaturesIn(headers, 'x-service-signature', '');
  // A copy, since the caller's bytes may change during the verification.
  const signed = joined([new Uint8Array(body)]);
  // The key of this signature is the secret's text.
  await expectOneMatch(
    secrets.map(({ text }) => encoded(text)),
    signatures,
    signed,
  );
  return eventOf(signed);
}

async function verifyStandard(
  { headers, body, toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = new Date() }: StandardCheck,
  secrets: readonly Secret[],
): Promise<VerifiedDelivery> {
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds must be 0 or more.');
  const deliveryId = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  if (!/^\d{1,12}$/.test(timestamp)) throw malformed('webhook-timestamp');
  const signatures = signaturesIn(headers, 'webhook-signature', 'v1,');
  const start = encoded(`${deliveryId}.${timestamp}.`);
  const signed = joined([start, new Uint8Array(body)]);
  await expectOneMatch(
    secrets.map(({ key }) => key),
    signatures,
    signed,
  );
  const sentAt = new Date(Number(timestamp) * 1000);
  if (Math.abs(+now - +sentAt) > toleranceSeconds * 1000) {
    throw new WebhookVerificationError(
      'outside-tolerance',
      `Signed at ${sentAt.toISOString()}, more than ${toleranceSeconds} s from now.`,
    );
  }
  return { ...eventOf(signed.subarray(start.length)), deliveryId, sentAt };
}

/** Returns a copy of all bytes. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    whole.set(part, length);
    length += part.length;
  }
  return whole;
}

/** Compares with WebCrypto, which takes constant time. */
async function expectOneMatch(
  keys: readonly Uint8Array<ArrayBuffer>[],
  signatures: readonly string[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<void> {
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, bytesOfBase64(signature), signed)) return;
    }
  }
  throw new WebhookVerificationError(
    'wrong-signature',
    'The request is forged, the secret is wrong, or the body was parsed and serialised again.',
  );
}

function eventOf(body: Uint8Array<ArrayBuffer>): VerifiedEvent {
  try {
    const { event, data } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof event === 'string' && kindOf(data) === '[object Object]') return { event, data };
  } catch {
    // It is not JSON, or null.
  }
  throw new WebhookVerificationError('not-an-event', 'The signature is right, but this is no event.');
}

const kindOf = (value: unknown): string => ({}).toString.call(value);

/** Returns the signatures of a version in a header; without versions there is one. Throws WebhookVerificationError. */
function signaturesIn(headers: WebhookHeaders, name: string, version: string): readonly string[] {
  const value = header(headers, name);
  // What came twice has a comma between (RFC 9110, 5.3). The service sends each header once.
  if (value.includes(', ')) throw malformed(name);
  const signatures = (version === '' ? [value] : value.split(' ', MAX_SIGNATURES))
    .filter((one) => one.startsWith(version))
    .map((one) => one.slice(version.length))
    .filter((one) => SHA256_BASE64.test(one));
  if (signatures.length === 0) throw malformed(name);
  return signatures;
}

/** Returns the value of a required header. Throws WebhookVerificationError. */
function header(headers: WebhookHeaders, name: string): string {
  const value = headerValue(headers, name);
  if (value) return value;
  if (headerValue(headers, 'x-legacy-signature')) {
    throw new WebhookVerificationError('legacy-request', 'A copy for legacy receivers: respond with 200.');
  }
  throw new WebhookVerificationError('missing-header', `The request has no header ${name}.`);
}

const headerValue = (headers: WebhookHeaders, name: string): string | null =>
  isLookup(headers)
    ? headers.get(name)
    : Object.entries(headers)
        .flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []))
        .join(', ');

const isLookup = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';

const malformed = (name: string): WebhookVerificationError =>
  new WebhookVerificationError('malformed-header', `Malformed header ${name}.`);

/** A secret, as text and as the bytes that the text encodes. */
export interface Secret {
  /** `whsec_` and Base64: the key of `x-service-signature`. */
  readonly text: string;
  /** The key of `webhook-signature`. */
  readonly key: Uint8Array<ArrayBuffer>;
}

/**
 * Returns the secrets in what a receiver is configured with; white space around and between them does not count. Throws
 * TypeError unless each is `whsec_` and the Base64 of 24 to 64 bytes: anybody could sign with an empty key.
 */
export function secretsIn(given: string | readonly string[]): readonly Secret[] {
  const texts = [given].flat().flatMap((one) => `${one}`.match(/[^ \t\r\n]+/g) ?? ['']);
  if (texts.length === 0) throw wrongSecret();
  return texts.map((text) => ({ text, key: keyIn(text) }));
}

function keyIn(text: string): Uint8Array<ArrayBuffer> {
  try {
    const key = bytesOfBase64(text.slice('whsec_'.length));
    // A secret that was cut off would decode to another key.
    const isWhole = `whsec_${btoa(String.fromCharCode(...key))}` === text;
    if (isWhole && key.length >= MIN_KEY_BYTES && key.length <= MAX_KEY_BYTES) return key;
  } catch {
    // Refused below.
  }
  throw wrongSecret();
}

const wrongSecret = (): TypeError => new TypeError('secret must be whsec_ and the Base64 of 24 to 64 bytes.');

/** Returns the UTF-8 bytes of a text. */
export const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Returns the bytes that a text encodes. Throws for other texts. */
export const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
