/**
 * Proves that a receiver has every delivery of an hour, and has the service send again what it lacks
 * (docs/spec/delivery.md#ledger). Signed with the webhook's secret; no token is needed.
 */
import { decodedKey, encoded } from '../verify-webhook.ts';

/** The hour that is compared; ids from `first` to `last` are its ids, compared as text. */
export interface LedgerHour {
  /** Such as `2026-11-22T21`, in UTC: when the events were accepted. */
  readonly hour: string;
  readonly first: string;
  readonly last: string;
}

/** What to compare. */
export interface ReconcileOptions {
  /** The base URL of the API. */
  readonly url: string;
  readonly networkId: string;
  readonly webhookId: string;
  /** The webhook's secret, `whsec_…`; while it is being rotated, the old and the new one. */
  readonly secret: string | readonly string[];
  /** Such as `2026-11-22T21`, in UTC. `settledHours` lists those that are over. */
  readonly hour: string;
  /**
   * Returns the stored ids of the hour: every `deliveryId` that `verifyWebhook` returned, in any order. Ids of other hours are
   * ignored.
   */
  readonly idsOf: (hour: LedgerHour) => Ids | Promise<Ids>;
}
type Ids = Iterable<string> | AsyncIterable<string>;

/** What the receiver lacks, and what is done about it. */
export interface MissingDelivery {
  readonly deliveryId: string;
  /** The name of its event. */
  readonly event: string;
  /** See docs/spec/delivery.md#reconciling. */
  readonly outcome: 'sending' | 'retrying' | 'just_attempted' | 'webhook_disabled';
}

/** How an hour compares. */
export interface ReconciledHour {
  readonly hour: string;
  /** Deliveries that the service has recorded. */
  readonly count: number;
  /** Whether nothing is missing, and nothing more will come. */
  readonly complete: boolean;
  /** Whether more deliveries may come. */
  readonly open: boolean;
  readonly missing: readonly MissingDelivery[];
  /** Ids that the service has not recorded, such as those of test events. */
  readonly unknown: readonly string[];
}

/** The service has refused a request. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(`The service responded with ${status}: ${message}`);
    this.status = status;
  }
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HOUR_MILLISECONDS = 3_600_000;
const SETTLING_MILLISECONDS = 900_000;
/** The most ids of one request. */
const IDS_PER_REQUEST = 1000;
const TIMEOUT_MILLISECONDS = 30_000;
const ATTEMPTS = 3;

/** The hours that have ended since a moment, and of which no more deliveries are expected: for `reconcile`, one after the other. */
export function settledHours(since: Date, now: Date = new Date()): string[] {
  const hours: string[] = [];
  const last = +now - HOUR_MILLISECONDS - SETTLING_MILLISECONDS;
  for (let start = +since - (+since % HOUR_MILLISECONDS); start <= last; start += HOUR_MILLISECONDS) {
    hours.push(new Date(start).toISOString().slice(0, 13));
  }
  return hours;
}

/** Returns the hour of a delivery, such as `2026-11-22T21`, or undefined for a text that is not an id. */
export function hourOf(deliveryId: string): string | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(deliveryId)) return undefined;
  const time = [...deliveryId.slice(0, 10)].reduce((sum, character) => sum * 32 + ALPHABET.indexOf(character), 0);
  return new Date(time).toISOString().slice(0, 13);
}

/**
 * Compares the stored ids of an hour with the ledger, and has what is missing sent again. One request suffices where nothing is
 * missing. Rejects with LedgerError where the service refuses it, and with what `fetch` and `idsOf` throw; then call it again later.
 */
