/** What screens ask about the network. It is answered whatever features are on. */
import { useQuery } from '@tanstack/react-query';
import type { AnswerTo } from '../../client/index.ts';
import { useClient } from '../api/api-provider.tsx';

export type Network = AnswerTo<'showNetwork'>;

/** Milliseconds between looks: an operator may have changed something. */
const LOOK_AGAIN = 30_000;

/** The network of whoever is signed in. */
export function useNetwork() {
  const client = useClient();
  return useQuery({
    queryKey: ['network'],
    queryFn: ({ signal }) => client.showNetwork({}, { signal }),
    refetchInterval: LOOK_AGAIN,
  });
}
