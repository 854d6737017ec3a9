/** What several screens read. */
import { useRead } from '../api/calls.ts';

const REFRESH_MILLISECONDS = 5_000;
const LIST_REFRESH_MILLISECONDS = 10_000;

export const webhookKey = (webhookId: string) => ['webhooks', webhookId];
export const deliveriesKey = (webhookId: string) => [...webhookKey(webhookId), 'deliveries'];
export const deliveryKey = (webhookId: string, deliveryId: string) => [...deliveriesKey(webhookId), deliveryId];
/** The pages of the delivery list. */
export const deliveryListKey = (webhookId: string) => [...deliveriesKey(webhookId), 'list'];

export const useWebhook = (webhookId: string) =>
  useRead(webhookKey(webhookId), (client, options) => client.showWebhook({ parameters: { webhookId } }, options), {
    refetchInterval: REFRESH_MILLISECONDS,
  });

/** Every webhook of the network, with the API's warnings. */
export const useWebhooks = () =>
  useRead(['webhooks'], (client, options) => client.listWebhooks({}, options), {
    refetchInterval: LIST_REFRESH_MILLISECONDS,
  });

/** The event catalogue. It is fetched once, since it only changes with the service's version. */
export const useEventTypes = () =>
  useRead(['event-types'], (client, options) => client.listEventTypes({}, options), {
    staleTime: Number.POSITIVE_INFINITY,
  });
