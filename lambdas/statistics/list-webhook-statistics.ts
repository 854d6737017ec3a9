import { DEFAULT_STATISTICS_HOURS, listWebhookStatistics } from '../../contract/statistics.ts';
import { route } from '../shared/route.ts';
import { nameOf, webhooksTable } from '../webhooks/webhooks-table.ts';
import { summaryOf, sumOf, totalsOf } from './attempt-counts.ts';
import { attemptCountsTable, lastHours } from './attempt-hours-table.ts';

const webhooks = webhooksTable();
const attempts = attemptCountsTable();

/** GET /webhook-statistics: the attempts to each webhook of the network in the last day, the oldest webhook first. */
export const handler = route(listWebhookStatistics, async ({ caller: { networkId } }) => {
  const all = await webhooks.list(networkId);
  const shown = lastHours(DEFAULT_STATISTICS_HOURS, Date.now());
  const results = all
    .filter(({ pull }) => !pull)
    .map(async (webhook) => {
      const hours = await attempts.latest(webhook.webhookId, DEFAULT_STATISTICS_HOURS);
      const totals = new Map(hours.map(({ hour, counts }) => [hour, totalsOf(counts)]));
      return {
        webhookId: nameOf(webhook),
        ...summaryOf(sumOf(hours.map(({ counts }) => counts))),
        hourlyDelivered: shown.map((hour) => totals.get(hour)?.delivered ?? 0),
        hourlyFailed: shown.map((hour) => totals.get(hour)?.failed ?? 0),
      };
    });
  return { results: await Promise.all(results) };
});
