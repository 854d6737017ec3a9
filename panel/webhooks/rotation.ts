/** Explains a rotation of the secret and the use of each secret. */
import type { WebhookSecret } from '../../client/index.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { MAX_ROTATION_HOURS } from '../../contract/webhooks.ts';
import { minuteText } from '../shared/time-texts.ts';

/** The request of a rotation. */
interface Rotation {
  readonly takesEffectInHours: number;
  readonly overlapHours: number;
}

/** What a rotation at `now` (milliseconds since 1970) does and when, the soonest first. */
export function rotationSentences({ takesEffectInHours, overlapHours }: Rotation, now: number): readonly string[] {
  const effectAt = now + takesEffectInHours * HOUR_MS;
  const endsAt = effectAt + overlapHours * HOUR_MS;
  const first =
    takesEffectInHours === 0
      ? 'x-service-signature uses the new secret right away: a receiver that checks this header needs the new secret now.'
      : `Nothing changes until ${minuteText(effectAt)}. From then on, x-service-signature uses the new secret: add it to your receiver before then.`;
  const second =
    overlapHours === 0
      ? 'The old secret stops working at the same time.'
      : `webhook-signature has a signature of the old secret too until ${minuteText(endsAt)}: a receiver that checks this header can use either secret.`;
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

/** How each secret is used at `now` (milliseconds since 1970), in the order of the secrets: the newest first. */
export function secretUses(secrets: readonly WebhookSecret[], now: number): readonly string[] {
  const current = secrets.findIndex(({ activeFrom }) => Date.parse(activeFrom) <= now);
  const next = secrets[current - 1];
  return secrets.map(({ activeFrom, expiresAt }, index) => {
    const end = expiresAt === undefined ? '' : ` until ${minuteText(expiresAt)}`;
    if (Date.parse(activeFrom) > now) return `Signs requests from ${minuteText(activeFrom)}${end}.`;
    if (index > current) return `Also signs webhook-signature${end}.`;
    if (next === undefined) return 'Signs every request.';
    return `Signs every request until ${minuteText(next.activeFrom)}; after that, also signs webhook-signature${end}.`;
  });
}
