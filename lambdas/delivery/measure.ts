/** What signers measure (contract/metrics.ts), and log of failures. */
import { attemptMetric } from '../../contract/metrics.ts';
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { Flow } from '../pacing/state.ts';
import type { Metrics } from '../shared/metrics.ts';
import type { WebhookKey } from '../shared/webhook-key.ts';

/**
 * Counts an attempt of a delivery, and measures how long it took from the acceptance of the event, which can be some
 * milliseconds ahead (docs/spec/events.md#ingest). One that is sent again says nothing about the service: somebody has
 * asked for it later.
 */
export function measureAttempt(
  metrics: Pick<Metrics, 'add'>,
  { createdAt, attemptCount, generation }: Pick<Delivery, 'createdAt' | 'attemptCount' | 'generation'>,
  { class: outcomeClass, startedAt, milliseconds }: Pick<AttemptOutcome, 'class' | 'startedAt' | 'milliseconds'>,
): void {
  metrics.add(attemptMetric(outcomeClass), 1);
  if (generation > 0 || outcomeClass === 'not_sent') return;
  const waited = Math.max(0, Date.parse(startedAt) - Date.parse(createdAt));
  if (attemptCount === 0) metrics.add('TimeToFirstAttempt', waited);
  if (outcomeClass === 'delivered') metrics.add('TimeToDelivery', waited + milliseconds);
}

/** Counts a receiver that went down in a turn, or came up. */
export function measureTurn(metrics: Pick<Metrics, 'add'>, before: Flow, after: Flow): void {
  if (before.phase !== 'down' && after.phase === 'down') metrics.add('ReceiversDown', 1);
  if (before.phase === 'down' && after.phase !== 'down') metrics.add('ReceiversUp', 1);
}

export type FailureLog = ReturnType<typeof failureLog>;

/**
 * Logs whose attempts fail: one entry for each batch and webhook. The dashboard asks the log for those with the most
 * (lib/constructs/dashboard.ts), since a metric of each network would cost dollars a month.
 */
export function failureLog() {
  const failed = new Map<string, { readonly networkId: string; attempts: number }>();
  return {
    /** Counts a failed attempt of a webhook. */
    note({ networkId, webhookId }: WebhookKey): void {
      const counted = failed.get(webhookId) ?? { networkId, attempts: 0 };
      counted.attempts += 1;
      failed.set(webhookId, counted);
    },
    /** Logs what was counted since the last time. */
    flush(): void {
      for (const [webhookId, { networkId, attempts }] of failed)
        console.info({ name: 'attempts-failed', networkId, webhookId, attempts });
      failed.clear();
    },
  };
}
