/** What screens ask about webhooks. Keys are paths: invalidating `['webhooks']` covers everything below it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnswerTo } from '../../client/index.ts';
import { useClient } from '../api/api-provider.tsx';

export type Webhook = AnswerTo<'showWebhook'>;
export type WebhookCounts = AnswerTo<'listWebhookStatistics'>['results'][number];

/** Milliseconds between looks at what changes by itself. */
const LOOK_AGAIN = 10_000;
/** The same for what someone may be waiting for. */
const LOOK_OFTEN = 5_000;

/** Every webhook of the network, with the API's warnings. */
export function useWebhooks() {
  const client = useClient();
  return useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => client.listWebhooks({}, { signal }),
    refetchInterval: LOOK_AGAIN,
  });
}

/** The last 24 hours of every webhook. */
export function useOverview() {
  const client = useClient();
  return useQuery({
    queryKey: ['webhook-statistics'],
    queryFn: ({ signal }) => client.listWebhookStatistics({}, { signal }),
    refetchInterval: LOOK_AGAIN,
  });
}

/** One webhook. */
export function useWebhook(webhookId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['webhooks', webhookId],
    queryFn: ({ signal }) => client.showWebhook({ parameters: { webhookId } }, { signal }),
    refetchInterval: LOOK_OFTEN,
  });
}

/** The attempts to a webhook, by the hour. */
export function useStatistics(webhookId: string, hours: number) {
  const client = useClient();
  return useQuery({
    queryKey: ['webhooks', webhookId, 'statistics', hours],
    queryFn: ({ signal }) => client.showWebhookStatistics({ parameters: { webhookId }, query: { hours } }, { signal }),
    refetchInterval: LOOK_AGAIN,
    placeholderData: keepPreviousData,
  });
}

const RECENT = 5;
/** As many as one page of the log holds. */
const MOST = 100;

/** The latest deliveries of a webhook. */
export function useRecentDeliveries(webhookId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['webhooks', webhookId, 'deliveries', 'recent'],
    queryFn: ({ signal }) => client.listDeliveries({ parameters: { webhookId }, query: { limit: RECENT } }, { signal }),
    refetchInterval: LOOK_OFTEN,
  });
}

/** The latest deliveries of a webhook that are not delivered, as far as one look at each state finds them. */
export function useUndelivered(webhookId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['webhooks', webhookId, 'deliveries', 'undelivered'],
    queryFn: async ({ signal }) => {
      const list = (state: 'retrying' | 'failed') =>
        client.listDeliveries({ parameters: { webhookId }, query: { state, limit: MOST } }, { signal });
      const [retrying, failed] = await Promise.all([list('retrying'), list('failed')]);
      return { retrying, failed };
    },
    refetchInterval: LOOK_AGAIN,
  });
}
