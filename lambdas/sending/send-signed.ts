/** Signs a delivery, and sends it to a receiver or puts it on an event bus. */
import { liveSecrets } from '../../contract/secret-schedule.ts';
import { DELIVERY_USER_AGENT, EVENT_ACCEPTED_AT, EVENT_ID } from '../../contract/signature.ts';
import { TRACEPARENT } from '../../contract/traceparent.ts';
import type { AttemptOutcome } from '../deliveries/attempt.ts';
import type { Webhook } from '../webhooks/webhooks-table.ts';
import type { InTurn, Outbound, RequestSender } from './send-request.ts';
import { legacyHeaders, signedHeaders } from './signature.ts';

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

/** Puts an event on a bus of a webhook, once. Never rejects. */
export type PutOnBus = (webhook: Webhook, eventBus: string, event: Signed, inTurn?: InTurn) => Promise<AttemptOutcome>;

/** The complete request to a webhook. */
export const requestTo = (
  { networkId, url = '', headers: customHeaders }: Webhook,
  { eventId, acceptedAt, traceparent }: Pick<Signed, 'eventId' | 'acceptedAt' | 'traceparent'>,
  body: Buffer,
  signature: Readonly<Record<string, string>>,
): Outbound => ({
  networkId,
  url,
  body,
  // A receiver would get two traces, which it has to ignore.
  customHeaders: traceparent === undefined ? customHeaders : withoutTrace(customHeaders),
  headers: {
    'content-type': 'application/json',
    'user-agent': DELIVERY_USER_AGENT,
    [EVENT_ID]: headerText(eventId),
    [EVENT_ACCEPTED_AT]: `${Date.parse(acceptedAt)}`,
    ...(traceparent !== undefined && { [TRACEPARENT]: traceparent }),
    ...signature,
  },
});

const withoutTrace = (headers: Webhook['headers']): Webhook['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== TRACEPARENT));

/** An id as a header's value: decodeURIComponent returns the id. */
const headerText = (id: string): string => id.replace(/[^!-$&-~]+/g, encodeURIComponent);

/** Sends by one sender, or to buses. The outcome is that of the signed request; the legacy request's is ignored. */
export function signedSender(
  sender: Pick<RequestSender, 'send'>,
  now: () => number,
  putOnBus?: PutOnBus | undefined,
): SendSigned {
  return async (webhook, signed, inTurn) => {
    if (webhook.eventBus !== undefined && putOnBus !== undefined)
      return await putOnBus(webhook, webhook.eventBus, signed, inTurn);
    const { deliveryId, isFirstAttempt } = signed;
    const secrets = liveSecrets(webhook.secrets, now());
    const bytes = Buffer.from(signed.body);
    const send = (signature: Readonly<Record<string, string>>) =>
      sender.send(requestTo(webhook, signed, bytes, signature), inTurn);
    const sent = send(signedHeaders({ deliveryId, now: new Date(now()), body: bytes }, secrets));
    if (webhook.legacySignature && isFirstAttempt) await send(legacyHeaders(bytes, secrets));
    return await sent;
  };
}
