/** The backlog of a webhook: its held deliveries, the oldest first, and then retries that need not wait for their time. */
import type { DeliveryId } from '../../../contract/deliveries.ts';
import type { Flow } from '../../webhooks/webhooks-table.ts';
import type { Delivery } from '../model/delivery.ts';
import type { Waiting } from './jobs.ts';
import type { Signer } from './signer.ts';

/** Deliveries of one read; the most that DynamoDB reads at once. */
const PER_READ = 100;
/** Reads for one call: a thousand entries of an index that lags. */
const MAX_READS = 10;

/** A part of a backlog: an order of the `waiting` index, and which of its deliveries still belong to the part. */
interface Part {
  readonly kind: 'held' | 'scheduled';
  readonly includes: (delivery: Delivery) => boolean;
}

export const heldDeliveries: Part = { kind: 'held', includes: ({ next }) => next?.kind === 'held' };
export const everyRetry: Part = { kind: 'scheduled', includes: ({ next }) => next?.kind === 'at' };

/**
 * What may be sent now: held deliveries, and then retries that need not wait for their time. Those are the ones whose latest
 * attempt was made during an outage that has ended, or before an admin asked for another at `askedAt` (ISO 8601).
 */
export function partsOf({ downSince, upSince }: Flow, askedAt = ''): readonly Part[] {
  const isEarly = ({ lastAttemptAt = '' }: Delivery): boolean =>
    lastAttemptAt < askedAt ||
    (downSince !== undefined && upSince !== undefined && downSince <= lastAttemptAt && lastAttemptAt <= upSince);
  const isAny = askedAt !== '' || upSince !== undefined;
  const early = { kind: 'scheduled', includes: (one: Delivery) => everyRetry.includes(one) && isEarly(one) } as const;
  return isAny ? [heldDeliveries, early] : [heldDeliveries];
}

/**
 * Reads a backlog from its beginning to its end, and again while it finds something: at most 100 deliveries a call, none where
 * nothing was found from the beginning to the end. Each delivery is returned once, as it is in the table now: the index may have
 * what was sent a moment ago, and lack what was held a moment ago. `parts` may change between calls.
 */
export function openBacklog(
  { deliveries }: Pick<Signer, 'deliveries'>,
  webhookId: string,
  parts: () => readonly Part[],
): () => Promise<readonly Waiting[]> {
  const seen = new Set<DeliveryId>();
  let [index, after, hasFound]: [number, string | undefined, boolean] = [0, undefined, false];

  return async () => {
    for (let reads = 0; reads < MAX_READS; reads++) {
      if (parts()[index] === undefined && hasFound) [index, after, hasFound] = [0, undefined, false];
      const part = parts()[index];
      if (part === undefined) break;
      const entries = await deliveries.waiting(webhookId, part.kind, PER_READ, after);
      if (entries.length < PER_READ) [index, after] = [index + 1, undefined];
      else after = entries.at(-1)?.waitingOrder;
      const unseen = entries.filter(({ deliveryId }) => !seen.has(deliveryId));
      const found = await deliveries.readAll(unseen.map(({ deliveryId }) => ({ webhookId, deliveryId })));
      const waiting = found.filter(part.includes);
      if (waiting.length === 0) continue;
      hasFound = true;
      for (const { deliveryId } of waiting) seen.add(deliveryId);
      return waiting.map((delivery) => ({ delivery }));
    }
    return [];
  };
}
