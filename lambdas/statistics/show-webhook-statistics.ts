import { showWebhookStatistics } from '../../contract/statistics.ts';
import { route } from '../shared/route.ts';
import { refusePull } from '../webhooks/allowed-configuration.ts';
import { webhooksTable } from '../webhooks/webhooks-table.ts';
import { attemptCountsTable } from './attempt-hours-table.ts';
import { statisticsOf } from './statistics-response.ts';

const webhooks = webhooksTable();
const attempts = attemptCountsTable();

/** GET /webhooks/{webhookId}/statistics: the attempts to a webhook, by the hour. */
export const handler = route(
  showWebhookStatistics,
  async ({ caller: { networkId }, parameters: { webhookId }, query }) => {
    const webhook = await webhooks.read({ networkId, webhookId });
    refusePull(webhook);
    return statisticsOf(await attempts.latest(webhook.webhookId, query.hours), Date.now());
  },
);
