/** A webhook's backlog: its held deliveries, the oldest first, then retries that need not wait for their time. */
import type { DeliveryId } from '../../contract/deliveries.ts';
import type { DeliveriesTable } from '../deliveries/deliveries-table.ts';
import { type Delivery, held } from '../deliveries/delivery.ts';
import { type Flow, newFlow } from '../pacing/state.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { Pending } from './jobs.ts';

/** What reading a backlog needs. `now` returns milliseconds since 1970. */
export interface BacklogPorts {
  readonly deliveries: Pick<DeliveriesTable, 'waiting' | 'readAll'>;
  readonly now: () => number;
}

/** Deliveries of one read; the most that DynamoDB reads at once. */
const PER_READ = 100;
/** So often, and for so long, it is read on where a read finds only what may not be sent now, or was: an index lags. */
const LEAST_READS = 2;
const READ_MS = 500;

/** A part of a backlog: an order of the `waiting` index, and which of its deliveries still belong to the part. */
interface Part {
  readonly kind: 'held' | 'scheduled';
  readonly includes: (delivery: Delivery) => boolean;
}

export const heldDeliveries: Part = { kind: 'held', includes: ({ next }) => next?.kind === 'held' };
export const everyRetry: Part = { kind: 'scheduled', includes: ({ next }) => next?.kind === 'at' };

/**
 * What may be sent now: held deliveries, and then retries that need not wait for their time. Those are the ones whose
 * latest attempt was made during an outage that has ended, or before an admin asked for another at `requestedAt` (ISO
 * 8601).
 */
export function backlogParts({ outage }: Flow, requestedAt = ''): readonly Part[] {
  const isEarly = ({ lastAttemptAt = '' }: Delivery): boolean =>
    lastAttemptAt < requestedAt ||
    (outage !== undefined && outage.since <= lastAttemptAt && lastAttemptAt <= outage.until);
  const isAny = requestedAt !== '' || outage !== undefined;
  const early = { kind: 'scheduled', includes: (one: Delivery) => everyRetry.includes(one) && isEarly(one) } as const;
  return isAny ? [heldDeliveries, early] : [heldDeliveries];
}

/** Whether something waits in the backlog of a webhook, and may be sent. */
export async function hasBacklog(
  ports: BacklogPorts,
  { webhookId, flow = newFlow }: Webhook,
  requestedAt: string | undefined,
): Promise<boolean> {
  const { done } = await readBacklog(ports, webhookId, () => backlogParts(flow, requestedAt)).next();
  return !done;
}

/**
 * Reads a backlog from its beginning to its end, and again while it finds something: at most 100 deliveries each time,
 * none where some time has passed. Each delivery is returned once, as it is in the table now: the index may have what
 * was sent a moment ago, and lack what was held a moment ago. `parts` may change meanwhile. Those that are `seen` are
 * left out, such as what somebody sends already: until its outcome is written it waits.
 */
export async function* readBacklog(
  ports: BacklogPorts,
  webhookId: string,
  parts: () => readonly Part[],
  seen: Set<DeliveryId> = new Set(),
): AsyncGenerator<readonly Pending[], void> {
  const { now } = ports;
  let [reads, until, hasFound] = [0, now() + READ_MS, true];
  while (hasFound) {
    hasFound = false;
    for await (const found of readOnce(ports, webhookId, parts, seen)) {
      reads += 1;
      hasFound ||= found.length > 0;
      if (found.length === 0 && (reads < LEAST_READS || now() < until)) continue;
      yield found;
      [reads, until] = [0, now() + READ_MS];
    }
  }
}

/** The pages of a backlog from its beginning to its end; what is seen already is on none of them. */
async function* readOnce(
  { deliveries }: BacklogPorts,
  webhookId: string,
  parts: () => readonly Part[],
  seen: Set<DeliveryId>,
): AsyncGenerator<readonly Pending[], void> {
  for (let index = 0; ; index++) {
    let after: string | undefined;
    do {
      const part = parts()[index];
      if (part === undefined) return;
      const { found: entries, next } = await deliveries.waiting(webhookId, part.kind, PER_READ, after);
      // An index may have an item twice while its key there changes, and BatchGetItem refuses a key that comes twice.
      const unseen = new Set(entries.map(({ deliveryId }) => deliveryId)).difference(seen);
      const found = await deliveries.readAll([...unseen].map((deliveryId) => ({ webhookId, deliveryId })));
      const waiting = found.filter(part.includes);
      for (const { deliveryId } of waiting) seen.add(deliveryId);
      yield waiting.map((delivery) => ({ delivery }));
      after = next;
    } while (after !== undefined);
  }
}

/** The delivery in the backlog of a receiver with this flow. */
export const heldFor = (delivery: Delivery, flow: Flow | undefined): Delivery =>
  held(delivery, flow?.phase === 'down' ? 'receiver_down' : 'window_full');
