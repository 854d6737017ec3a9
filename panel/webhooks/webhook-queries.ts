/** The API calls that read webhooks, their statistics and their latest deliveries. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../api/api-provider.tsx';
import { deliveriesKey, webhookKey } from '../shared/queries.ts';

const REFRESH_MILLISECONDS = 10_000;
/** For what the admin may be waiting for. */
const FAST_REFRESH_MILLISECONDS = 5_000;
/** The hours of the statistics that are shown first. */
export const DAY_HOURS = 24;

/** The attempts of the last 24 hours of every webhook. */
export function useAllStatistics() {
  const client = useClient();
  return useQuery({
    queryKey: ['webhook-statistics'],
    queryFn: ({ signal }) => client.listWebhookStatistics({}, { signal }),
    refetchInterval: REFRESH_MILLISECONDS,
  });
}

/** The attempts of one webhook, by hour. */
export function useStatistics(webhookId: string, hours: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...webhookKey(webhookId), 'statistics', hours],
    queryFn: ({ signal }) => client.showWebhookStatistics({ parameters: { webhookId }, query: { hours } }, { signal }),
    refetchInterval: REFRESH_MILLISECONDS,
    placeholderData: keepPreviousData,
  });
}

const RECENT = 5;
/** The API's largest page. */
const MAX_PAGE_SIZE = 100;

/** The latest deliveries of a webhook. */
export function useRecentDeliveries(webhookId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...deliveriesKey(webhookId), 'recent'],
    queryFn: ({ signal }) => client.listDeliveries({ parameters: { webhookId }, query: { limit: RECENT } }, { signal }),
    refetchInterval: FAST_REFRESH_MILLISECONDS,
  });
}

/** The latest retrying and failed deliveries of a webhook, without test events; one page of each. */
export function useUndelivered(webhookId: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...deliveriesKey(webhookId), 'undelivered'],
    queryFn: async ({ signal }) => {
      const list = (state: 'retrying' | 'failed') =>
        client.listDeliveries({ parameters: { webhookId }, query: { state, limit: MAX_PAGE_SIZE } }, { signal });
      const [retrying, failed] = await Promise.all([list('retrying'), list('failed')]);
      return { retrying, failed: { ...failed, results: failed.results.filter(({ isTest }) => !isTest) } };
    },
    refetchInterval: REFRESH_MILLISECONDS,
  });
}
