/** Says how the latest attempts to a struggling receiver ended. */
import type { Webhook } from '../shared/api-types.ts';
import { recentAttemptsText } from './recent-attempts-text.ts';
import { DAY_HOURS, useStatistics } from './webhook-queries.ts';

export function RecentAttempts({ webhook: { webhookId, failingSince } }: { readonly webhook: Webhook }) {
  const { data, dataUpdatedAt } = useStatistics(webhookId, DAY_HOURS);
  return data === undefined ? 'Recent attempts failed.' : recentAttemptsText(data.hours, failingSince, dataUpdatedAt);
}
