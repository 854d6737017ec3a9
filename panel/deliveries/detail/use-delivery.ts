/** One delivery, and how often it is read. */
import { useRead } from '../../api/calls.ts';
import { deliveriesKey } from '../../shared/queries.ts';
import { refreshInterval } from './refresh-interval.ts';

export const deliveryKey = (webhookId: string, deliveryId: string) => [...deliveriesKey(webhookId), deliveryId];

/** One delivery. It is refreshed as long as it may change, and at least until `followUntil` (milliseconds since 1970). */
export const useDelivery = (webhookId: string, deliveryId: string, followUntil: number) =>
  useRead(
    deliveryKey(webhookId, deliveryId),
    (client, options) => client.showDelivery({ parameters: { webhookId, deliveryId } }, options),
    { refetchInterval: ({ state: { data } }) => refreshInterval(data, Date.now(), followUntil) },
  );
