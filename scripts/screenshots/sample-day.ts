/** Sample statistics of the last day: many attempts in the evening, few at night. */
import { BAND_BOUNDS } from '../../lambdas/delivery/statistics/attempt-counts.ts';
import { attemptCountsTable, hourOf } from '../../lambdas/delivery/statistics/attempt-counts-table.ts';
import type { OwnCloud } from '../../testing/own-cloud.ts';

const HOUR_MS = 60 * 60 * 1_000;
const HOURS = 23;
const MAX_ATTEMPTS_PER_HOUR = 1_800;
/** The share of attempts in each band of latencies, the fastest first. */
const SHARES = [0, 0.02, 0.08, 0.14, 0.22, 0.24, 0.12, 0.07, 0.05, 0.03, 0.01, 0.01];

/** Writes counts for each webhook. Its share of delivered attempts is from 0 to 1. */
export async function addSampleDay(
  { connection, outputs }: OwnCloud,
  deliveredShares: Readonly<Record<string, number>>,
): Promise<void> {
  const counts = attemptCountsTable(connection.client, outputs['DeliveriesTableName']);
  for (const [webhookId, share] of Object.entries(deliveredShares)) {
    for (let ago = 1; ago <= HOURS; ago++) {
      const at = new Date(Date.now() - ago * HOUR_MS);
      const attempts = attemptsAt(at.getHours(), ago);
      const failed = Math.round(attempts * (1 - share));
      const bands = [...BAND_BOUNDS, undefined].map((_, band) => Math.round(attempts * (SHARES[band] ?? 0)));
      await counts.add(webhookId, {
        hour: hourOf(at.toISOString()),
        counts: { delivered: attempts - failed, failed, bands },
      });
    }
  }
}

/** A wave over the day with some variation, the same at each call. */
const attemptsAt = (hour: number, ago: number): number =>
  Math.round(
    MAX_ATTEMPTS_PER_HOUR * (0.55 + 0.4 * Math.sin(((hour - 13) / 24) * 2 * Math.PI)) * (1 + 0.15 * Math.sin(ago * 7)),
  );
