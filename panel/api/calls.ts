/** What screens read and change through the API. */
import { type QueryKey, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../client/index.ts';
import { useClient } from './api-provider.tsx';

type ReadOptions<T> = Pick<
  UseQueryOptions<T>,
  'refetchInterval' | 'enabled' | 'gcTime' | 'staleTime' | 'placeholderData'
>;

/** The response of a call, cached under a key. Keys are paths: invalidating `['webhooks']` covers everything below it. */
export function useRead<T>(
  queryKey: QueryKey,
  read: (client: Client, options: { readonly signal: AbortSignal }) => Promise<T>,
  options: ReadOptions<T> = {},
) {
  const client = useClient();
  return useQuery({ ...options, queryKey, queryFn: ({ signal }) => read(client, { signal }) });
}

/**
 * A call that changes something, after which everything cached below a key is fetched again. The response itself, which may
 * have secrets, is not cached.
 */
export function useChange<T, Input = void>(
  change: (client: Client, input: Input) => Promise<T>,
  refreshed: QueryKey | null = ['webhooks'],
) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(client, input),
    onSuccess: () => refreshed && queries.invalidateQueries({ queryKey: refreshed }),
    gcTime: 0,
  });
}
