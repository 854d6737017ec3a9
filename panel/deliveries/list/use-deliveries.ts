/** The API call of the delivery list. */
import { useQuery } from '@tanstack/react-query';
import type { DeliveryOfWebhook } from '../../../client/index.ts';
import { useClient } from '../../api/api-provider.tsx';
import { deliveryListKey } from '../../shared/webhook-query.ts';
import { type Filters, isFiltered, queryOf } from './filters.ts';
import { findPage, type ListResponse, stoppedEarly } from './find-page.ts';

const ROWS_PER_PAGE = 50;
const NETWORK_LIST_KEY = ['deliveries'];

const REFRESH_MILLISECONDS = 5_000;
/** A filtered request reads more of the log. */
const FILTERED_REFRESH_MILLISECONDS = 15_000;

interface DeliveriesOptions {
  /** Undefined for those of all webhooks. */
  readonly webhookId: string | undefined;
  readonly filters: Filters;
  /** Where the page starts; undefined for the first one. */
  readonly start: string | undefined;
  /** Refreshes the first page every few seconds. */
  readonly autoRefresh: boolean;
}

/** A page of the delivery log, the latest event first. */
export function useDeliveries({ webhookId, filters, start, autoRefresh }: DeliveriesOptions) {
  const client = useClient();
  return useQuery({
    queryKey: [...(webhookId === undefined ? NETWORK_LIST_KEY : deliveryListKey(webhookId)), filters, start ?? null],
    queryFn: ({ signal }) => {
      const query = { ...queryOf(filters, Date.now()), limit: ROWS_PER_PAGE };
      const list = async (from: string | undefined): Promise<ListResponse> => {
        const request = { query: { ...query, start: from } };
        if (webhookId === undefined) return await client.listNetworkDeliveries(request, { signal });
        const page = await client.listDeliveries({ parameters: { webhookId }, ...request }, { signal });
        return { ...page, results: page.results.map((row): DeliveryOfWebhook => ({ webhookId, ...row })) };
      };
      return findPage(list, start);
    },
    refetchInterval: ({ state: { data } }) =>
      autoRefresh &&
      start === undefined &&
      !stoppedEarly(data) &&
      (isFiltered(filters) ? FILTERED_REFRESH_MILLISECONDS : REFRESH_MILLISECONDS),
  });
}
