/** The API calls about notices by e-mail. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../api/api-provider.tsx';

const KEY = ['notices'];

export function useNoticeSettings() {
  const client = useClient();
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => client.showNoticeSettings({}, { signal }) });
}

/** Replaces the addresses. */
export function useChangeNoticeSettings() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (addresses: string[]) => client.changeNoticeSettings({ body: { addresses } }),
    onSuccess: (saved) => queries.setQueryData(KEY, saved),
  });
}
