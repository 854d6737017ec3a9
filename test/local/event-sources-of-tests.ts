/** Readers of streams and queues for a test, on the emulators of the shared local cloud. */
import { startEventSources } from '../../local/event-sources/event-sources.ts';
import type { Mappings, QueueMapping } from '../../local/event-sources/mapping.ts';
import { PollTimer } from '../../local/event-sources/poll-timer.ts';
import type { QueueServer } from '../../local/sqs/queues.ts';
import { queueArn } from '../../local/template/names.ts';
import { cloud } from '../../testing/service.ts';

type Options = Partial<Parameters<typeof startEventSources>[0]>;

export const startSources = (mappings: Mappings, sqs: QueueServer, options: Options = {}) =>
  startEventSources({
    mappings,
    sqs,
    dynamodb: cloud().endpoints.dynamodb,
    credentials: cloud().credentials,
    pollTimer: new PollTimer(),
    onError: () => {},
    ...options,
  });

type QueueOfTest = Pick<QueueMapping, 'logicalId' | 'pool' | 'queue' | 'deadLetters'> & Partial<QueueMapping>;

/** Reads a queue, one batch of up to ten messages at a time. */
export const startQueueSource = (mapping: QueueOfTest, sqs: QueueServer, options: Options) =>
  startSources(
    { streams: [], queues: [{ batchSize: 10, concurrency: 1, eventSourceArn: queueArn(mapping.queue), ...mapping }] },
    sqs,
    options,
  );
