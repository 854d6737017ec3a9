import { showWebhookStatistics } from '../../../contract/statistics.ts';
import { route } from '../../shared/route.ts';
import { webhooksTable } from '../../webhooks/webhooks-table.ts';
import { attemptCountsTable, beginOf } from '../deliveries-table/attempt-hours.ts';
import { summaryOf } from '../model/attempt-counts.ts';

const webhooks = webhooksTable();
const attempts = attemptCountsTable();

/** GET /webhooks/{webhookId}/statistics: the attempts to a webhook, by the hour. */
export const handler = route(
  showWebhookStatistics,
  async ({ caller: { networkId }, parameters: { webhookId }, query }) => {
    await webhooks.read({ networkId, webhookId });
    const found = await attempts.latest(webhookId, query.hours);
    const hours = found.map(({ hour, counts }) => ({
      hour: new Date(beginOf(hour)).toISOString(),
      ...summaryOf(counts),
    }));
    return { hours };
  },
);
