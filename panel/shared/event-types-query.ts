/** The event catalogue. It is fetched once, since it only changes with the service's version. */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api/api-provider.tsx';

export function useEventTypes() {
  const client = useClient();
  return useQuery({
    queryKey: ['event-types'],
    queryFn: ({ signal }) => client.listEventTypes({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
