/** Readers of streams and queues for a test. */
import { startEventSources } from '../event-sources/event-sources.ts';
import type { Mappings, QueueMapping } from '../event-sources/mapping.ts';
import { PollTimer } from '../event-sources/poll-timer.ts';
import type { QueueServer } from '../sqs/queues.ts';
import { queueArn } from '../template/names.ts';
import { credentials } from './emulators-of-tests.ts';

type Options = Partial<Parameters<typeof startEventSources>[0]>;

/** Streams are those of the DynamoDB at the URL `dynamodb`, which is not called where there are queues only. */
export const startSources = (
  mappings: Mappings,
  { sqs, dynamodb }: { readonly sqs: QueueServer; readonly dynamodb: string },
  options: Options = {},
) =>
  startEventSources({
    mappings,
    sqs,
    dynamodb,
    credentials,
    pollTimer: new PollTimer(),
    onError: () => {},
    ...options,
  });

type QueueOfTest = Pick<QueueMapping, 'logicalId' | 'pool' | 'queue' | 'deadLetters'> & Partial<QueueMapping>;

/** Reads a queue, one batch of up to ten messages at a time. */
export const startQueueSource = (mapping: QueueOfTest, sqs: QueueServer, options: Options) =>
  startSources(
    { streams: [], queues: [{ batchSize: 10, concurrency: 1, eventSourceArn: queueArn(mapping.queue), ...mapping }] },
    { sqs, dynamodb: 'http://127.0.0.1:1' },
    options,
  );