export async function reconcile(options: ReconcileOptions): Promise<ReconciledHour> {
  const { hour } = options;
  const readAt = new Date().toISOString();
  const ids = await storedIds(options);
  const missing: MissingDelivery[] = [];
  const unknown: string[] = [];
  let [count, open, position] = [0, false, 0];
  let after: string | undefined;
  do {
    const ledger = await post<Ledger>(options, '', { hour, after });
    for (const slice of ledger.slices) {
      const stored = upTo(ids, position, slice.until);
      position += stored.length;
      count += slice.count;
      if ((await digestOf(stored)) !== slice.digest) await compare(slice, stored);
    }
    ({ open, next: after } = ledger);
  } while (after);
  return { hour, count, complete: !open && missing.length === 0, open, missing, unknown };

  /** Sends the ids of a slice, in parts if there are more than the service takes or compares at once. */
  async function compare({ after: start, until: end }: Slice, stored: readonly string[]): Promise<void> {
    let [from, rest]: [string | undefined, readonly string[]] = [start, stored];
    do {
      const deliveryIds = rest.slice(0, IDS_PER_REQUEST);
      const until = rest.length > deliveryIds.length ? deliveryIds.at(-1) : end;
      const found = await post<Comparison>(options, '/reconcile', { hour, after: from, until, deliveryIds, readAt });
      missing.push(...found.missing);
      unknown.push(...found.unknown);
      from = found.next ?? (until === end ? undefined : until);
      rest = rest.slice(upTo(rest, 0, from).length);
    } while (from);
  }
}

interface Slice {
  readonly after?: string;
  readonly until?: string;
  readonly count: number;
  readonly digest: string;
}
interface Progress {
  readonly open: boolean;
  readonly next?: string;
}
interface Ledger extends Progress {
  readonly slices: readonly Slice[];
}
interface Comparison extends Progress {
  readonly missing: readonly MissingDelivery[];
  readonly unknown: readonly string[];
}

async function storedIds({ hour, idsOf }: ReconcileOptions): Promise<readonly string[]> {
  const start = Date.parse(`${hour}:00:00Z`);
  const first = prefixOf(start);
  const last = `${prefixOf(start + HOUR_MILLISECONDS - 1)}${'Z'.repeat(16)}`;
  const ids = new Set<string>();
  for await (const id of await idsOf({ hour, first, last })) if (hourOf(id) === hour) ids.add(id);
  return [...ids].sort();
}

function prefixOf(milliseconds: number): string {
  let [prefix, rest] = ['', milliseconds];
  for (; prefix.length < 10; rest = Math.floor(rest / 32)) prefix = `${ALPHABET[rest % 32]}${prefix}`;
  return prefix;
}

/** The sorted ids from a position, up to and including `until`. */
function upTo(ids: readonly string[], position: number, until: string | undefined): readonly string[] {
  let end = position;
  while (end < ids.length && (until === undefined || `${ids[end]}` <= until)) end++;
  return ids.slice(position, end);
}

async function digestOf(ids: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoded(ids.map((id) => `${id}\n`).join('')));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Sends a signed request, and again after the time in `Retry-After` if the service is busy. */
async function post<Body>(
  { url, networkId, webhookId, secret }: ReconcileOptions,
  path: string,
  members: object,
): Promise<Body> {
  const body = JSON.stringify({ networkId, ...members });
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${url.replace(/\/$/, '')}/webhooks/${webhookId}/ledger${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await signatureOf([secret].flat(), body)) },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    const { status, headers } = response;
    const seconds = Number(headers.get('retry-after') ?? 1);
    if (attempt === ATTEMPTS || !(status === 429 || status === 503)) throw new LedgerError(status, messageIn(text));
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 30) * 1000));
  }
}

function messageIn(text: string): string {
  try {
    return String(JSON.parse(text).message);
  } catch {
    return text.slice(0, 200);
  }
}

/** The headers of Standard Webhooks, with a signature for each secret. */
async function signatureOf(secrets: readonly string[], body: string): Promise<Record<string, string>> {
  const id = crypto.randomUUID();
  const timestamp = `${Math.floor(Date.now() / 1000)}`;
  const signatures = secrets.map(async (secret) => {
    const key = await crypto.subtle.importKey('raw', decodedKey(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ]);
    const signature = await crypto.subtle.sign('HMAC', key, encoded(`${id}.${timestamp}.${body}`));
    return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  };
}
