/** What becomes of a recovery that an admin has stopped (docs/spec/delivery.md#stopping). Pure. */
import type { Delivery } from '../deliveries/delivery.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';

/** Whether a recovery that was asked for then (ISO 8601) is stopped. */
export const isStopped = (askedAt: string, { recoveriesStopped }: Pick<Webhook, 'recoveriesStopped'>): boolean =>
  recoveriesStopped !== undefined && Date.parse(askedAt) <= Date.parse(recoveriesStopped);

/** Whether a delivery waits only because of a recovery that is stopped, and was not attempted for it. */
export const isOfStopped = (
  { state, recovery, beforeRecovery, attemptsOnSchedule }: Delivery,
  webhook: Pick<Webhook, 'recoveriesStopped'>,
): boolean =>
  state === 'retrying' &&
  recovery !== undefined &&
  beforeRecovery !== undefined &&
  attemptsOnSchedule === 0 &&
  isStopped(recovery, webhook);

/** Such a delivery as it was before; an event that had none has then one that was never attempted. */
export function takenBack(delivery: Delivery): Delivery {
  const { next: _, recovery: __, beforeRecovery: state = 'failed', ...lasting } = delivery;
  const isWaiting =
    lasting.class === 'receiver_down' || lasting.class === 'window_full' || lasting.class === 'not_sent';
  return { ...lasting, state, ...(lasting.attemptCount === 0 && isWaiting && { class: 'webhook_disabled' as const }) };
}
