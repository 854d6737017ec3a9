/**
 * Proves that a receiver has every delivery of an hour, and has the service send again what it lacks
 * (docs/spec/delivery.md#ledger). Signed with the webhook's secret; no token is needed.
 */
import { encoded } from '../verify-webhook.ts';
import { boundsOf, hourOf, type LedgerAddress, type LedgerHour, post } from './ledger.ts';

export { hourOf, type LedgerAddress, LedgerError, type LedgerHour, settledHours } from './ledger.ts';

/** What to compare. */
export interface ReconcileOptions extends LedgerAddress {
  /** Such as `2026-11-22T21`, in UTC. `settledHours` lists those that are over. */
  readonly hour: string;
  /**
   * Returns the stored ids of the hour: every `deliveryId` that `verifyWebhook` returned, in any order. Ids of other
   * hours are ignored.
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
  readonly outcome: 'sending' | 'retrying' | 'just_attempted' | 'webhook_disabled' | 'event_erased' | 'event_expired';
}

/** How an hour compares. */
export interface ReconciledHour {
  readonly hour: string;
  /** Events of the hour for the webhook, whatever became of them. */
  readonly count: number;
  /** Whether nothing is missing, and nothing more will come. */
  readonly complete: boolean;
  /** Whether something of the hour may still come. */
  readonly open: boolean;
  readonly missing: readonly MissingDelivery[];
  /** Ids that the ledger does not have, such as those of test events. */
  readonly unknown: readonly string[];
}

/** The most ids of one request. */
const IDS_PER_REQUEST = 1000;

/**
 * Compares the stored ids of an hour with the ledger, and has what is missing sent again. One request suffices where
 * nothing is missing. Rejects with LedgerError where the service refuses it, and with what `fetch` and `idsOf` throw;
 * then call it again later.
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
    open ||= ledger.open;
    after = ledger.next;
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
  const ids = new Set<string>();
  for await (const id of await idsOf(boundsOf(hour))) if (hourOf(id) === hour) ids.add(id);
  return [...ids].sort();
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
