/**
 * Asks a receiver whether it accepts what only the newest secret has signed, before earlier secrets stop to sign
 * (docs/spec/delivery.md#check-up), and tells the network if it does not.
 */
import { CHECKUP_EVENT } from '../../contract/checkup.ts';
import type { DeliverySettings } from '../../contract/delivery-settings.ts';
import { type SecretSchedule, secretSchedule } from '../../contract/secret-schedule.ts';
import { deliveryIdOf } from '../deliveries/delivery-id.ts';
import { secretRefused } from '../notices/notice.ts';
import type { Notices } from '../notices/notice-outbox.ts';
import type { ReceiverHealthTable } from '../receiver-health/receiver-health-table.ts';
import type { InTurn } from '../sending/send-request.ts';
import type { SendSigned } from '../sending/send-signed.ts';
import { loggedError } from '../shared/logged-error.ts';
import type { WebhookDirectory } from '../webhooks/webhook-directory.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';

/** What the checker needs. `now` returns milliseconds since 1970. */
export interface RotationCheckerPorts {
  readonly sendSigned: SendSigned;
  readonly health: Pick<ReceiverHealthTable, 'noteRotationCheck'>;
  readonly notices: Pick<Notices, 'store'>;
  readonly directory: Pick<WebhookDirectory, 'forget'>;
  readonly settings: Pick<DeliverySettings, 'rotationCheckSeconds'>;
  readonly now: () => number;
}

export type RotationChecker = ReturnType<typeof rotationChecker>;

export function rotationChecker({ sendSigned, health, notices, directory, settings, now }: RotationCheckerPorts) {
  const due = (webhook: Webhook) =>
    webhook.eventBus === undefined ? dueRotationCheck(webhook, settings.rotationCheckSeconds, now()) : undefined;
  return { isDue: (webhook: Webhook): boolean => due(webhook) !== undefined, tryCheck };

  /**
   * Sends the request of the check that is due, if any. A response other than 2xx and 4xx says nothing of the secret,
   * so the check remains due. It costs a write unit, and another one for a notice. Where that can't be written, the
   * next delivery checks again.
   */
  async function tryCheck(webhook: Webhook, inTurn?: InTurn): Promise<void> {
    try {
      await check(webhook, inTurn);
    } catch (error) {
      console.error({
        message: 'A receiver could not be asked about a rotation.',
        webhookId: webhook.webhookId,
        error: loggedError(error),
      });
    }
    directory.forget(webhook.networkId, webhook.webhookId);
  }

  async function check(webhook: Webhook, inTurn: InTurn | undefined): Promise<void> {
    const found = due(webhook);
    if (found === undefined) return;
    const { networkId, webhookId } = webhook;
    const acceptedAt = new Date(now()).toISOString();
    const eventId = `rotation-${found.at}`;
    const { class: ending } = await sendSigned(
      { ...webhook, legacySignature: false, secrets: [{ secret: found.secret, activeFrom: webhook.createdAt }] },
      {
        deliveryId: deliveryIdOf(networkId, eventId, webhookId, acceptedAt),
        eventId,
        acceptedAt,
        body: JSON.stringify({ event: CHECKUP_EVENT, data: { check: 'accepts_rotation', occurredAt: acceptedAt } }),
        isFirstAttempt: false,
      },
      inTurn,
    );
    if (ending !== 'delivered' && ending !== 'http_4xx') return;
    if (ending === 'http_4xx') await notices.store([secretRefused(webhook, found.at, now())]);
    await health.noteRotationCheck(webhook, found.at);
  }
}

/**
 * The check that is due: in the last `leadSeconds` before a scheduled rotation takes effect, and before the earlier
 * secrets end, once each. `now` is in milliseconds.
 */
function dueRotationCheck(
  { secrets, rotationCheckedFor }: Pick<Webhook, 'secrets' | 'rotationCheckedFor'>,
  leadSeconds: number,
  now: number,
): SecretSchedule['deadline'] {
  const { deadline } = secretSchedule(secrets, now);
  if (deadline === undefined || deadline.at === rotationCheckedFor) return undefined;
  return Date.parse(deadline.at) - now <= leadSeconds * 1000 ? deadline : undefined;
}
