/** The line of a webhook: its waiting deliveries, held ones first and the oldest first. */
import type { Delivery } from './delivery.ts';
import type { Signer } from './signer.ts';

/** The head of a line. */
export interface Line {
  /** Those that do wait. The index may still name some that don't any more. */
  readonly deliveries: readonly Delivery[];
  /** Whether the index named none at all. */
  readonly isEmpty: boolean;
}

/** Up to `limit` deliveries from the head of the line, or of the held ones only. */
export async function deliveriesInLine(
  { waiting, deliveries }: Pick<Signer, 'waiting' | 'deliveries'>,
  webhookId: string,
  limit: number,
  only?: 'held',
): Promise<Line> {
  // The index is behind by a moment: the last few that were delivered may still head it.
  const ids = await waiting.waiting(webhookId, Math.min(100, limit + INDEX_LAG), only);
  if (ids.length === 0) return { deliveries: [], isEmpty: true };
  const present = await deliveries.readAll(webhookId, ids);
  const inLine = present.filter(({ next }) => next !== undefined && (only === undefined || next.kind === 'held'));
  return { deliveries: inLine.slice(0, limit), isEmpty: false };
}

const INDEX_LAG = 36;
