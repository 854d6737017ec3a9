/** How records and messages become invocations, an event's largest size, and what a result says of a batch. */
import type { Message } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { type InvocationOutcome, MAX_PAYLOAD_BYTES } from '../functions/invocation.ts';
import type { Json } from '../template/json.ts';
import type { QueueMapping, StreamMapping } from './mapping.ts';
import type { StreamRecord } from './records.ts';

/** Messages for one invocation. */
export interface QueueDelivery {
  readonly messages: readonly Message[];
  /** The trace header of the invocation. */
  readonly trace: string | undefined;
}

/** Received messages: those to deliver, at the same time, and those whose chain of invocations is stopped as a loop. */
interface ReceivedMessages {
  readonly deliveries: readonly QueueDelivery[];
  readonly stopped: readonly Message[];
}

export interface Deliveries {
  /** The batches of consecutive stream records, in the order of delivery. */
  batches(mapping: StreamMapping, records: readonly StreamRecord[]): readonly (readonly StreamRecord[])[];
  /** Whether the next receive returns nothing, although there may be messages. */
  hides(mapping: QueueMapping): boolean;
  received(mapping: QueueMapping, messages: readonly Message[]): ReceivedMessages;
}

/** Every record and message once, in order. */
export const plainDeliveries: Deliveries = {
  batches: ({ batchSize }, records) => inBatches(records, batchSize),
  hides: () => false,
  received: (_mapping, messages) => ({ deliveries: [{ messages, trace: undefined }], stopped: [] }),
};

/** `records` in lists of at most `size`. */
export const inBatches = <T>(records: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(records.length / size) }, (_, index) =>
    records.slice(index * size, (index + 1) * size),
  );

/** The event of a stream or queue, as JSON text. */
export const eventOf = (records: readonly Json[]): string => JSON.stringify({ Records: records });

const EMPTY_EVENT_BYTES = eventOf([]).length;

/**
 * `items` in lists whose events are within the limit
 * (https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html, "Batching behavior"). An item that
 * is too large by itself is alone in its list.
 */
export function withinEventLimit<T>(items: readonly T[], recordOf: (item: T) => Json): readonly (readonly T[])[] {
  const lists: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(recordOf(item))) + 1;
    const list = lists.at(-1);
    if (list === undefined || bytes + size > MAX_PAYLOAD_BYTES) {
      lists.push([item]);
      bytes = EMPTY_EVENT_BYTES + size;
    } else {
      list.push(item);
      bytes += size;
    }
  }
  return lists;
}

export type BatchResult =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'partial'; readonly failed: ReadonlySet<string> }
  | { readonly kind: 'failed'; readonly reason: string };

const Failures = v.nullish(
  v.object({ batchItemFailures: v.nullish(v.array(v.object({ itemIdentifier: v.nullish(v.string(), '') })), []) }),
);

/**
 * Reads the result as Lambda does with ReportBatchItemFailures: an empty or missing list means success, and an
 * identifier that is empty or not of this batch fails the whole batch.
 */
export function readBatchResult(outcome: InvocationOutcome, identifiers: ReadonlySet<string>): BatchResult {
  if (outcome.kind !== 'returned') {
    return { kind: 'failed', reason: `${outcome.error.errorType}: ${outcome.error.errorMessage}` };
  }
  const parsed = v.safeParse(Failures, JSON.parse(outcome.payload));
  if (!parsed.success) return { kind: 'failed', reason: 'its batchItemFailures are malformed' };
  const failed = (parsed.output?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  if (failed.length === 0) return { kind: 'succeeded' };
  const unknown = failed.find((identifier) => !identifiers.has(identifier));
  if (unknown === undefined) return { kind: 'partial', failed: new Set(failed) };
  return { kind: 'failed', reason: `it reported ${JSON.stringify(unknown)}, which is not in the batch` };
}
