/** A webhook's backlog: its held deliveries, the oldest first, then retries that need not wait for their time. */
import type { DeliveryId } from '../../contract/deliveries.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { MAX_WINDOW } from '../pacing/control.ts';
import type { Flow } from '../pacing/state.ts';
import type { Waiting } from './jobs.ts';
import type { Signer } from './signer.ts';

/** Deliveries of one read; the most that DynamoDB reads at once. */
const PER_READ = 100;
/** With fewer deliveries in hand, more are read: the most that are in flight at once. */
const READ_AHEAD = MAX_WINDOW;
/**
 * Milliseconds between reads that find nothing, while others are sent. It is longer than a response usually takes, since
 * the end of the last request begins a read anyway.
 */
const READ_AGAIN = { ofResponse: 1.25, least: 200, most: 1000 };
/** One call reads so often, and for so long, what may not be sent now, or was: an index lags. */
const LEAST_READS = 2;
const READ_MILLISECONDS = 500;
/** After so long, a turn in which nothing was found is over, although there may be more to read. */
const IN_VAIN_MILLISECONDS = 2000;

/** A part of a backlog: an order of the `waiting` index, and which of its deliveries still belong to the part. */
interface Part {
  readonly kind: 'held' | 'scheduled';
  readonly includes: (delivery: Delivery) => boolean;
}

export const heldDeliveries: Part = { kind: 'held', includes: ({ next }) => next?.kind === 'held' };
export const everyRetry: Part = { kind: 'scheduled', includes: ({ next }) => next?.kind === 'at' };

/**
 * What may be sent now: held deliveries, and then retries that need not wait for their time. Those are the ones whose
 * latest attempt was made during an outage that has ended, or before an admin asked for another at `askedAt` (ISO
 * 8601).
 */
export function partsOf({ outage }: Flow, askedAt = ''): readonly Part[] {
  const isEarly = ({ lastAttemptAt = '' }: Delivery): boolean =>
    lastAttemptAt < askedAt || (outage !== undefined && outage.since <= lastAttemptAt && lastAttemptAt <= outage.until);
  const isAny = askedAt !== '' || outage !== undefined;
  const early = { kind: 'scheduled', includes: (one: Delivery) => everyRetry.includes(one) && isEarly(one) } as const;
  return isAny ? [heldDeliveries, early] : [heldDeliveries];
}

/**
 * Reads a backlog from its beginning to its end, and again while it finds something: at most 100 deliveries a call,
 * undefined where nothing was found from the beginning to the end. Each delivery is returned once, as it is in the table
 * now: the index may have what was sent a moment ago, and lack what was held a moment ago. `parts` may change between
 * calls. Those in `inHand` are left out: somebody sends them already, and until their outcome is written they wait.
 */
export function openBacklog(
  { deliveries, now }: Pick<Signer, 'deliveries' | 'now'>,
  webhookId: string,
  parts: () => readonly Part[],
  inHand: readonly DeliveryId[] = [],
): () => Promise<readonly Waiting[] | undefined> {
  const seen = new Set(inHand);
  let [index, after, hasFound]: [number, string | undefined, boolean] = [0, undefined, false];

  return async () => {
    const until = now() + READ_MILLISECONDS;
    for (let reads = 0; reads < LEAST_READS || now() < until; reads++) {
      const part = parts()[index];
      if (part === undefined) {
        const isOver = !hasFound;
        [index, after, hasFound] = [0, undefined, false];
        if (isOver) return undefined;
        continue;
      }
      const { found: entries, next } = await deliveries.waiting(webhookId, part.kind, PER_READ, after);
      if (next === undefined) index += 1;
      after = next;
      // An index may have an item twice while its key there changes, and BatchGetItem refuses a key that comes twice.
      const unseen = new Set(entries.map(({ deliveryId }) => deliveryId)).difference(seen);
      const found = await deliveries.readAll([...unseen].map((deliveryId) => ({ webhookId, deliveryId })));
      const waiting = found.filter(part.includes);
      if (waiting.length === 0) continue;
      hasFound = true;
      for (const { deliveryId } of waiting) seen.add(deliveryId);
      return waiting.map((delivery) => ({ delivery }));
    }
    return [];
  };
}

/** What is read of a webhook. */
interface Reading {
  /** The flow of its receiver at present. */
  readonly flow: () => Flow;
  readonly askedAt: string | undefined;
  /** What is sent anyway. */
  readonly inHand: readonly DeliveryId[];
}

/** Takes deliveries from a backlog one by one, and reads ahead. `onRead`: `take` is worth another call. */
export function backlogReader(
  signer: Pick<Signer, 'deliveries' | 'now' | 'pause'>,
  webhookId: string,
  { flow, askedAt, inHand }: Reading,
  onRead: () => void,
) {
  const next = openBacklog(signer, webhookId, () => partsOf(flow(), askedAt), inHand);
  const waiting: Waiting[] = [];
  let reading: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;
  const inVainAt = signer.now() + IN_VAIN_MILLISECONDS;
  let [isEmpty, hasFound, readAgainAt] = [false, false, 0];
  // Where nothing waited a moment ago, the first read is not at once while something is in flight.
  if (flow().emptySince !== undefined && askedAt === undefined) readLater();
  return {
    /** The next delivery, if it has been read. `isIdle`: nothing is in flight, so a read that finds none is the last. */
    take(isIdle: boolean): Waiting | undefined {
      const isDue = isIdle || signer.now() >= readAgainAt;
      if (waiting.length < READ_AHEAD && reading === undefined && isDue && !isEmpty) {
        reading = read(isIdle && waiting.length === 0).finally(() => {
          reading = undefined;
          onRead();
        });
      }
      return waiting.shift();
    },
    /** Whether more are known to wait. */
    hasMore: () => waiting.length > 0,
    /** Whether nothing waited when nothing was in flight any more. */
    isEmpty: () => isEmpty,
    hasFailed: () => failure !== undefined,
    /** Resolves when nothing is read any more. Rejects where a read has failed. */
    async settle(): Promise<void> {
      await reading;
      if (failure !== undefined) throw failure.error;
    },
  };

  async function read(isIdle: boolean): Promise<void> {
    try {
      const found = await next();
      waiting.push(...(found ?? []));
      hasFound ||= waiting.length > 0;
      if (waiting.length > 0) return;
      if (isIdle) isEmpty = found === undefined || (!hasFound && signer.now() >= inVainAt);
      else readLater();
    } catch (error) {
      failure = { error };
    }
  }

  function readLater(): void {
    const pause = Math.min(READ_AGAIN.most, Math.max(READ_AGAIN.least, READ_AGAIN.ofResponse * (flow().response ?? 0)));
    readAgainAt = signer.now() + pause;
    void signer.pause(pause).then(onRead);
  }
}
