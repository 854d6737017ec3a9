/**
 * Logs whose attempts fail: one entry for each batch and webhook. The dashboard asks the log for those with the most
 * (lib/constructs/dashboard-queries.ts), since a metric of each network would cost dollars a month.
 */
import type { WebhookKey } from '../../webhooks/webhooks-table.ts';

/** Failed attempts of one process. */
export interface FailureLog {
  /** Counts a failed attempt of a webhook. */
  note(webhook: WebhookKey): void;
  /** Logs what was counted since the last time. */
  flush(): void;
}

export function failureLog(): FailureLog {
  const failed = new Map<string, { readonly networkId: string; attempts: number }>();
  return {
    note({ networkId, webhookId }) {
      const counted = failed.get(webhookId) ?? { networkId, attempts: 0 };
      counted.attempts += 1;
      failed.set(webhookId, counted);
    },
    flush() {
      for (const [webhookId, { networkId, attempts }] of failed)
        console.info({ name: 'attempts-failed', networkId, webhookId, attempts });
      failed.clear();
    },
  };
}
