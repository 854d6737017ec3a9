/** Handles one webhook request, whatever the framework (docs/spec/delivery.md#receiver-contract). */
import {
  joined,
  type VerifiedDelivery,
  type VerifiedEvent,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from '../verify-webhook.ts';

/** How a receiver verifies and handles events. `E` is the type of its events, which the signature vouches for. */
export interface ReceiverOptions<E extends VerifiedEvent = VerifiedEvent> {
  /** The webhook's secret, `whsec_…`; while it is being rotated, the old and the new one, in a list or a text. */
  readonly secret: string | readonly string[];
  /**
   * Handles an event, after the response, since the service waits only 1.5 seconds. If it fails then, or the process
   * ends, the event does not come again: store it first, such as in a queue, or wait for the handler.
   */
  readonly onEvent: (event: VerifiedDelivery<E>) => unknown;
  /** Responds after `onEvent`, and with 500 if it fails, so that the event comes again. Always so on Lambda. */
  readonly waitForHandler?: boolean | undefined;
  /**
   * Whether the event with this `deliveryId` has been handled: an event may come more than once. Only if it is false,
   * `onEvent` is called. Record the id when `onEvent` is done, in the same transaction if there is one.
   */
  readonly seen?: ((deliveryId: string) => boolean | Promise<boolean>) | undefined;
  /**
   * The key of what an event is about, such as `({ data }) => data.channel?.channelId`. An event that was accepted
   * before the latest one with its key is not handed over. Undefined for events whose order does not matter.
   */
  readonly keyOf?: ((event: VerifiedDelivery<E>) => string | undefined) | undefined;
  /**
   * Records `deliveryId` as the latest of its key unless a greater one is recorded, as one step, and returns whether it
   * did: ids sort by the acceptance of their events. By default in this process, for the last 10,000 keys.
   */
  readonly isLatest?: ((key: string, deliveryId: string) => boolean | Promise<boolean>) | undefined;
  /** Reports failures of `onEvent` and `seen`, and each WebhookVerificationError; by default `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** How far the time of sending may be from now, in seconds; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
}

/** The status to respond with, and what to do after the response; it never rejects. */
export interface Responded {
  readonly status: number;
  readonly afterwards?: (() => Promise<unknown>) | undefined;
}

/** More than any delivery: events have at most 256 KiB. */
const MAX_BODY_BYTES = 2 ** 20;

/** The raw body: its bytes, or a stream of them, such as the request of `node:http` or the body of a `Request`. */
export type RawBody = Uint8Array | ArrayBuffer | AsyncIterable<Uint8Array>;

/**
 * Verifies a request by its raw body and decides on the response: 200 for an event, also one that was seen before or is
 * outdated, and for the copy of an event in the legacy form, which is ignored; 400 if what is signed is no event; 401 if
 * the signature is not valid; 413 if a stream is larger than 1 MiB; 500 after a failure, also of the stream. Never
 * rejects.
 */
export async function receive<E extends VerifiedEvent>(
  options: ReceiverOptions<E>,
  headers: WebhookHeaders,
  body: RawBody,
): Promise<Responded> {
  const { secret, onEvent, waitForHandler, seen, onError = console.error, toleranceSeconds } = options;
  let status = 200;
  let afterwards: Responded['afterwards'];
  try {
    const bytes = isStream(body) ? await bytesOf(body) : body;
    if (!bytes) return { status: 413 };
    const event = await verifyWebhook<E>({ headers, body: bytes, secret, toleranceSeconds });
    const handle = async (): Promise<unknown> => onEvent(event);
    if (!(await seen?.(event.deliveryId)) && !(await isOutdated(options, event))) {
      if (waitForHandler) await handle();
      else afterwards = () => handle().catch(onError);
    }
  } catch (error) {
    status = statusOf(error);
    if (status !== 200) onError(error);
  }
  return { status, afterwards };
}

function statusOf(error: unknown): number {
  if (!(error instanceof WebhookVerificationError)) return 500;
  if (error.reason === 'legacy-request') return 200;
  return error.reason === 'not-an-event' ? 400 : 401;
}

async function isOutdated<E extends VerifiedEvent>(
  { keyOf, isLatest }: ReceiverOptions<E>,
  event: VerifiedDelivery<E>,
): Promise<boolean> {
  const key = keyOf?.(event);
  if (!keyOf || key === undefined) return false;
  return !(isLatest ? await isLatest(key, event.deliveryId) : isLatestHere(keyOf, key, event.deliveryId));
}

const MAX_KEYS = 10_000;
/** By the receiver's `keyOf`: the latest delivery of each key. The key used last is the last. */
const latestOf = new WeakMap<object, Map<string, string>>();

function isLatestHere(receiver: object, key: string, deliveryId: string): boolean {
  const latest = latestOf.get(receiver) ?? new Map<string, string>();
  latestOf.set(receiver, latest);
  const before = latest.get(key) ?? '';
  latest.delete(key);
  latest.set(key, before > deliveryId ? before : deliveryId);
  for (const [oldest] of latest) {
    if (latest.size <= MAX_KEYS) break;
    latest.delete(oldest);
  }
  return before <= deliveryId;
}

/** Of whatever JavaScript may pass. */
const isStream = (body: RawBody): body is AsyncIterable<Uint8Array> =>
  body && typeof body === 'object' && Symbol.asyncIterator in body;

/** Returns all bytes of a stream, or undefined as soon as there are too many. */
async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return joined(chunks);
}
