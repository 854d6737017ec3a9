/** Runs every event source mapping of the template until the local cloud stops. */
import { join } from 'node:path';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { localClientSettings } from '../aws-clients.ts';
import { LOCAL_ACCOUNT } from '../template/names.ts';
import { Checkpoint } from './checkpoint.ts';
import { type Deliveries, plainDeliveries } from './deliveries.ts';
import { Gate } from './gate.ts';
import type { Mappings, QueueMapping, StreamMapping } from './mapping.ts';
import { sendFailureMessage } from './on-failure.ts';
import type { PollTimer } from './poll-timer.ts';
import { readQueue } from './queue-reader.ts';
import { findStream, type Stream } from './shards.ts';
import { readStream } from './stream-reader.ts';

export interface EventSourcesOptions {
  readonly mappings: Mappings;
  readonly dynamodb: string;
  readonly sqs: { readonly url: string; readonly client: SQSClient };
  /** The folder of checkpoints; absent means in memory. */
  readonly checkpoints?: string;
  readonly pollTimer: PollTimer;
  /** Plain unless given. */
  readonly deliveries?: Deliveries;
  /** Gets the age of the last record of each batch of a stream, in milliseconds. */
  readonly onBatchAge?: (functionName: string, milliseconds: number) => void;
  /** The longest pause before a failed batch of a stream is tried again, in milliseconds; 10 s unless given. */
  readonly longestPauseMs?: number;
  /** Disables mappings of queues; open unless given. */
  readonly gate?: Gate;
  /** How long an empty queue is waited at, in whole seconds; 20 unless given. */
  readonly longPollSeconds?: number;
  readonly onError: (message: string) => void;
}

export interface EventSources {
  stop(): Promise<void>;
}

const LONGEST_PAUSE_MS = 10_000;

/** Starts a reader for each mapping. */
export async function startEventSources(options: EventSourcesOptions): Promise<EventSources> {
  const {
    mappings,
    pollTimer,
    onError,
    sqs,
    deliveries = plainDeliveries,
    gate = new Gate(),
    longPollSeconds = 20,
  } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const client = new DynamoDBStreamsClient(localClientSettings(options.dynamodb));
  const queueUrl = (name: string): string => `${sqs.url}/${LOCAL_ACCOUNT}/${name}`;

  const startStream = (mapping: StreamMapping, stream: Stream): Promise<void> => {
    const file = options.checkpoints && join(options.checkpoints, `${mapping.logicalId}.json`);
    const origin = { functionArn: mapping.pool.definition.arn, streamArn: stream.arn };
    return readStream({
      mapping,
      stream,
      checkpoint: new Checkpoint(stream.arn, file),
      deliveries,
      pollTimer,
      signal,
      longestPauseMs: options.longestPauseMs ?? LONGEST_PAUSE_MS,
      onError,
      onBatchAge: (milliseconds) => options.onBatchAge?.(mapping.pool.definition.name, milliseconds),
      giveUp: (part, shardId) =>
        sendFailureMessage(sqs.client, queueUrl(mapping.onFailure), part, { ...origin, shardId }),
    });
  };
  const startQueue = (mapping: QueueMapping): Promise<void> =>
    readQueue({
      mapping,
      client: sqs.client,
      queueUrl: queueUrl(mapping.queue),
      deadLetterUrl: mapping.deadLetters && queueUrl(mapping.deadLetters),
      deliveries,
      gate,
      longPollSeconds,
      pollTimer,
      signal,
      onError,
    });

  const streams = await Promise.all(
    mappings.streams.map(async (mapping) => ({ mapping, stream: await findStream(client, mapping.table) })),
  );
  const readers = [
    ...mappings.queues.map(startQueue),
    ...streams.map(({ mapping, stream }) => startStream(mapping, stream)),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.allSettled(readers);
      client.destroy();
    },
  };
}
