/**
 * Which secret of a webhook signs when (docs/spec/webhooks.md#secret-rotation). Rotations, the signer of deliveries, the
 * verifier of receivers' requests, the check-up, the panel and its curl command all ask here.
 *
 * Times of secrets are ISO 8601 with milliseconds; `now` is in milliseconds since 1970.
 */
import { HOUR_MS } from './durations.ts';
import type { WebhookSecret } from './webhooks.ts';

/** The most secrets of one webhook: the next one, the current one, and one that is on its way out. */
export const MAX_SECRETS = 3;

/** The secrets of a webhook at a moment. */
export interface SecretSchedule {
  /** Signs `x-service-signature`. A webhook always has one, but by a clock that is behind it may begin later. */
  readonly current: WebhookSecret | undefined;
  /** Takes the place of the current one at its `activeFrom`. */
  readonly next: WebhookSecret | undefined;
  /** Each signs in `webhook-signature`: the current one, then earlier ones that have not expired, newest first. */
  readonly live: readonly WebhookSecret[];
  /** Those that sign now or will, newest first. */
  readonly remaining: readonly WebhookSecret[];
  /** What a receiver must know by when: the next secret, or the current one where earlier ones end. */
  readonly deadline: { readonly secret: WebhookSecret['secret']; readonly at: string } | undefined;
}

/** The secrets at `now`, in whatever order they are given. */
export function secretSchedule(secrets: readonly WebhookSecret[], now: number): SecretSchedule {
  const remaining = secrets
    .filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > now)
    .toSorted((one, other) => Date.parse(other.activeFrom) - Date.parse(one.activeFrom));
  const live = remaining.filter(({ activeFrom }) => Date.parse(activeFrom) <= now);
  const [current, earlier] = live;
  const next = remaining.findLast((one) => !live.includes(one));
  const required = next ?? current;
  const at = next ? next.activeFrom : earlier?.expiresAt;
  const deadline = required && at !== undefined ? { secret: required.secret, at } : undefined;
  return { current, next, live, remaining, deadline };
}

/** Secrets that sign, the newest first: that one signs `x-service-signature`, and each signs in `webhook-signature`. */
export type LiveSecrets = readonly [newest: string, ...older: string[]];

/** The texts of the secrets that are live at `now`. Throws where none is. */
export function liveSecrets(secrets: readonly WebhookSecret[], now: number): LiveSecrets {
  const [newest, ...older] = secretSchedule(secrets, now).live.map(({ secret }) => secret);
  if (newest === undefined) throw new Error('the webhook has no live secret');
  return [newest, ...older];
}

/** When a rotation takes effect, and for how long the old secrets sign as well. */
export interface Rotation {
  readonly takesEffectInHours: number;
  readonly overlapHours: number;
}

/** When a rotation at `now` takes effect, and when the overlap ends, in milliseconds since 1970. */
export function rotationTimes({ takesEffectInHours, overlapHours }: Rotation, now: number) {
  const effectAt = now + takesEffectInHours * HOUR_MS;
  return { effectAt, overlapEndsAt: effectAt + overlapHours * HOUR_MS };
}

/**
 * The secrets after a rotation, newest first; at most 3.
 *
 * The new secret signs from the moment at which the rotation takes effect, the others end `overlapHours` later; one
 * that an earlier rotation ends sooner still ends then. A rotation that is pending is undone: its secret never signs.
 */
export function rotated(
  secrets: readonly WebhookSecret[],
  secret: string,
  rotation: Rotation,
  now: number,
): readonly WebhookSecret[] {
  const { effectAt, overlapEndsAt } = rotationTimes(rotation, now);
  const leaving = secretSchedule(secrets, now).live.map(({ secret, activeFrom, expiresAt }, index) => {
    // What ends the current one can only be the pending rotation, which this one replaces.
    const endsAt = index === 0 || expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
    return { secret, activeFrom, expiresAt: isoTime(Math.min(endsAt, overlapEndsAt)) };
  });
  return secretSchedule([{ secret, activeFrom: isoTime(effectAt) }, ...leaving], now).remaining.slice(0, MAX_SECRETS);
}

const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
