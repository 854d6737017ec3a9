/** Puts what is due into the slow lane: retries, deliveries that were held for long, and backlogs that nobody sends. */
import { DUE_BUCKETS } from '../../contract/tables.ts';
import type { DeliveriesTable, DueDelivery } from '../deliveries/deliveries-table.ts';
import { backlogMessage, type QueuedMessage, retryMessage } from '../deliveries/messages.ts';
import type { SendMessages } from '../deliveries/queue-sender.ts';
import type { ReceiverHealthTable } from '../receiver-health/receiver-health-table.ts';
import type { Metrics } from '../shared/metrics.ts';

/** Milliseconds after which a sweep stops; the next one continues. */
const MAX_SWEEP_MS = 45_000;

export interface SweepPorts {
  readonly deliveries: Pick<DeliveriesTable, 'due' | 'removeFromDue'>;
  readonly health: Pick<ReceiverHealthTable, 'due'>;
  readonly sendSlow: SendMessages;
  readonly metrics: Pick<Metrics, 'add'>;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** Sweeps every bucket and returns how many messages it put into the queue. */
export async function sweepDue(ports: SweepPorts): Promise<number> {
  const buckets = Array.from({ length: DUE_BUCKETS }, (_, bucket) => bucket);
  const counts = await Promise.all([
    ...buckets.map((bucket) => sweepDeliveries(ports, bucket)),
    ...buckets.map((bucket) => sweepBacklogs(ports, bucket)),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

async function sweepDeliveries(ports: SweepPorts, bucket: number): Promise<number> {
  const { deliveries, metrics, now } = ports;
  const until = now() + MAX_SWEEP_MS;
  let count = 0;
  for await (const due of deliveries.due(bucket, iso(now()))) {
    metrics.add('DeliveriesDue', due.length);
    // The index has the most overdue first.
    const [oldest] = due;
    if (count === 0 && oldest !== undefined) metrics.add('OldestDueAge', now() - Date.parse(oldest.dueAt));
    const queued = await enqueue(ports, due);
    count += queued;
    if (now() >= until) break;
  }
  return count;
}

/** Queued first, then removed from the index: a crash in between queues a retry twice; the second one is dropped. */
async function enqueue({ sendSlow, deliveries }: SweepPorts, due: readonly DueDelivery[]): Promise<number> {
  const messages = new Map<QueuedMessage, DueDelivery>(
    due.map((delivery) => [{ message: retryMessage(delivery) }, delivery]),
  );
  const refused = await sendSlow([...messages.keys()]);
  const queued = [...messages].filter(([message]) => !refused.has(message));
  await Promise.all(queued.map(([, delivery]) => deliveries.removeFromDue(delivery)));
  return queued.length;
}

/** A backlog stays due until somebody has looked at it; of two messages for it, the second finds nothing to do. */
async function sweepBacklogs({ health, sendSlow, metrics, now }: SweepPorts, bucket: number): Promise<number> {
  const due = await health.due(bucket, iso(now()));
  metrics.add('BacklogsDue', due.length);
  await sendSlow(due.map((webhook) => backlogMessage(webhook)));
  return due.length;
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
