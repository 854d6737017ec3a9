/** Posts any number of events of the platform, each stored once (docs/spec/events.md#failed-requests). */
import { ApiError, ConnectionError } from '../errors.ts';
import type { KnownEventName } from '../events.generated.ts';
import type { Methods, RequestTo } from '../operation.ts';
import { repeating } from '../retries.ts';

type PostedEvent = RequestTo<'ingestEvents'>['body']['events'][number];

/** An event to post, of the catalogue or of your own. Without an `id`, its idempotency key, it gets a random one. */
export interface NewEvent extends PostedEvent {
  /** Editors suggest the names of the catalogue. */
  readonly event: KnownEventName | (string & Record<never, never>);
}

type IdentifiedEvent = NewEvent & { readonly id: string };

export interface SendOptions {
  /** Aborts a request, or the wait for a retry. To stop an endless source, end the source: what it had is sent. */
  readonly signal?: AbortSignal | undefined;
  /** For how long a request is repeated; five minutes by default. */
  readonly patienceMilliseconds?: number | undefined;
}

/** How many events the service has stored, and how many it had stored before. */
export interface SentEvents {
  readonly accepted: number;
  readonly duplicates: number;
}

/**
 * A request failed for good; `cause` is its error. Its events are `unsent`, with their ids, as the details of an
 * ApiError number them. Events before them are stored; those after them have not been read from the source. Sending
 * `unsent` again stores nothing twice.
 */
export class SendEventsError extends Error {
  override readonly name = 'SendEventsError';
  readonly unsent: readonly IdentifiedEvent[];
  /** What was stored before. */
  readonly sent: SentEvents;

  constructor(unsent: readonly IdentifiedEvent[], sent: SentEvents, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`A request with ${unsent.length} events failed: ${reason}`, { cause });
    this.unsent = unsent;
    this.sent = sent;
  }
}

/** The limits of one request (docs/spec/events.md#ingest). */
const MAX_EVENTS = 100;
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const BODY_BYTES_AROUND_EVENTS = '{"events":[]}'.length;
const DEFAULT_PATIENCE_MS = 300_000;

/**
 * Posts events in their order, in as few requests as possible, one after the other. The source is read only as quickly
 * as the service accepts, so it can be endless. A request is sent when it is full or the source ends. It is repeated
 * after 429, 5xx and connection failures; its events have ids, so none is stored twice. Throws SendEventsError; or what
 * the source throws, after the events before that are stored. `client` needs a token of the role `server`.
 */
export async function sendEvents(
  client: Pick<Methods, 'ingestEvents'>,
  events: Iterable<NewEvent> | AsyncIterable<NewEvent>,
  { signal, patienceMilliseconds: milliseconds = DEFAULT_PATIENCE_MS }: SendOptions = {},
): Promise<SentEvents> {
  const limits = { retries: Number.POSITIVE_INFINITY, milliseconds, signal, isWorthIt: mayBeRepeated };
  let sent: SentEvents = { accepted: 0, duplicates: 0 };
  for await (const batch of batchesOf(events)) {
    try {
      const post = () => client.ingestEvents({ body: { events: batch } }, { signal });
      const { results } = await repeating(limits, post);
      const accepted = results.filter(({ status }) => status === 'accepted').length;
      sent = { accepted: sent.accepted + accepted, duplicates: sent.duplicates + results.length - accepted };
    } catch (cause) {
      throw new SendEventsError(batch, sent, cause);
    }
  }
  return sent;
}

async function* batchesOf(events: Iterable<NewEvent> | AsyncIterable<NewEvent>) {
  let batch: IdentifiedEvent[] = [];
  let bytes = BODY_BYTES_AROUND_EVENTS;
  try {
    for await (const event of events) {
      const identified = { ...event, id: event.id ?? crypto.randomUUID() };
      const more = new TextEncoder().encode(`${JSON.stringify(identified)},`).length;
      if (batch.length === MAX_EVENTS || (batch.length > 0 && bytes + more > MAX_BODY_BYTES)) {
        yield batch;
        batch = [];
        bytes = BODY_BYTES_AROUND_EVENTS;
      }
      batch.push(identified);
      bytes += more;
    }
  } catch (error) {
    if (batch.length > 0) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
}

const mayBeRepeated = (error: unknown): boolean =>
  (error instanceof ApiError && (error.status === 429 || (error.status >= 500 && error.status <= 504))) ||
  (error instanceof ConnectionError && (error.reason === 'unreachable' || error.reason === 'timed-out'));
