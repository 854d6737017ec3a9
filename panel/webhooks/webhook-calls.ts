/** The API calls about webhooks that several parts of the panel make. */
import { keepPreviousData } from '@tanstack/react-query';
import { useChange, useRead } from '../api/calls.ts';
import { webhookKey } from '../shared/queries.ts';

const REFRESH_MILLISECONDS = 10_000;
/** The hours of the statistics that are shown first. */
export const DAY_HOURS = 24;

/** The attempts of one webhook, by hour. */
export const useStatistics = (webhookId: string, hours: number) =>
  useRead(
    [...webhookKey(webhookId), 'statistics', hours],
    (client, options) => client.showWebhookStatistics({ parameters: { webhookId }, query: { hours } }, options),
    { refetchInterval: REFRESH_MILLISECONDS, placeholderData: keepPreviousData },
  );

/** Tries a receiver that is down or struggling. The response comes before the request to the receiver. */
export const useRetryNow = (webhookId: string) => useChange((client) => client.retryNow({ parameters: { webhookId } }));
