/** Puts retries that are due into the slow lane. */
import { type QueuedMessage, retryMessage } from '../queue/messages.ts';
import type { SendMessages } from '../queue/queue-sender.ts';
import type { BacklogTable, DueDelivery } from '../tables/backlog-table.ts';
import { DUE_BUCKETS } from '../tables/delivery-indexes.ts';

/** Retries of one read of a bucket. */
const PAGE = 100;
/** Milliseconds after which a sweep stops; the next one continues. */
const MAX_SWEEP_MILLISECONDS = 45_000;

export interface SweepTools {
  readonly backlog: Pick<BacklogTable, 'due' | 'removeFromDue'>;
  readonly sendSlow: SendMessages;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** Sweeps every bucket and returns how many retries it put into the queue. */
export async function requeueDue(tools: SweepTools): Promise<number> {
  const until = tools.now() + MAX_SWEEP_MILLISECONDS;
  const buckets = Array.from({ length: DUE_BUCKETS }, (_, bucket) => sweepBucket(tools, bucket, until));
  return (await Promise.all(buckets)).reduce((sum, count) => sum + count, 0);
}

async function sweepBucket(tools: SweepTools, bucket: number, until: number): Promise<number> {
  let count = 0;
  // The index lags: what was removed a moment ago may be listed again.
  const seen = new Set<string>();
  while (tools.now() < until) {
    const listed = await tools.backlog.due(bucket, new Date(tools.now()).toISOString(), PAGE);
    const due = listed.filter((delivery) => !seen.has(keyOf(delivery)));
    if (due.length === 0) break;
    for (const delivery of due) seen.add(keyOf(delivery));
    count += await putInQueue(tools, due);
  }
  return count;
}

/** Queued first, removed from the index then: a crash in between queues a retry twice, and the second message is dropped. */
async function putInQueue({ sendSlow, backlog }: SweepTools, due: readonly DueDelivery[]): Promise<number> {
  const messages = new Map<QueuedMessage, DueDelivery>(
    due.map((delivery) => [{ message: retryMessage(delivery) }, delivery]),
  );
  const refused = await sendSlow([...messages.keys()]);
  const queued = [...messages].filter(([message]) => !refused.has(message));
  await Promise.all(queued.map(([, delivery]) => backlog.removeFromDue(delivery)));
  return queued.length;
}

const keyOf = ({ webhookId, deliveryId }: DueDelivery): string => `${webhookId}/${deliveryId}`;
