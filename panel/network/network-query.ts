/** The signed-in admin's network. It can be fetched whichever features are on. */
import { useQuery } from '@tanstack/react-query';
import type { AnswerTo } from '../../client/index.ts';
import { useClient } from '../api/api-provider.tsx';

export type Network = AnswerTo<'showNetwork'>;

/** An operator may change the network. */
const REFRESH_MILLISECONDS = 30_000;

export function useNetwork() {
  const client = useClient();
  return useQuery({
    queryKey: ['network'],
    queryFn: ({ signal }) => client.showNetwork({}, { signal }),
    refetchInterval: REFRESH_MILLISECONDS,
  });
}
