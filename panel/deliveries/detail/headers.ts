/** The headers of a delivery's request, as the design documentation lists them. */
import type { DeliveryDetail, WebhookAnswer } from '../../../client/index.ts';

export interface RequestHeader {
  readonly name: string;
  /** Undefined where it differs from attempt to attempt, or is nobody's to see. */
  readonly value: string | undefined;
  readonly meaning: string;
}

/** The service's own headers, then those of the webhook as they are configured now. */
export function requestHeaders(
  { deliveryId, payload }: Pick<DeliveryDetail, 'deliveryId' | 'payload'>,
  webhook: Pick<WebhookAnswer, 'headers' | 'legacySignature'> | undefined,
): readonly RequestHeader[] {
  return [
    { name: 'content-type', value: 'application/json', meaning: 'The body is JSON.' },
    {
      name: 'content-length',
      value: payload === undefined ? undefined : `${new TextEncoder().encode(payload).length}`,
      meaning: 'The bytes of the body.',
    },
    {
      name: 'x-service-signature',
      value: undefined,
      meaning: 'Base64 of HMAC-SHA256 over the body’s bytes, with the webhook’s secret as the key.',
    },
    {
      name: 'webhook-id',
      value: deliveryId,
      meaning: 'The delivery. It is the same in every attempt, so a receiver can tell a repetition.',
    },
    {
      name: 'webhook-timestamp',
      value: undefined,
      meaning: 'When the attempt was signed, in seconds since 1970.',
    },
    {
      name: 'webhook-signature',
      value: undefined,
      meaning: 'v1 and the signature of id, time and body, once for each live secret (Standard Webhooks).',
    },
    ...(webhook?.legacySignature === true
      ? [
          {
            name: 'x-legacy-signature',
            value: undefined,
            meaning: 'On a second request beside the first attempt, in place of the four above. It may be ignored.',
          },
        ]
      : []),
    { name: 'user-agent', value: 'social-platform-services/1 (webhooks)', meaning: 'Who is calling.' },
    ...Object.entries(webhook?.headers ?? {}).map(([name, value]) => ({
      name,
      value,
      meaning: 'Set on this webhook, as it is configured now.',
    })),
  ];
}
