/** The backlog of a webhook: its waiting deliveries, held ones first and the oldest first. */
import type { Delivery } from '../model/delivery.ts';
import type { Signer } from './signer.ts';

/** The oldest part of a backlog. */
export interface Backlog {
  /** Deliveries that still wait. The index may list some that don't any more; those are left out. */
  readonly deliveries: readonly Delivery[];
  /** Whether there is nothing left to send. */
  readonly isEmpty: boolean;
}

type Tables = Pick<Signer, 'backlog' | 'deliveries'>;

/** Ids that are read beyond the limit, since the index lags: the last few that were delivered may still be at its head. */
const INDEX_LAG = 36;
const MAX_IDS = 100;

/** Up to `limit` held deliveries, the oldest first. */
export async function heldDeliveries(tables: Tables, webhookId: string, limit: number): Promise<Backlog> {
  const { isEmpty, deliveries } = await waitingDeliveries(tables, webhookId, 'held', limit);
  return { isEmpty, deliveries: deliveries.filter(({ next }) => next?.kind === 'held').slice(0, limit) };
}

/**
 * Up to `limit` scheduled deliveries that were last attempted before `since` (ISO 8601). They need not wait for their retry,
 * since the receiver responds again; those that failed later keep to their schedule.
 */
export async function overtakenRetries(
  tables: Tables,
  webhookId: string,
  limit: number,
  since: string,
): Promise<Backlog> {
  const { deliveries } = await waitingDeliveries(tables, webhookId, 'scheduled', limit);
  const overtaken = deliveries.filter(
    ({ next, lastAttemptAt }) => next?.kind === 'at' && (lastAttemptAt === undefined || lastAttemptAt < since),
  );
  return { isEmpty: overtaken.length === 0, deliveries: overtaken.slice(0, limit) };
}

async function waitingDeliveries(
  { backlog, deliveries }: Tables,
  webhookId: string,
  kind: 'held' | 'scheduled',
  limit: number,
): Promise<Backlog> {
  const ids = await backlog.waitingIds(webhookId, kind, Math.min(MAX_IDS, limit + INDEX_LAG));
  if (ids.length === 0) return { deliveries: [], isEmpty: true };
  return { deliveries: await deliveries.readAll(webhookId, ids), isEmpty: false };
}
