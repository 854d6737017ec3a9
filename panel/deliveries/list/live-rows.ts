/**
 * What the first page shows while it is refreshed. Somebody who reads it keeps the rows where they are: those change in
 * place, and newer ones wait until the reader is done or asks for them.
 */
import type { DeliverySummary } from '../../../client/index.ts';

export interface LiveRows {
  readonly rows: readonly DeliverySummary[];
  /** Deliveries that came since and are not shown. */
  readonly newer: number;
}

export function liveRows(
  shown: readonly DeliverySummary[],
  latest: readonly DeliverySummary[],
  isReading: boolean,
): LiveRows {
  const top = shown[0];
  if (!isReading || top === undefined) return { rows: latest, newer: 0 };
  const latestById = new Map(latest.map((row) => [row.deliveryId, row]));
  return {
    rows: shown.map((row) => latestById.get(row.deliveryId) ?? row),
    newer: latest.filter(({ deliveryId }) => deliveryId > top.deliveryId).length,
  };
}
