/** The rows that are shown, kept still for a reader while the page is looked at again. */
import { useState } from 'react';
import type { DeliverySummary } from '../../../client/index.ts';
import { type LiveRows, liveRows } from './live-rows.ts';

interface Kept extends LiveRows {
  readonly page: string;
  readonly latest: readonly DeliverySummary[];
}

/** `page` tells one page from another; `latest` is what the API answered last. */
export function useLiveRows(page: string, latest: readonly DeliverySummary[], isReading: boolean) {
  const [kept, setKept] = useState<Kept>({ page, latest, rows: latest, newer: 0 });
  let current = kept;
  if (kept.page !== page || kept.latest !== latest || (!isReading && kept.rows !== latest)) {
    const shown = kept.page === page ? kept.rows : [];
    current = { page, latest, ...liveRows(shown, latest, isReading) };
    setKept(current);
  }
  return {
    rows: current.rows,
    newer: current.newer,
    showNewer: () => setKept({ page, latest, rows: latest, newer: 0 }),
  };
}
