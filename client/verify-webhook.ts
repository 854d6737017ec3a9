/**
 * Verifies that a webhook request was sent by the service (service.md section 5, decision 20).
 *
 * For receivers on Node, Deno, Bun, browsers and workers: one file, WebCrypto and no dependency, so it may be copied.
 *
 * What is signed are the bytes of the body, so the body must be given as it came. JSON that was parsed and serialised
 * again has other bytes (spaces, escapes, `1.0` becomes `1`), and its signature is wrong.
 *
 * The event is what a successful check answers, and everything else is thrown: nobody can act on an event that was not
 * verified, or mistake a forgotten `await` for `true`.
 */

/** Header names and their values, as `Request.headers`, Node's `request.headers` or a Lambda event has them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request, and what it is checked with. */
export interface WebhookRequest {
  /** The bytes of the body as they came: `await request.arrayBuffer()`, or what `express.raw()` reads. */
  readonly body: Uint8Array | ArrayBuffer;
  readonly headers: WebhookHeaders;
  /** The webhook's secret, `whsec_…`; while it is being rotated, the old and the new one. */
  readonly secret: string | readonly string[];
}

/** Checks `x-service-signature`, which every request has. It holds for the body alone: a copy sent again passes too. */
export interface ServiceCheck extends WebhookRequest {
  readonly scheme?: 'service';
}

/** Checks the Standard Webhooks headers, which hold for the delivery's id and the time of sending as well. */
export interface StandardCheck extends WebhookRequest {
  readonly scheme: 'standard';
  /** How far the time of sending may be from now, in seconds: 300 unless given. */
  readonly toleranceSeconds?: number;
  /** The present time, for tests. */
  readonly now?: Date;
}

/** An event that the service sent. */
export interface VerifiedEvent {
  /** Such as `channel.didCreate`. */
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event, and what else its Standard Webhooks signature holds for. */
export interface VerifiedDelivery extends VerifiedEvent {
  /** The same in every attempt: an event whose id was handled before may be dropped. */
  readonly deliveryId: string;
  /** When this attempt was sent, to the second. */
  readonly sentAt: Date;
}

/** Why a request was refused. `legacy-request`: the second copy that a webhook may ask for; answer 200 and ignore it. */
export type RefusalReason =
  | 'missing-header'
  | 'malformed-header'
  | 'legacy-request'
  | 'wrong-signature'
  | 'outside-tolerance'
  | 'not-an-event';

/** The request must not be acted upon: answer 401. The message holds nothing that is secret. */
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
/** A rotation has three live secrets at most. */
const MOST_SIGNATURES = 10;
const SHA256_BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/**
 * The event of a request that the service sent. Rejects with WebhookVerificationError for any other request, and with
 * TypeError where the receiver's own code is wrong: no secret, or a body that is not bytes.
 */
export function verifyWebhook(check: ServiceCheck): Promise<VerifiedEvent>;
export function verifyWebhook(check: StandardCheck): Promise<VerifiedDelivery>;
export async function verifyWebhook(check: ServiceCheck | StandardCheck): Promise<VerifiedEvent | VerifiedDelivery> {
  const body = copyOf(check.body);
  const secrets = secretsOf(check.secret);
  if (check.scheme === 'standard') return verifyStandard(check, body, secrets);

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
    .split(' ', MOST_SIGNATURES)
    .filter((one) => one.startsWith('v1,') && SHA256_BASE64.test(one.slice(3)))
    .map((one) => one.slice(3));
  if (signatures.length === 0) throw malformed('webhook-signature', 'v1, and the Base64 of 32 bytes');

  const signed = joined(new TextEncoder().encode(`${deliveryId}.${timestamp}.`), body);
  await expectOneMatch(secrets.map(decodedKey), signatures, signed);
  const sentAt = new Date(Number(timestamp) * 1000);
  if (Math.abs(now.getTime() - sentAt.getTime()) > toleranceSeconds * 1000) {
    throw new WebhookVerificationError(
      'outside-tolerance',
      `The request was signed at ${sentAt.toISOString()}, more than ${toleranceSeconds} s from now: it is a copy sent again, or this machine's clock is wrong.`,
    );
  }
  return { ...eventOf(body), deliveryId, sentAt };
}

/** The comparison is WebCrypto's own, which takes the same time wherever two signatures differ. */
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
    'The signature is not of this body and this secret: the request is forged, the secret is another webhook’s, or the body was parsed and serialised again before the check. Check the bytes as they came.',
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

/** The value of a header that must be there once. Throws WebhookVerificationError. */
function header(headers: WebhookHeaders, name: string): string {
  const value = headerValue(headers, name);
  if (value !== undefined && value !== '') return value;
  if (name === SERVICE_SIGNATURE && headerValue(headers, LEGACY_SIGNATURE) !== undefined) {
    throw new WebhookVerificationError(
      'legacy-request',
      `The request has ${LEGACY_SIGNATURE}: it is the second copy of an event, for receivers of old. Answer 200 and ignore it.`,
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

/** Bytes that stay as they are while the check waits. */
function copyOf(body: Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  const kind = kindOf(body);
  if (kind === 'Uint8Array' || kind === 'ArrayBuffer') return new Uint8Array(body).slice();
  throw new TypeError(
    `body must be the raw bytes of the request, as Uint8Array or ArrayBuffer, not of the kind ${kind}. A body that was parsed and serialised again has other bytes than those that were signed.`,
  );
}

/** The kind of a value, also of one that another realm made, where `instanceof` fails. */
const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1);

function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one !== '')) return secrets;
  throw new TypeError('secret must be the secret of the webhook, or several of them while it is being rotated.');
}

/** The key of `x-service-signature`: the whole text of the secret. */
const textKey = (secret: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(secret);

/** The key of `webhook-signature`: the bytes that the secret's Base64 stands for. */
function decodedKey(secret: string): Uint8Array<ArrayBuffer> {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && encoded.length % 4 === 0) return bytesOfBase64(encoded);
  throw new TypeError(`secret must be ${SECRET_PREFIX} and Base64, as the service made it.`);
}

const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

function joined(first: Uint8Array<ArrayBuffer>, second: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
