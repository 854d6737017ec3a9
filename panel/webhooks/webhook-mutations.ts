/** The API calls that change webhooks. Each change refreshes the webhooks on the screen. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestTo } from '../../client/index.ts';
import { useClient } from '../api/api-provider.tsx';
import { deliveriesKey, webhookKey } from '../shared/queries.ts';

/** Creates a webhook. The response includes its secret. */
export function useCreateWebhook<T>(bodyOf: (draft: T) => RequestTo<'createWebhook'>['body']) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (draft: T) => client.createWebhook({ body: bodyOf(draft) }),
    onSuccess: refresh,
  });
}

/** Updates fields of a webhook. Without any changed field, only fetches it. */
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

export function useDeleteWebhook(webhookId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.deleteWebhook({ parameters: { webhookId } }),
    onSuccess: async () => {
      queries.removeQueries({ queryKey: webhookKey(webhookId) });
      await queries.invalidateQueries({ queryKey: ['webhooks'], exact: true });
    },
  });
}

/** Reveals the secrets. They are not cached. */
export function useRevealSecrets(webhookId: string) {
  const client = useClient();
  return useMutation({
    mutationFn: () => client.revealSecret({ parameters: { webhookId } }),
    gcTime: 0,
  });
}

/** Creates a new secret. The response has all of them; it is not cached. */
export function useRotateSecret(webhookId: string) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: RequestTo<'rotateSecret'>['body']) => client.rotateSecret({ parameters: { webhookId }, body }),
    onSuccess: refresh,
    gcTime: 0,
  });
}

/** Sends a sample event right away. The response is the attempt, successful or not. */
export function useSendTestEvent(webhookId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestTo<'sendTestEvent'>['body']) => client.sendTestEvent({ parameters: { webhookId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: deliveriesKey(webhookId) }),
  });
}

/** Checks the receiver. The response has a verdict on each question. */
export function useCheckUp(webhookId: string) {
  const client = useClient();
  return useMutation({ mutationFn: () => client.checkUpWebhook({ parameters: { webhookId } }) });
}

/** Tries a receiver that is down or struggling. The response comes before the request to the receiver. */
export function useRetryNow(webhookId: string) {
  const client = useClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => client.retryNow({ parameters: { webhookId } }),
    onSuccess: refresh,
  });
}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['webhooks'] });
}
