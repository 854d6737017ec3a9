/** What several screens read. Keys are paths: invalidating `['webhooks']` covers everything below it. */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/api-provider.tsx';

const REFRESH_MILLISECONDS = 5_000;
const LIST_REFRESH_MILLISECONDS = 10_000;

export const webhookKey = (webhookId: string) => ['webhooks', webhookId];
export const deliveriesKey = (webhookId: string) => [...webhookKey(webhookId), 'deliveries'];
/** The pages of the delivery list. */
export const deliveryListKey = (webhookId: string) => [...deliveriesKey(webhookId), 'list'];

export function useWebhook(webhookId: string) {
  const client = useClient();
  return useQuery({
    queryKey: webhookKey(webhookId),
    queryFn: ({ signal }) => client.showWebhook({ parameters: { webhookId } }, { signal }),
    refetchInterval: REFRESH_MILLISECONDS,
  });
}

/** Every webhook of the network, with the API's warnings. */
export function useWebhooks() {
  const client = useClient();
  return useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => client.listWebhooks({}, { signal }),
    refetchInterval: LIST_REFRESH_MILLISECONDS,
  });
}

/** The event catalogue. It is fetched once, since it only changes with the service's version. */
export function useEventTypes() {
  const client = useClient();
  return useQuery({
    queryKey: ['event-types'],
    queryFn: ({ signal }) => client.listEventTypes({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
