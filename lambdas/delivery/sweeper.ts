/** Puts retries whose time has come back into the slow lane (decision 24). */
import { retryMessage } from './deliver.ts';
import type { QueuedMessage, SendMessages } from './lanes.ts';
import type { DueDelivery, WaitingDeliveriesTable } from './waiting-deliveries-table.ts';
import { DUE_BUCKETS } from './waiting-index.ts';

/** Retries that one look takes from a bucket. */
const PAGE = 100;
/** Milliseconds after which a sweep leaves the rest to the next one. */
const MAX_SWEEP_MILLISECONDS = 45_000;

export interface SweeperTools {
  readonly waiting: Pick<WaitingDeliveriesTable, 'due' | 'takeOutOfDue'>;
  readonly sendSlow: SendMessages;
  readonly now: () => number;
}

/** Sweeps every bucket and answers how many retries it put into the queue. */
export async function sweep(tools: SweeperTools): Promise<number> {
  const until = tools.now() + MAX_SWEEP_MILLISECONDS;
  const counts = await Promise.all(
    Array.from({ length: DUE_BUCKETS }, (_, bucket) => sweepBucket(tools, bucket, until)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function sweepBucket(tools: SweeperTools, bucket: number, until: number): Promise<number> {
  let swept = 0;
  // The index lags: what was taken out a moment ago may be listed again.
  const seen = new Set<string>();
  while (tools.now() < until) {
    const listed = await tools.waiting.due(bucket, new Date(tools.now()).toISOString(), PAGE);
    const due = listed.filter((delivery) => !seen.has(keyOf(delivery)));
    if (due.length === 0) break;
    for (const delivery of due) seen.add(keyOf(delivery));
    swept += await putInQueue(tools, due);
  }
  return swept;
}

/** Queued first, taken out of the index then: a crash in between queues a retry twice, and the second one is dropped. */
async function putInQueue({ sendSlow, waiting }: SweeperTools, due: readonly DueDelivery[]): Promise<number> {
  const messages = new Map<QueuedMessage, DueDelivery>(
    due.map((delivery) => [{ message: retryMessage(delivery) }, delivery]),
  );
  const refused = await sendSlow([...messages.keys()]);
  const taken = [...messages].filter(([message]) => !refused.has(message));
  await Promise.all(taken.map(([, delivery]) => waiting.takeOutOfDue(delivery)));
  return taken.length;
}

const keyOf = ({ webhookId, deliveryId }: DueDelivery): string => `${webhookId}/${deliveryId}`;
