/** The counts of attempts in memory, which follow those of the deliveries table. */
import { type AttemptCounts, sumOf, totalsOf } from '../../../lambdas/statistics/attempt-counts.ts';
import type { AttemptCountsTable } from '../../../lambdas/statistics/attempt-hours-table.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What happens to a write: it does not arrive (`request`), or it takes effect without a response (`response`). */
export type Loss = 'request' | 'response';

/** `lossOf` is asked before each write, which takes `callMilliseconds`. */
export function memoryCounts(
  clock: Pick<VirtualClock, 'sleep'>,
  callMilliseconds: number,
  lossOf: (webhookId: string) => Loss | undefined,
) {
  const counts = new Map<string, AttemptCounts>();
  const ids = new Set<string>();
  let writes = 0;
  const table: Pick<AttemptCountsTable, 'add'> = {
    add: async (webhookId, { counts: added }, id) => {
      writes += 1;
      const loss = lossOf(webhookId);
      await clock.sleep(callMilliseconds);
      if (loss !== 'request' && !ids.has(id)) {
        ids.add(id);
        counts.set(webhookId, sumOf([counts.get(webhookId) ?? {}, added]));
      }
      if (loss !== undefined) throw new Error(`The ${loss} was lost.`);
    },
  };
  return {
    table,
    /** Writes until now. */
    writes: () => writes,
    /** Attempts to a webhook that are stored, or to all. */
    counted: (webhookId?: string): number => {
      const stored = webhookId === undefined ? [...counts.values()] : [counts.get(webhookId) ?? {}];
      const { delivered, failed } = totalsOf(sumOf(stored));
      return delivered + failed;
    },
  };
}
