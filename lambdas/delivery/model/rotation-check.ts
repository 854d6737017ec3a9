/** Whether a receiver should be asked if it knows a secret that will sign alone soon (docs/spec/delivery.md#check-up). Pure. */
import type { WebhookSecret } from '../../../contract/webhooks.ts';
import type { Webhook } from '../../webhooks/webhooks-table.ts';

/** A secret that the receiver must know from a time on: ISO 8601. */
export interface RotationCheck {
  readonly secret: WebhookSecret['secret'];
  readonly at: string;
}

/**
 * The check that is due: in the last `leadSeconds` before a scheduled rotation takes effect, and before the earlier secrets end,
 * once each. `now` is in milliseconds.
 */
export function dueRotationCheck(
  { secrets, rotationCheckedFor }: Pick<Webhook, 'secrets' | 'rotationCheckedFor'>,
  leadSeconds: number,
  now: number,
): RotationCheck | undefined {
  const [newest, ...earlier] = secrets;
  if (newest === undefined || earlier.length === 0) return undefined;
  const isScheduled = Date.parse(newest.activeFrom) > now;
  const at = isScheduled ? newest.activeFrom : earlier[0]?.expiresAt;
  if (at === undefined || at === rotationCheckedFor) return undefined;
  const seconds = (Date.parse(at) - now) / 1000;
  return seconds > 0 && seconds <= leadSeconds ? { secret: newest.secret, at } : undefined;
}
