/** The API call of the event screen. */
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';

const REFRESH_MILLISECONDS = 5_000;

/** An event with its deliveries. It is refreshed while one of them may change. */
export function useEvent(eventId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['events', eventId],
    queryFn: ({ signal }) => client.showEvent({ parameters: { eventId } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.deliveries.every(({ state }) => state !== 'retrying') ? false : REFRESH_MILLISECONDS,
  });
}
