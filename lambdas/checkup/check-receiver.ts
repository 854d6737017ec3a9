/** Sends the requests of a receiver's check-up (docs/spec/delivery.md#check-up), and returns the verdicts. */
import { CHECKUP_EVENT, CHECKUP_LARGE_BYTES, CheckupQuestion, type CheckupResult } from '../../contract/checkup.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { type LiveSecrets, liveSecrets, secretSchedule } from '../../contract/secret-schedule.ts';
import type { WebhookSecret } from '../../contract/webhooks.ts';
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import { deliveryIdOf } from '../deliveries/delivery-id.ts';
import type { RequestSender } from '../sending/send-request.ts';
import { requestTo, type SendSigned } from '../sending/send-signed.ts';
import { legacyHeaders, signedHeaders } from '../sending/signature.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import { busResult, type RequestQuestion, resultOf, skipped, speedResult } from './checkup-verdicts.ts';

/** More than the five minutes that receivers allow. */
const OLD_MS = HOUR_MS;

/** What a check-up works with; tests pass their own. `now` is milliseconds since 1970, `newSecret` makes one. */
export interface CheckupPorts {
  readonly sender: Pick<RequestSender, 'send'>;
  readonly now: () => number;
  readonly newSecret: () => WebhookSecret['secret'];
}

/**
 * Checks the receiver of a webhook. Where it does not accept the first, valid request, nothing else is asked. The
 * others go out at once, except for the last two, which follow what they repeat or precede; so it takes four attempts'
 * time at most. Ids follow from `startedAt` (milliseconds since 1970), so that a check-up that is repeated has the same.
 */
export async function checkReceiver(
  webhook: Webhook,
  ports: CheckupPorts,
  startedAt: number,
): Promise<readonly CheckupResult[]> {
  const { sender, now, newSecret } = ports;
  const secrets = liveSecrets(webhook.secrets, now());
  const forged: LiveSecrets = [newSecret()];
  const { next } = secretSchedule(webhook.secrets, now());
  // Before a rotation takes effect, the receiver should know the next secret; otherwise, that there may be another one.
  const rotating: LiveSecrets = next ? [next.secret] : [newSecret(), ...secrets];
  const outcomes: AttemptOutcome[] = [];

  const first = await ask('accepts_valid', signed('accepts_valid'));
  if (first.verdict !== 'passed') {
    const why = 'A valid request was not accepted.';
    return [first, ...laterQuestions.map((question) => skipped(question, why))];
  }
  const [wrong, old, rotation, legacy, large] = await Promise.all([
    ask('refuses_wrong_signature', signed('refuses_wrong_signature', { by: forged })),
    ask('refuses_old_timestamp', signed('refuses_old_timestamp', { at: now() - OLD_MS })),
    ask('accepts_rotation', signed('accepts_rotation', { by: rotating })),
    webhook.legacySignature
      ? ask('accepts_legacy', legacyRequest())
      : skipped('accepts_legacy', 'The webhook gets no legacy requests.'),
    ask('accepts_large', signed('accepts_large', { padding: 'x'.repeat(CHECKUP_LARGE_BYTES - 200) })),
  ]);
  const repetition = await ask('accepts_repetition', signed('accepts_valid'));
  const earlier = await ask('accepts_other_order', signed('accepts_other_order', { occurredAt: startedAt - 1000 }));
  return [first, wrong, old, repetition, earlier, rotation, legacy, large, speedResult(outcomes)];

  async function ask(question: RequestQuestion, request: ReturnType<typeof signed>): Promise<CheckupResult> {
    const outcome = await sender.send(request);
    outcomes.push(outcome);
    return resultOf(question, outcome, next?.activeFrom);
  }

  /** A request whose delivery id depends on its name: the same name is the same delivery. */
  function signed(name: RequestQuestion, { by = secrets, at = now(), occurredAt = startedAt, padding = '' } = {}) {
    const body = bodyOf(name, occurredAt, padding);
    const stamp = stampOf(name, occurredAt);
    const deliveryId = deliveryIdOf(webhook.networkId, stamp.eventId, webhook.webhookId, stamp.acceptedAt);
    return requestTo(webhook, stamp, body, signedHeaders({ deliveryId, now: new Date(at), body }, by));
  }

  function legacyRequest() {
    const body = bodyOf('accepts_legacy', startedAt);
    return requestTo(webhook, stampOf('accepts_legacy', startedAt), body, legacyHeaders(body, secrets));
  }

  function stampOf(name: RequestQuestion, occurredAt: number) {
    return { eventId: `${name}-${startedAt}`, acceptedAt: new Date(occurredAt).toISOString() };
  }
}

/** Checks a webhook's event bus: puts one event. What else receivers are asked is about signatures and requests. */
export async function checkBus(
  webhook: Webhook,
  { sendSigned }: { readonly sendSigned: SendSigned },
  at: number,
): Promise<readonly CheckupResult[]> {
  const { networkId, webhookId } = webhook;
  const stamp = { eventId: `accepts_valid-${at}`, acceptedAt: new Date(at).toISOString() };
  const deliveryId = deliveryIdOf(networkId, stamp.eventId, webhookId, stamp.acceptedAt);
  const body = `${bodyOf('accepts_valid', at)}`;
  const outcome = await sendSigned(webhook, { ...stamp, deliveryId, body, isFirstAttempt: false });
  const others = laterQuestions.filter((question) => question !== 'is_quick');
  return [
    busResult(outcome),
    ...others.map((question) => skipped(question, 'An event bus verifies and handles nothing by itself.')),
    speedResult([outcome]),
  ];
}

const laterQuestions = CheckupQuestion.options.filter((question) => question !== 'accepts_valid');

function bodyOf(check: RequestQuestion, occurredAt: number, padding = ''): Buffer {
  const data = { check, occurredAt: new Date(occurredAt).toISOString(), ...(padding !== '' && { padding }) };
  return Buffer.from(JSON.stringify({ event: CHECKUP_EVENT, data }));
}
