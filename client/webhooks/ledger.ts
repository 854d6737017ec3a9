/** The hours of a webhook's ledger, and requests signed with its secret (docs/spec/delivery.md#signing-a-request). */
import { membersOf, parseJson, secondsOf } from '../exchange.ts';
import { hmac } from '../hmac.ts';
import { secretsIn } from '../verify-webhook.ts';

/** The webhook, and the API that has its ledger. */
export interface LedgerAddress {
  /** The base URL of the API. */
  readonly url: string;
  readonly networkId: string;
  readonly webhookId: string;
  /** The webhook's secret, `whsec_…`; while it is being rotated, the old and the new one, in a list or a text. */
  readonly secret: string | readonly string[];
}

/** The service has refused a request, or something else has responded in its place. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(`The service responded with ${status}: ${message}`);
    this.status = status;
  }
}

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;

/** A request, and the text that is signed: its body, or its query. */
interface SignedRequest {
  readonly signed: string;
  readonly method?: string;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Sends a signed request to the ledger, as `send` does. */
export function post<Body>(address: LedgerAddress, path: string, members: object): Promise<Body> {
  const body = JSON.stringify({ networkId: address.networkId, ...members });
  return send(address, `/ledger${path}`, { method: 'POST', body, signed: body });
}

/**
 * Sends a signed request, and again after the time in `Retry-After` if the service is busy. Returns the body of the
 * response, whose fields are not checked. Rejects with LedgerError, and with TypeError for a malformed secret.
 */
export async function send<Body>(
  { url, webhookId, secret }: LedgerAddress,
  path: string,
  { signed, ...init }: SignedRequest,
): Promise<Body> {
  const headers = () => standardHeaders(secret, crypto.randomUUID(), signed, Date.now());
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${url.replace(/\/$/, '')}/webhooks/${webhookId}${path}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
      headers: { 'content-type': 'application/json', ...(await headers()) },
    });
    const text = await response.text();
    const answer = parseJson(text);
    const { ok, status } = response;
    if (ok && isObject(answer)) return answer;
    const seconds = secondsOf(response.headers.get('retry-after')) ?? 1;
    if (attempt === ATTEMPTS || !(status === 429 || status === 503)) {
      throw new LedgerError(status, `${membersOf(answer)['message'] ?? text.slice(0, 200)}` || 'no JSON object');
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 30) * 1000));
  }
}

const isObject = (value: unknown): boolean => ({}).toString.call(value) === '[object Object]';

/**
 * The headers of Standard Webhooks, with a signature for each secret, at a time in milliseconds since 1970. Rejects with
 * TypeError for a malformed secret.
 */
export async function standardHeaders(
  secret: string | readonly string[],
  id: string,
  body: string,
  now: number,
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = `${Math.floor(now / 1000)}`;
  const signatures = secretsIn(secret).map(async ({ key }) => `v1,${await hmac(key, `${id}.${timestamp}.${body}`)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  };
}

/** The hour that is compared; ids from `first` to `last` are its ids, compared as text. */
export interface LedgerHour {
  /** Such as `2026-11-22T21`, in UTC: when the events were accepted. */
  readonly hour: string;
  readonly first: string;
  readonly last: string;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HOUR_MS = 3_600_000;
const SETTLING_MS = 900_000;

/** The hours since a moment that expect no more deliveries: for `reconcile`, one after the other. */
export function settledHours(since: Date, now: Date = new Date()): string[] {
  const hours: string[] = [];
  const last = +now - HOUR_MS - SETTLING_MS;
  for (let start = +since - (+since % HOUR_MS); start <= last; start += HOUR_MS) {
    hours.push(new Date(start).toISOString().slice(0, 13));
  }
  return hours;
}

/** Returns the hour of a delivery, such as `2026-11-22T21`, or undefined for a text that is not an id. */
export function hourOf(deliveryId: string): string | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(deliveryId)) return undefined;
  return new Date(acceptedAt(deliveryId)).toISOString().slice(0, 13);
}

/** When a delivery's event was accepted, in milliseconds since 1970: its id begins with it, as a ULID does. */
export const acceptedAt = (deliveryId: string): number =>
  [...deliveryId.slice(0, 10)].reduce((sum, character) => sum * 32 + ALPHABET.indexOf(character), 0);

/** Returns the bounds of an hour's ids. */
export function boundsOf(hour: string): LedgerHour {
  const start = Date.parse(`${hour}:00:00Z`);
  return { hour, first: prefixOf(start), last: `${prefixOf(start + HOUR_MS - 1)}${'Z'.repeat(16)}` };
}

function prefixOf(milliseconds: number): string {
  let [prefix, rest] = ['', milliseconds];
  for (; prefix.length < 10; rest = Math.floor(rest / 32)) prefix = `${ALPHABET[rest % 32]}${prefix}`;
  return prefix;
}
