/** The catalogue of events, asked for once: it changes with the service's version only. */
import { useQuery } from '@tanstack/react-query';
import type { AnswerTo } from '../../client/index.ts';
import { useClient } from '../api/api-provider.tsx';

export type EventType = AnswerTo<'listEventTypes'>['results'][number];

/** Every event of the catalogue. */
export function useEventTypes() {
  const client = useClient();
  return useQuery({
    queryKey: ['event-types'],
    queryFn: ({ signal }) => client.listEventTypes({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
