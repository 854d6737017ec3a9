/** The line of a webhook: its waiting deliveries, held ones first and the oldest first. */
import type { Delivery } from './delivery.ts';
import type { Signer } from './signer.ts';

/** The head of a line. */
export interface Line {
  /** Those that do wait. The index may still name some that don't any more. */
  readonly deliveries: readonly Delivery[];
  /** Whether there is nothing left to send. */
  readonly isEmpty: boolean;
}

type Tables = Pick<Signer, 'waiting' | 'deliveries'>;

/** The index is behind by a moment: the last few that were delivered may still head it. */
const INDEX_LAG = 36;

/** Up to `limit` held deliveries, the oldest first. */
export async function heldDeliveries(tables: Tables, webhookId: string, limit: number): Promise<Line> {
  const { isEmpty, deliveries } = await waitingDeliveries(tables, webhookId, 'held', limit);
  return { isEmpty, deliveries: deliveries.filter(({ next }) => next?.kind === 'held').slice(0, limit) };
}

/**
 * Up to `limit` scheduled deliveries that were last attempted before `since` (ISO 8601): those whose retry an answering
 * receiver need not wait for. What failed after that has its retry ahead of it.
 */
export async function overtakenRetries(tables: Tables, webhookId: string, limit: number, since: string): Promise<Line> {
  const { deliveries } = await waitingDeliveries(tables, webhookId, 'scheduled', limit);
  const overtaken = deliveries.filter(
    ({ next, lastAttemptAt }) => next?.kind === 'at' && (lastAttemptAt === undefined || lastAttemptAt < since),
  );
  return { isEmpty: overtaken.length === 0, deliveries: overtaken.slice(0, limit) };
}

async function waitingDeliveries(
  { waiting, deliveries }: Tables,
  webhookId: string,
  kind: 'held' | 'scheduled',
  limit: number,
): Promise<Line> {
  const ids = await waiting.waiting(webhookId, kind, Math.min(100, limit + INDEX_LAG));
  if (ids.length === 0) return { deliveries: [], isEmpty: true };
  return { deliveries: await deliveries.readAll(webhookId, ids), isEmpty: false };
}
