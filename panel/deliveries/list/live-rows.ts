/**
 * The rows to show when a page is refreshed. While the admin is using them, rows stay where they are: they are updated in
 * place, and newer deliveries are held back.
 */
import type { DeliveryOfWebhook } from '../../../client/index.ts';

export interface LiveRows {
  readonly rows: readonly DeliveryOfWebhook[];
  /** How many newer deliveries are held back. */
  readonly newer: number;
}

export function liveRows(
  shown: readonly DeliveryOfWebhook[],
  latest: readonly DeliveryOfWebhook[],
  keepRows: boolean,
): LiveRows {
  const top = shown[0];
  if (!keepRows || top === undefined) return { rows: latest, newer: 0 };
  const latestById = new Map(latest.map((row) => [row.deliveryId, row]));
  return {
    rows: shown.map((row) => latestById.get(row.deliveryId) ?? row),
    newer: latest.filter(({ deliveryId }) => deliveryId > top.deliveryId).length,
  };
}
