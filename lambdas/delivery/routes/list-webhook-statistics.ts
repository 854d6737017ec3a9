import { DEFAULT_STATISTICS_HOURS, listWebhookStatistics } from '../../../contract/statistics.ts';
import { route } from '../../shared/route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { attemptCountsTable } from '../deliveries-table/attempt-hours.ts';
import { summaryOf, sumOf } from '../model/attempt-counts.ts';

const webhooks = webhooksTable();
const attempts = attemptCountsTable();

/** GET /webhook-statistics: the attempts to each webhook of the network in the last day, the oldest webhook first. */
export const handler = route(listWebhookStatistics, async ({ caller: { networkId } }) => {
  const all = await webhooks.list(networkId);
  const results = all.map(async ({ webhookId }) => {
    const hours = await attempts.latest(webhookId, DEFAULT_STATISTICS_HOURS);
    return { webhookId, ...summaryOf(sumOf(hours.map(({ counts }) => counts))) };
  });
  return { results: await Promise.all(results) };
});
