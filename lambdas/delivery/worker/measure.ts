/** What signers measure (contract/metrics.ts). */
import { attemptMetric } from '../../../contract/metrics.ts';
import type { Metrics } from '../../shared/metrics.ts';
import type { Flow } from '../../webhooks/webhooks-table.ts';
import type { AttemptOutcome } from '../model/attempt.ts';
import type { Delivery } from '../model/delivery.ts';

/**
 * Counts an attempt of a delivery, and measures how long it took from the acceptance of the event. That of a replay says nothing
 * about the service: somebody has asked for it later.
 */
export function measureAttempt(
  metrics: Pick<Metrics, 'add'>,
  { createdAt, attemptCount, generation }: Pick<Delivery, 'createdAt' | 'attemptCount' | 'generation'>,
  { class: ended, startedAt, milliseconds }: Pick<AttemptOutcome, 'class' | 'startedAt' | 'milliseconds'>,
): void {
  metrics.add(attemptMetric(ended), 1);
  if (generation > 0 || ended === 'not_sent') return;
  const waited = Date.parse(startedAt) - Date.parse(createdAt);
  if (attemptCount === 0) metrics.add('TimeToFirstAttempt', waited);
  if (ended === 'delivered') metrics.add('TimeToDelivery', waited + milliseconds);
}

/** Counts a receiver that went down in a turn, or came up. */
export function measureTurn(metrics: Pick<Metrics, 'add'>, before: Flow, after: Flow): void {
  if (before.phase !== 'down' && after.phase === 'down') metrics.add('ReceiversDown', 1);
  if (before.phase === 'down' && after.phase !== 'down') metrics.add('ReceiversUp', 1);
}
