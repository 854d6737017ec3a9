/** The headers of a delivery's request (docs/spec/delivery.md#request-headers). */
import type { DeliveryDetail } from '@social-platform-services/client';
import type { Webhook } from '../../shared/api-types.ts';
import { byteLength } from '../../shared/texts.ts';

export interface RequestHeader {
  readonly name: string;
  /** Undefined if it differs between attempts or is secret. */
  readonly value: string | undefined;
  readonly meaning: string;
  /** The value may be an API key, so it is shown on request only. */
  readonly isCustom?: true;
}

/** The service's own headers, then the custom headers of the webhook as they are configured now. */
export function requestHeaders(
  {
    deliveryId,
    eventId,
    createdAt,
    payload,
    traceId,
  }: Pick<DeliveryDetail, 'deliveryId' | 'eventId' | 'createdAt' | 'payload'> &
    Partial<Pick<DeliveryDetail, 'traceId'>>,
  webhook: Pick<Webhook, 'headers' | 'legacySignature'> | undefined,
): readonly RequestHeader[] {
  return [
    { name: 'content-type', value: 'application/json', meaning: 'The body is JSON.' },
    {
      name: 'content-length',
      value: payload === undefined ? undefined : `${byteLength(payload)}`,
      meaning: 'The length of the body in bytes.',
    },
    {
      name: 'x-event-id',
      value: eventId.replace(/[^!-$&-~]+/g, encodeURIComponent),
      meaning: 'The event ID. It is the same for every webhook.',
    },
    {
      name: 'x-event-accepted-at',
      value: `${Date.parse(createdAt)}`,
      meaning: 'When the event was accepted, in milliseconds since 1970.',
    },
    ...(traceId === undefined
      ? []
      : [{ name: 'traceparent', value: undefined, meaning: `The trace ${traceId}, with an ID for each attempt.` }]),
    {
      name: 'x-service-signature',
      value: undefined,
      meaning: 'Base64 of HMAC-SHA256 over the bytes of the body, with the webhook’s secret as the key.',
    },
    {
      name: 'webhook-id',
      value: deliveryId,
      meaning: 'The delivery ID. It is the same for every attempt, so that a receiver can recognize duplicates.',
    },
    {
      name: 'webhook-timestamp',
      value: undefined,
      meaning: 'When the attempt was signed, in seconds since 1970.',
    },
    {
      name: 'webhook-signature',
      value: undefined,
      meaning: 'v1 and the signature of ID, time and body, once for each active secret (Standard Webhooks).',
    },
    ...(webhook?.legacySignature === true
      ? [
          {
            name: 'x-legacy-signature',
            value: undefined,
            meaning:
              'Only the additional request has this header, instead of the four signature headers. Receivers may ignore this request.',
          },
        ]
      : []),
    { name: 'user-agent', value: 'social-platform-services/1 (webhooks)', meaning: 'Identifies this service.' },
    ...Object.entries(webhook?.headers ?? {}).map(([name, value]) => ({
      name,
      value,
      meaning: 'A custom header of this webhook, as it is configured now.',
      isCustom: true as const,
    })),
  ];
}
