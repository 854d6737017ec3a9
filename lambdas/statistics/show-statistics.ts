import { showStatistics } from '../../contract/statistics.ts';
import { mapConcurrently } from '../shared/concurrency.ts';
import { route } from '../shared/route.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { attemptCountsTable } from './attempt-hours-table.ts';
import { statisticsOf } from './statistics-response.ts';

const webhooks = webhooksTable();
const attempts = attemptCountsTable();
const READS_AT_ONCE = 16;

/** GET /statistics: the attempts to all webhooks, by the hour. Half a read unit for 4 KB of each webhook's hours. */
export const handler = route(showStatistics, async ({ caller: { networkId }, query }) => {
  const all = await webhooks.list(networkId);
  const hours = await mapConcurrently(all, READS_AT_ONCE, ({ webhookId }) => attempts.latest(webhookId, query.hours));
  return statisticsOf(hours.flat(), Date.now());
});
