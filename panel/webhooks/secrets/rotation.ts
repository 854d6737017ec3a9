/** What a rotation of the secret will do, and what each secret does, in sentences. Times are milliseconds since 1970 or ISO 8601. */
import type { WebhookSecret } from '../../../client/index.ts';
import { webhookRules } from '../../../client/webhook-rules.generated.ts';
import { minuteText } from '../../shared/times.ts';

/** As the service takes it. */
export interface Rotation {
  readonly takesEffectInHours: number;
  readonly overlapHours: number;
}

const HOUR = 3_600_000;

/** What happens when, the soonest first. */
export function rotationSentences({ takesEffectInHours, overlapHours }: Rotation, now: number): readonly string[] {
  const effectAt = now + takesEffectInHours * HOUR;
  const endsAt = effectAt + overlapHours * HOUR;
  const first =
    takesEffectInHours === 0
      ? 'At once, x-service-signature is made with the new secret: a receiver that checks it needs the new secret now.'
      : `Until ${minuteText(effectAt)} nothing changes; give your receiver the new secret by then. From then on, x-service-signature is made with it.`;
  const second =
    overlapHours === 0
      ? 'The old secret ends at the same moment.'
      : `The old secret goes on signing beside it in webhook-signature until ${minuteText(endsAt)}: a receiver that checks that header may know either.`;
  return [first, second];
}

/** What is wrong with a number of hours as it was typed. */
export function hoursProblem(text: string, least: number): string | undefined {
  const hours = hoursOf(text);
  return hours >= least && hours <= webhookRules.maxRotationHours
    ? undefined
    : `Enter a number of hours from ${least} to ${webhookRules.maxRotationHours}.`;
}

/** The hours that were typed; NaN where they are no number. */
export const hoursOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** When each secret signs what, in the order of the secrets: the newest first. */
export function secretUses(secrets: readonly WebhookSecret[], now: number): readonly string[] {
  const current = secrets.findIndex(({ activeFrom }) => Date.parse(activeFrom) <= now);
  const next = secrets[current - 1];
  return secrets.map(({ activeFrom, expiresAt }, index) => {
    const end = expiresAt === undefined ? '' : ` until ${minuteText(expiresAt)}`;
    if (Date.parse(activeFrom) > now) return `Signs from ${minuteText(activeFrom)} on${end}.`;
    if (index > current) return `Signs beside the newer one in webhook-signature${end}.`;
    if (next === undefined) return 'Signs every request.';
    return `Signs every request until ${minuteText(next.activeFrom)}; then beside the newer one in webhook-signature${end}.`;
  });
}
