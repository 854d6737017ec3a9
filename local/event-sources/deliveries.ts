/** How records and messages become invocations: as they arrive, unless the local cloud's weather disturbs them. */
import type { Message } from '@aws-sdk/client-sqs';
import type { QueueMapping, StreamMapping } from './mapping.ts';
import type { StreamRecord } from './stream-records.ts';

/** Messages for one invocation. */
export interface QueueDelivery {
  readonly messages: readonly Message[];
  /** The trace header of the invocation. */
  readonly trace: string | undefined;
}

/** Received messages: those to deliver, at the same time, and those whose chain of invocations is stopped as a loop. */
export interface ReceivedMessages {
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
