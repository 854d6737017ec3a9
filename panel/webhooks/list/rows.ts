/** The webhook table's rows: down, failing, struggling, disabled, then active ones; in each group the oldest first. */
import type { WebhookCounts } from '@social-platform-services/client';
import type { Webhook } from '../../shared/api-types.ts';
import { type ShownState, shownStateOf } from '../attempt-counts.ts';

export interface Row {
  readonly webhook: Webhook;
  readonly shownState: ShownState;
  /** The lowest comes first. */
  readonly urgency: number;
  readonly attempts: number;
  /** From 0 to 1; undefined without attempts. */
  readonly successRate: number | undefined;
  /** The attempts; undefined until they are known. */
  readonly counts: WebhookCounts | undefined;
}

/** How urgent a webhook is; the lowest comes first. */
export const urgencyOf = (webhook: Webhook): number => urgencies[shownStateOf(webhook)];

/** Whether somebody should look at a webhook: not if it works, or an admin has disabled it. */
export const needsAttention = (webhook: Webhook): boolean =>
  webhook.state === 'disabled' ? webhook.disabledReason !== 'admin' : webhook.state !== 'active';

const urgencies = { down: 0, failing: 1, struggling: 2, disabled: 3, active: 4 } as const;

export function rowsOf(webhooks: readonly Webhook[], counts: readonly WebhookCounts[]): readonly Row[] {
  const countsById = new Map(counts.map((count) => [count.webhookId, count]));
  return webhooks
    .map((webhook) => {
      const ofWebhook = countsById.get(webhook.webhookId);
      const { delivered = 0, failed = 0 } = ofWebhook ?? {};
      const attempts = delivered + failed;
      const successRate = attempts === 0 ? undefined : delivered / attempts;
      const shownState = shownStateOf(webhook);
      return { webhook, shownState, urgency: urgencies[shownState], attempts, successRate, counts: ofWebhook };
    })
    .toSorted((a, b) => a.urgency - b.urgency);
}
