/** Secrets of webhooks and their rotation (docs/spec/webhooks.md#secret-rotation). Times: ISO 8601, milliseconds. */
import type { WebhookSecret } from '../../contract/webhooks.ts';

/** Secrets of one webhook: the new one, the current one, and one that is on its way out. */
export const MAX_SECRETS = 3;

const HOUR_MS = 60 * 60 * 1000;

/** When a rotation takes effect, and for how long the old secrets sign as well. */
export interface Rotation {
  readonly takesEffectInHours: number;
  readonly overlapHours: number;
}

/** Those that sign now or will, newest first. */
export const currentSecrets = (secrets: readonly WebhookSecret[], now: Date): WebhookSecret[] =>
  secrets
    .filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > now.getTime())
    .toSorted((one, other) => Date.parse(other.activeFrom) - Date.parse(one.activeFrom));

/**
 * The secrets after a rotation, newest first; at most 3.
 *
 * The new secret signs from the moment at which the rotation takes effect, the others end `overlapHours` later; one
 * that an earlier rotation ends sooner still ends then. A rotation that is pending is undone: its secret never signs.
 */
export function rotated(
  secrets: readonly WebhookSecret[],
  secret: string,
  { takesEffectInHours, overlapHours }: Rotation,
  now: Date,
): WebhookSecret[] {
  const effectAt = now.getTime() + takesEffectInHours * HOUR_MS;
  const overlapEndsAt = effectAt + overlapHours * HOUR_MS;
  const active = currentSecrets(secrets, now).filter(({ activeFrom }) => Date.parse(activeFrom) <= now.getTime());
  const leaving = active.map(({ secret, activeFrom, expiresAt }, index) => {
    // What ends the newest active one can only be the pending rotation, which this one replaces.
    const endsAt = index === 0 || expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
    return { secret, activeFrom, expiresAt: isoTime(Math.min(endsAt, overlapEndsAt)) };
  });
  return currentSecrets([{ secret, activeFrom: isoTime(effectAt) }, ...leaving], now).slice(0, MAX_SECRETS);
}

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
