/**
 * Verifies that a webhook request was sent by the service (docs/spec/delivery.md#verifying-a-request).
 *
 * For receivers on Node, Deno, Bun, browsers and workers. It needs only WebCrypto and has no imports, so you may copy it.
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
  /** The webhook's secret, `whsec_…`; while it is being rotated, the old and the new one. */
  readonly secret: string | readonly string[];
}

/** Verifies `x-service-signature`. It covers only the body: not the id, and not the time, so a replayed copy passes too. */
export interface ServiceCheck extends WebhookRequest {
  readonly scheme: 'service';
}

/** Verifies the Standard Webhooks headers, whose signature covers the delivery's id, the time of sending and the body. */
export interface StandardCheck extends WebhookRequest {
  readonly scheme?: 'standard';
  /** How far the time of sending may be from now, in seconds; 300 by default. */
  readonly toleranceSeconds?: number;
  /** The current time, for tests. */
  readonly now?: Date;
}

/** An event from a verified request. */
export interface VerifiedEvent {
  /** Such as `channel.didCreate`. */
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event, and what else its Standard Webhooks signature covers. */
export interface VerifiedDelivery extends VerifiedEvent {
  /** The same in every attempt: ignore an event whose id you have handled before. */
  readonly deliveryId: string;
  /** When this attempt was sent, to the second. */
  readonly sentAt: Date;
}

/** Why a request was refused. `legacy-request`: a copy in the legacy form; respond with 200 and ignore it. */
export type RefusalReason =
  | 'missing-header'
  | 'malformed-header'
  | 'legacy-request'
  | 'wrong-signature'
  | 'outside-tolerance'
  | 'not-an-event';

/** The request failed verification: ignore it and respond with 401. The message contains no secrets. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

const SERVICE_SIGNATURE = 'x-service-signature';
const LEGACY_SIGNATURE = 'x-legacy-signature';
const SECRET_PREFIX = 'whsec_';
const DEFAULT_TOLERANCE_SECONDS = 300;
/** More than the service ever sends: a rotation has at most three active secrets. */
const MAX_SIGNATURES = 10;
const SHA256_BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Returns the event of a request from the service. Rejects with WebhookVerificationError for any other request, and with
 * TypeError for a mistake in the receiver's code: no secret, or a body that is not bytes.
 */
export function verifyWebhook(check: StandardCheck): Promise<VerifiedDelivery>;
export function verifyWebhook(check: ServiceCheck): Promise<VerifiedEvent>;
export async function verifyWebhook(check: ServiceCheck | StandardCheck): Promise<VerifiedEvent | VerifiedDelivery> {
  const body = copyOf(check.body);
  const secrets = secretsOf(check.secret);
  if (check.scheme !== 'service') return verifyStandard(check, body, secrets);

  const signature = header(check.headers, SERVICE_SIGNATURE);
  if (!SHA256_BASE64.test(signature)) throw malformed(SERVICE_SIGNATURE, 'the Base64 of 32 bytes');
  await expectOneMatch(secrets.map(textKey), [signature], body);
  return eventOf(body);
}

async function verifyStandard(
  { headers, toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = new Date() }: StandardCheck,
  body: Uint8Array<ArrayBuffer>,
  secrets: readonly string[],
): Promise<VerifiedDelivery> {
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds must be 0 or more.');
  const deliveryId = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  if (!/^\d{1,12}$/.test(timestamp)) throw malformed('webhook-timestamp', 'a number of seconds since 1970');
  const signatures = header(headers, 'webhook-signature')
    .split(' ', MAX_SIGNATURES)
    .filter((one) => one.startsWith('v1,') && SHA256_BASE64.test(one.slice(3)))
    .map((one) => one.slice(3));
  if (signatures.length === 0) throw malformed('webhook-signature', 'v1, and the Base64 of 32 bytes');

  const signed = concatenate(new TextEncoder().encode(`${deliveryId}.${timestamp}.`), body);
  await expectOneMatch(secrets.map(decodedKey), signatures, signed);
  const sentAt = new Date(Number(timestamp) * 1000);
  if (Math.abs(now.getTime() - sentAt.getTime()) > toleranceSeconds * 1000) {
    throw new WebhookVerificationError(
      'outside-tolerance',
      `The request was signed at ${sentAt.toISOString()}, more than ${toleranceSeconds} s from now: it is a replayed copy, or this machine's clock is wrong.`,
    );
  }
  return { ...eventOf(body), deliveryId, sentAt };
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
    'The signature does not match this body and secret: the request is forged, the secret belongs to another webhook, or the body was parsed and serialised again before verification. Verify the received bytes.',
  );
}

function eventOf(body: Uint8Array<ArrayBuffer>): VerifiedEvent {
  const envelope = jsonOf(body);
  if (isObject(envelope)) {
    const { event, data } = envelope;
    if (typeof event === 'string' && isObject(data)) return { event, data };
  }
  throw new WebhookVerificationError(
    'not-an-event',
    'The signature is right, but the body is not {"event":…,"data":…}.',
  );
}

function jsonOf(body: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new WebhookVerificationError('not-an-event', 'The signature is right, but the body is not JSON.', { cause });
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value of a required header. Throws WebhookVerificationError. */
function header(headers: WebhookHeaders, name: string): string {
  const value = headerValue(headers, name);
  if (value !== undefined && value !== '') return value;
  if (headerValue(headers, LEGACY_SIGNATURE) !== undefined) {
    throw new WebhookVerificationError(
      'legacy-request',
      `The request has ${LEGACY_SIGNATURE}: it is the copy of an event for legacy receivers. Respond with 200 and ignore it.`,
    );
  }
  throw new WebhookVerificationError('missing-header', `The request has no header ${name}.`);
}

function headerValue(headers: WebhookHeaders, name: string): string | undefined {
  if (isLookup(headers)) return headers.get(name) ?? undefined;
  const values = Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []));
  return values.length === 0 ? undefined : values.join(', ');
}

const isLookup = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  'get' in headers && typeof headers.get === 'function';

const malformed = (name: string, form: string): WebhookVerificationError =>
  new WebhookVerificationError('malformed-header', `The header ${name} must be ${form}.`);

/** Copies the bytes, so that they can't change during verification. */
function copyOf(body: Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  const kind = kindOf(body);
  if (kind === 'Uint8Array' || kind === 'ArrayBuffer') return new Uint8Array(body).slice();
  throw new TypeError(
    `body must be the raw bytes of the request, as Uint8Array or ArrayBuffer, not of the kind ${kind}. A body that was parsed and serialised again differs from the signed bytes.`,
  );
}

/** Returns the kind of a value, also for values of another realm, for which `instanceof` fails. */
const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1);

function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one !== '')) return secrets;
  throw new TypeError('secret must be the secret of the webhook, or several of them while it is being rotated.');
}

/** Returns the key of `x-service-signature`: the secret's text. */
const textKey = (secret: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(secret);

/** Returns the key of `webhook-signature`: the bytes that the secret encodes in Base64. */
function decodedKey(secret: string): Uint8Array<ArrayBuffer> {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && encoded.length % 4 === 0) return bytesOfBase64(encoded);
  throw new TypeError(`secret must be ${SECRET_PREFIX} and Base64, as the service created it.`);
}

const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

function concatenate(first: Uint8Array<ArrayBuffer>, second: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
