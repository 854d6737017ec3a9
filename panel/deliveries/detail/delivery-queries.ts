/** The API calls of a delivery's screen. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeliveryDetail } from '../../../client/index.ts';
import { useClient } from '../../api/api-provider.tsx';
import { deliveriesKey, deliveryListKey } from '../../shared/queries.ts';
import { refreshInterval } from './refresh-interval.ts';

const deliveryKey = (webhookId: string, deliveryId: string) => [...deliveriesKey(webhookId), deliveryId];

/** One delivery. It is refreshed as long as it may change, and at least until `followUntil` (milliseconds since 1970). */
export function useDelivery(webhookId: string, deliveryId: string, followUntil: number) {
  const client = useClient();
  return useQuery({
    queryKey: deliveryKey(webhookId, deliveryId),
    queryFn: ({ signal }) => client.showDelivery({ parameters: { webhookId, deliveryId } }, { signal }),
    refetchInterval: ({ state: { data } }) => refreshInterval(data, Date.now(), followUntil),
  });
}

/** Replays a delivery. Its screen shows the state in the response at once. */
export function useReplay(webhookId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) => client.replayDelivery({ parameters: { webhookId, deliveryId } }),
    onSuccess: async ({ nextAttemptAt, ...replayed }, deliveryId) => {
      queries.setQueryData<DeliveryDetail>(deliveryKey(webhookId, deliveryId), (before) => {
        if (before === undefined) return undefined;
        const { nextAttemptAt: _, ...rest } = before;
        return { ...rest, ...replayed, ...(nextAttemptAt !== undefined && { nextAttemptAt }) };
      });
      await queries.invalidateQueries({ queryKey: deliveryListKey(webhookId) });
    },
  });
}
