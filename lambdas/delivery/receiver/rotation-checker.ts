/**
 * Asks a receiver whether it accepts what only the newest secret has signed, before earlier secrets stop to sign
 * (docs/spec/delivery.md#check-up), and tells the network if it does not.
 */
import { CHECKUP_EVENT } from '../../../contract/checkup.ts';
import type { DeliverySettings } from '../../../contract/delivery-settings.ts';
import type { Webhook } from '../../webhooks/webhooks-table.ts';
import type { AttemptOutcome } from '../model/attempt.ts';
import { deliveryIdOf } from '../model/delivery-id.ts';
import { secretRefused } from '../model/notice.ts';
import { dueRotationCheck } from '../model/rotation-check.ts';
import type { Notices } from './notices.ts';
import type { ReceiverHealthTable } from './receiver-health-table.ts';

/** What the checker needs. `now` returns milliseconds since 1970. */
export interface RotationCheckerTools {
  /** Signs a request with the secrets of the webhook, and sends it once. */
  readonly sendSigned: (
    webhook: Webhook,
    request: { readonly deliveryId: string; readonly body: string; readonly isFirstAttempt: boolean },
  ) => Promise<Pick<AttemptOutcome, 'class'>>;
  readonly health: Pick<ReceiverHealthTable, 'noteRotationCheck'>;
  readonly notices: Pick<Notices, 'store'>;
  readonly settings: Pick<DeliverySettings, 'rotationCheckSeconds'>;
  readonly now: () => number;
}

export type RotationChecker = ReturnType<typeof rotationChecker>;

export function rotationChecker({ sendSigned, health, notices, settings, now }: RotationCheckerTools) {
  const due = (webhook: Webhook) => dueRotationCheck(webhook, settings.rotationCheckSeconds, now());
  return { isDue: (webhook: Webhook): boolean => due(webhook) !== undefined, check };

  /**
   * Sends the request of the check that is due, if any. A response other than 2xx and 4xx says nothing of the secret, so the check
   * remains due. It costs a write unit, and another one for a notice. Throws errors of the tables.
   */
  async function check(webhook: Webhook): Promise<void> {
    const found = due(webhook);
    if (found === undefined) return;
    const { networkId, webhookId } = webhook;
    const acceptedAt = new Date(now()).toISOString();
    const { class: ending } = await sendSigned(
      { ...webhook, legacySignature: false, secrets: [{ secret: found.secret, activeFrom: webhook.createdAt }] },
      {
        deliveryId: deliveryIdOf(networkId, `rotation-${found.at}`, webhookId, acceptedAt),
        body: JSON.stringify({ event: CHECKUP_EVENT, data: { check: 'accepts_rotation', occurredAt: acceptedAt } }),
        isFirstAttempt: false,
      },
    );
    if (ending !== 'delivered' && ending !== 'http_4xx') return;
    if (ending === 'http_4xx') await notices.store([secretRefused(webhook, found.at, now())]);
    await health.noteRotationCheck(webhook, found.at);
  }
}
