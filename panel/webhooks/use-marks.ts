/** Reads what the charts of a webhook mark. */
import { useRead } from '../api/api-provider.tsx';
import type { Webhook } from '../shared/api-types.ts';
import { useWebhooks } from '../shared/queries.ts';
import { useStageSettings } from '../shared/stage-settings.ts';
import { type Mark, marksOf, networkMarksOf } from './marks.ts';

/** The marks of a webhook, the oldest first; of the whole network those of outages. */
export function useMarks(webhook: Webhook | undefined): readonly Mark[] {
  const webhookId = webhook?.webhookId;
  const { data } = useRead(
    ['audit', webhookId ?? null, 'marks'],
    (client, options) => client.listAudit({ query: { webhookId, limit: MOST_ENTRIES } }, options),
    { enabled: webhookId !== undefined, refetchInterval: REFRESH_MS },
  );
  const { downNoticeSeconds: shortest } = useStageSettings().delivery;
  const webhooks = useWebhooks(false).data?.results ?? [];
  return webhook === undefined
    ? networkMarksOf(webhooks, shortest, Date.now())
    : marksOf(webhook, data?.results ?? [], shortest, Date.now());
}

const MOST_ENTRIES = 100;
const REFRESH_MS = 30_000;
