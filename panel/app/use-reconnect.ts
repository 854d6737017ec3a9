/** Calls the API again after it could not be reached. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../api/api-provider.tsx';

/** `reconnect` fetches the data of the screen again; for a screen without any, it calls the health check. */
export function useReconnect() {
  const client = useClient();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const hasData = queries.getQueryCache().findAll({ type: 'active' }).length > 0;
      if (hasData) await queries.refetchQueries({ type: 'active' }, { throwOnError: true });
      else await client.getHealth();
    },
  });
  return { reconnect: mutate, isReconnecting: isPending };
}
