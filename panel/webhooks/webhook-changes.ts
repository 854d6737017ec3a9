/** What screens change about webhooks. Each change makes what is shown of webhooks be asked for again. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestTo } from '../../client/index.ts';
import { useClient } from '../api/api-provider.tsx';

/** Creates a webhook; the answer is the one that holds its secret. */
export function useCreateWebhook<T>(bodyOf: (draft: T) => RequestTo<'createWebhook'>['body']) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (draft: T) => client.createWebhook({ body: bodyOf(draft) }),
    onSuccess: refresh,
  });
}

/** Changes fields of a webhook; where none is to be changed, looks at it. */
export function useUpdateWebhook<T>(webhookId: string, bodyOf: (draft: T) => RequestTo<'updateWebhook'>['body']) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (draft: T) => {
      const body = bodyOf(draft) ?? {};
      const parameters = { webhookId };
      return Object.keys(body).length === 0
        ? client.showWebhook({ parameters })
        : client.updateWebhook({ parameters, body });
    },
    onSuccess: refresh,
  });
}

/** Deletes a webhook. */
export function useDeleteWebhook(webhookId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.deleteWebhook({ parameters: { webhookId } }),
    onSuccess: async () => {
      queries.removeQueries({ queryKey: ['webhooks', webhookId] });
      await queries.invalidateQueries({ queryKey: ['webhooks'], exact: true });
    },
  });
}

/** Reveals the secrets. They are kept by the part of the screen that shows them, and nowhere else. */
export function useRevealSecrets(webhookId: string) {
  const client = useClient();
  return useMutation({
    mutationFn: () => client.revealSecret({ parameters: { webhookId } }),
    gcTime: 0,
  });
}

/** Makes a new secret; answers all of them. */
export function useRotateSecret(webhookId: string) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: RequestTo<'rotateSecret'>['body']) => client.rotateSecret({ parameters: { webhookId }, body }),
    onSuccess: refresh,
    gcTime: 0,
  });
}

/** Sends a sample event at once; answers the attempt, whatever came of it. */
export function useSendTestEvent(webhookId: string) {
  const client = useClient();
  return useMutation({
    mutationFn: (event: string) => client.sendTestEvent({ parameters: { webhookId }, body: { event } }),
  });
}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['webhooks'] });
}
