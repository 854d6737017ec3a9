/** What screens ask about deliveries, and what they change. Keys are paths below the webhook's. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeliveryDetail } from '../../client/index.ts';
import { useClient } from '../api/api-provider.tsx';
import { type Filters, isFiltered, queryOf } from './list/filters.ts';
import { type FoundPage, searchPage } from './list/search.ts';
import { lookAgainAfter } from './look-again.ts';

const ROWS_OF_PAGE = 50;

/** Milliseconds between looks at the first page: a filtered look reads more of the log. */
const LIVE = 5_000;
const LIVE_FILTERED = 15_000;

export const deliveriesKey = (webhookId: string) => ['webhooks', webhookId, 'deliveries'];
export const listKey = (webhookId: string) => [...deliveriesKey(webhookId), 'list'];
const detailKey = (webhookId: string, deliveryId: string) => [...deliveriesKey(webhookId), deliveryId];

interface PageOf {
  readonly webhookId: string;
  readonly filters: Filters;
  /** Where the page begins; undefined for the first one. */
  readonly start: string | undefined;
  readonly isLive: boolean;
}

/** A page of the log, the latest event first. The first one is looked at again and again while it is live. */
export function useDeliveries({ webhookId, filters, start, isLive }: PageOf) {
  const client = useClient();
  return useQuery({
    queryKey: [...listKey(webhookId), filters, start ?? null],
    queryFn: ({ signal }) => {
      const query = { ...queryOf(filters, Date.now()), limit: ROWS_OF_PAGE };
      const list = (from: string | undefined) =>
        client.listDeliveries({ parameters: { webhookId }, query: { ...query, start: from } }, { signal });
      return searchPage(list, start);
    },
    refetchInterval: ({ state: { data } }) =>
      isLive && start === undefined && !wasGivenUp(data) && (isFiltered(filters) ? LIVE_FILTERED : LIVE),
  });
}

/** Whether the search ended before the end of the log with nothing found. */
export const wasGivenUp = (page: FoundPage | undefined): boolean => page?.rows.length === 0 && page.next !== undefined;

/** One delivery; it is followed for as long as something may still happen to it, and until `followUntil` in any case. */
export function useDelivery(webhookId: string, deliveryId: string, followUntil: number) {
  const client = useClient();
  return useQuery({
    queryKey: detailKey(webhookId, deliveryId),
    queryFn: ({ signal }) => client.showDelivery({ parameters: { webhookId, deliveryId } }, { signal }),
    refetchInterval: ({ state: { data } }) => lookAgainAfter(data, Date.now(), followUntil),
  });
}

/** Sends a delivery again. Its page shows at once what the answer says. */
export function useReplay(webhookId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) => client.replayDelivery({ parameters: { webhookId, deliveryId } }),
    onSuccess: async ({ nextAttemptAt, ...replayed }, deliveryId) => {
      queries.setQueryData<DeliveryDetail>(detailKey(webhookId, deliveryId), (before) => {
        if (before === undefined) return undefined;
        const { nextAttemptAt: _, ...lasting } = before;
        return { ...lasting, ...replayed, ...(nextAttemptAt !== undefined && { nextAttemptAt }) };
      });
      await queries.invalidateQueries({ queryKey: listKey(webhookId) });
    },
  });
}
