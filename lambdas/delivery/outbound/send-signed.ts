/** Signs a delivery and sends it once (docs/spec/delivery.md#signature). */
import { DELIVERY_USER_AGENT } from '../../../contract/signature.ts';
import type { Webhook } from '../../webhooks/webhooks-table.ts';
import type { AttemptOutcome } from '../model/attempt.ts';
import type { RequestSender } from './send-request.ts';
import { activeSecrets, legacyHeaders, signedHeaders } from './signature.ts';

/** A delivery to sign and send. */
export interface Signed {
  readonly deliveryId: string;
  /** The exact text; its UTF-8 bytes are signed and sent. */
  readonly body: string;
  /** Only the first attempt sends a legacy request as well (docs/spec/delivery.md#legacy-request). */
  readonly isFirstAttempt: boolean;
}

export type SendSigned = (webhook: Webhook, signed: Signed) => Promise<AttemptOutcome>;

/** Sends through `sender`. Returns the outcome of the signed request; that of the legacy request is ignored. */
export function signedSender(sender: Pick<RequestSender, 'send'>, now: () => number): SendSigned {
  return async (webhook, { deliveryId, body, isFirstAttempt }) => {
    const secrets = activeSecrets(webhook.secrets, new Date(now()));
    const bytes = Buffer.from(body);
    const request = (signature: Readonly<Record<string, string>>) => ({
      networkId: webhook.networkId,
      url: webhook.url,
      body: bytes,
      headers: {
        ...webhook.headers,
        'content-type': 'application/json',
        'user-agent': DELIVERY_USER_AGENT,
        ...signature,
      },
    });
    const sent = sender.send(request(signedHeaders({ deliveryId, now: new Date(now()), body: bytes }, secrets)));
    if (webhook.legacySignature && isFirstAttempt) await sender.send(request(legacyHeaders(bytes, secrets)));
    return await sent;
  };
}
