/** What several screens read and change. */
import { useChange, useRead } from '../api/api-provider.tsx';

const REFRESH_MS = 10_000;
/** Attempts are counted by the hour. */
const STATISTICS_REFRESH_MS = 30_000;

export const webhookKey = (webhookId: string) => ['webhooks', webhookId];
export const deliveriesKey = (webhookId: string) => [...webhookKey(webhookId), 'deliveries'];
export const deliveryKey = (webhookId: string, deliveryId: string) => [...deliveriesKey(webhookId), deliveryId];
/** The pages of the delivery list of all webhooks. */
export const NETWORK_LIST_KEY = ['deliveries'];
/** The pages of the delivery list. */
export const deliveryListKey = (webhookId: string) => [...deliveriesKey(webhookId), 'list'];

export const useWebhook = (webhookId: string) =>
  useRead(webhookKey(webhookId), (client, options) => client.showWebhook({ parameters: { webhookId } }, options), {
    refetchInterval: REFRESH_MS,
  });

/** Every webhook of the network, with the API's warnings; refreshed unless only their names are wanted. */
export const useWebhooks = (isRefreshed = true) =>
  useRead(['webhooks'], (client, options) => client.listWebhooks({}, options), {
    refetchInterval: isRefreshed && REFRESH_MS,
  });

/** The event catalogue. It is fetched once, since it only changes with the service's version. */
export const useEventTypes = () =>
  useRead(['event-types'], (client, options) => client.listEventTypes({}, options), {
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The addresses from which the stage sends. They are fetched once, since they only change with the stage. */
export const useSourceAddresses = () =>
  useRead(['source-addresses'], (client, options) => client.listSourceAddresses({}, options), {
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The hours of the statistics that are shown first. */
export const DAY_HOURS = 24;

/** The attempts by hour, to one webhook or to all of the network, and the failed ones by what went wrong. */
export const useStatistics = (webhookId: string | undefined, hours: number) =>
  useRead(
    [...(webhookId === undefined ? [] : webhookKey(webhookId)), 'statistics', hours],
    (client, options) =>
      webhookId === undefined
        ? client.showStatistics({ query: { hours } }, options)
        : client.showWebhookStatistics({ parameters: { webhookId }, query: { hours } }, options),
    { refetchInterval: STATISTICS_REFRESH_MS },
  );

/** The attempts to each webhook of the network in the last day. */
export const useWebhookStatistics = () =>
  useRead(['webhook-statistics'], (client, options) => client.listWebhookStatistics({}, options), {
    refetchInterval: STATISTICS_REFRESH_MS,
  });

/** Tries a receiver that is down or struggling. The response comes before the request to the receiver. */
export const useRetryNow = (webhookId: string) => useChange((client) => client.retryNow({ parameters: { webhookId } }));
