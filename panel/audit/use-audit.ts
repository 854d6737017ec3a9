/** The API call of the audit trail. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useClient } from '../api/api-provider.tsx';

const ENTRIES_PER_PAGE = 50;
const REFRESH_MILLISECONDS = 10_000;

/** The pages that were loaded so far, the latest entries first; of one webhook, if given. Refreshed while only the first one is. */
export function useAudit(webhookId: string | undefined) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['audit', webhookId ?? null],
    queryFn: ({ pageParam, signal }) =>
      client.listAudit({ query: { webhookId, start: pageParam, limit: ENTRIES_PER_PAGE } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ start }) => start,
    refetchInterval: ({ state: { data } }) => data?.pages.length === 1 && REFRESH_MILLISECONDS,
  });
}
