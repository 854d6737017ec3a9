/** Runs every event source mapping of the template until the local cloud stops. */
import { join } from 'node:path';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { type LocalCredentials, localClientSettings } from '../aws-clients.ts';
import { LOCAL_ACCOUNT } from '../template/names.ts';
import { type Deliveries, plainDeliveries } from './deliveries.ts';
import type { Mappings, QueueMapping, StreamMapping } from './mapping.ts';
import type { PollTimer } from './poll-timer.ts';
import { readQueue } from './queue-reader.ts';
import type { GivenUp } from './stream-batch.ts';
import { readStream } from './stream-reader.ts';
import { Checkpoint, findStream, type Stream, StreamTail } from './stream-tail.ts';

interface EventSourcesOptions {
  readonly mappings: Mappings;
  readonly dynamodb: string;
  readonly credentials: LocalCredentials;
  readonly sqs: { readonly url: string; readonly client: SQSClient };
  /** The folder of checkpoints; absent means in memory. */
  readonly checkpoints?: string;
  readonly pollTimer: PollTimer;
  /** Plain unless given. */
  readonly deliveries?: Deliveries;
  readonly onError: (message: string) => void;
}

export type EventSources = Awaited<ReturnType<typeof startEventSources>>;

/** Starts a reader for each mapping. */
export async function startEventSources(options: EventSourcesOptions) {
  const { mappings, pollTimer, onError, sqs, deliveries = plainDeliveries } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const client = new DynamoDBStreamsClient(localClientSettings(options.dynamodb, options.credentials));
  const queueUrl = (name: string): string => `${sqs.url}/${LOCAL_ACCOUNT}/${name}`;

  const startStream = (mapping: StreamMapping, stream: Stream): Promise<void> => {
    const file = options.checkpoints && join(options.checkpoints, `${mapping.logicalId}.json`);
    const origin = { functionArn: mapping.pool.definition.arn, streamArn: stream.arn };
    return readStream({
      mapping,
      tail: new StreamTail(stream, new Checkpoint(stream.arn, file)),
      deliveries,
      pollTimer,
      signal,
      onError,
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

interface FailedBatchOrigin {
  readonly functionArn: string;
  readonly streamArn: string;
  readonly shardId: string;
}

/** What a stream mapping reports to its on-failure queue, in AWS's form: where the lost records were, not the records themselves. */
function failureMessage({ records, condition, attempts, requestId }: GivenUp, origin: FailedBatchOrigin): object {
  const first = records[0];
  const last = records.at(-1);
  const time = (milliseconds: number | undefined): string => new Date(milliseconds ?? 0).toISOString();
  return {
    requestContext: {
      requestId,
      functionArn: `${origin.functionArn}:$LATEST`,
      condition,
      approximateInvokeCount: attempts,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: origin.shardId,
      startSequenceNumber: first?.sequenceNumber ?? '',
      endSequenceNumber: last?.sequenceNumber ?? '',
      approximateArrivalOfFirstRecord: time(first?.createdAt),
      approximateArrivalOfLastRecord: time(last?.createdAt),
      batchSize: records.length,
      streamArn: origin.streamArn,
    },
  };
}

/** Reports records that were given up to the on-failure queue. */
export async function sendFailureMessage(
  client: SQSClient,
  queueUrl: string,
  part: GivenUp,
  origin: FailedBatchOrigin,
): Promise<void> {
  const MessageBody = JSON.stringify(failureMessage(part, origin));
  await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }));
}
