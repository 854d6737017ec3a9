/** What a sender of deliveries takes, and what it is. */
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { InTurn } from './send-request.ts';

/** A delivery to sign and send. */
export interface Signed {
  /** The same in every attempt. */
  readonly deliveryId: string;
  readonly eventId: string;
  /** When the event was accepted: ISO 8601. */
  readonly acceptedAt: string;
  /** The exact text; its UTF-8 bytes are signed and sent. */
  readonly body: string;
  /** Where the event has a trace: the child that this attempt is, as a `traceparent`. */
  readonly traceparent?: string | undefined;
  /** Only the first attempt sends a legacy request as well (docs/spec/delivery.md#legacy-request). */
  readonly isFirstAttempt: boolean;
}

/** Signs a delivery and sends it once. Never rejects. */
export type SendSigned = (webhook: Webhook, signed: Signed, inTurn?: InTurn) => Promise<AttemptOutcome>;
