/** Explains a rotation of the secret and the use of each secret. */
import type { WebhookSecret } from '@social-platform-services/client';
import { type Rotation, rotationTimes, secretSchedule } from '../../contract/secret-schedule.ts';
import { MAX_ROTATION_HOURS } from '../../contract/webhook-secrets.ts';
import { minuteText } from '../shared/time-texts.ts';

/** What a rotation at `now` (milliseconds since 1970) does and when, the soonest first. */
export function rotationSentences(rotation: Rotation, now: number): readonly string[] {
  const { takesEffectInHours, overlapHours } = rotation;
  const { effectAt, overlapEndsAt } = rotationTimes(rotation, now);
  const first =
    takesEffectInHours === 0
      ? 'x-service-signature uses the new secret right away: a receiver that checks this header needs the new secret now.'
      : `Nothing changes until ${minuteText(effectAt)}. From then on, x-service-signature uses the new secret: add it to your receiver before then.`;
  const second =
    overlapHours === 0
      ? 'The old secret stops working at the same time.'
      : `webhook-signature has a signature of the old secret too until ${minuteText(overlapEndsAt)}: a receiver that checks this header can use either secret.`;
  return [first, second];
}

/** The error message for a number of hours as typed; undefined if it is valid. */
export function hoursError(text: string, min: number): string | undefined {
  const hours = parseHours(text);
  return hours >= min && hours <= MAX_ROTATION_HOURS
    ? undefined
    : `Enter a number of hours from ${min} to ${MAX_ROTATION_HOURS}.`;
}

/** The number of hours as typed; NaN if it is not a number. */
export const parseHours = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** How each secret is used at `now` (milliseconds since 1970), in the order of the secrets. */
export function secretUses(secrets: readonly WebhookSecret[], now: number): readonly string[] {
  const { current, next, live } = secretSchedule(secrets, now);
  return secrets.map((secret) => {
    const end = secret.expiresAt === undefined ? '' : ` until ${minuteText(secret.expiresAt)}`;
    if (secret === current)
      return next === undefined
        ? 'Signs every request.'
        : `Signs every request until ${minuteText(next.activeFrom)}; after that, also signs webhook-signature${end}.`;
    if (live.includes(secret)) return `Also signs webhook-signature${end}.`;
    return secret === next ? `Signs requests from ${minuteText(secret.activeFrom)}${end}.` : 'Signs nothing any more.';
  });
}
