/** What the queues of a local cloud contain: how many messages wait in the lanes, and each message that nothing could handle. */
import { GetQueueAttributesCommand, ListQueuesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { localClientSettings } from '../../../local/aws-clients.ts';
import type { OwnCloud } from '../../support/own-cloud.ts';
import { type Explanation, explanationOf } from './explanation.ts';

export interface QueueContents {
  /** Messages of the lanes that a reader could receive now. */
  readonly visible: number;
  /** Messages of the lanes that come at a time, or again after one. */
  readonly timed: number;
  /** Messages of dead-letter and on-failure queues. */
  readonly setAside: readonly Explanation[];
}

const Count = v.pipe(v.optional(v.string(), '0'), v.transform(Number));
const Counts = v.object({
  ApproximateNumberOfMessages: Count,
  ApproximateNumberOfMessagesNotVisible: Count,
  ApproximateNumberOfMessagesDelayed: Count,
});

/** Reads without deleting. What was set aside is hidden from other readers for `READ_SECONDS`. */
export async function queueContents(cloud: OwnCloud): Promise<QueueContents> {
  const client = new SQSClient(localClientSettings(cloud.endpoints.sqs));
  try {
    const { QueueUrls = [] } = await client.send(new ListQueuesCommand({}));
    const lanes = ['FirstAttemptsQueueUrl', 'SlowLaneQueueUrl'].map((output) => nameOf(cloud.outputs[output]));
    const counts = await Promise.all(
      QueueUrls.filter((url) => lanes.includes(nameOf(url))).map((url) => countsOf(client, url)),
    );
    if (counts.length !== lanes.length) throw new Error(`the lanes are not among the queues ${QueueUrls.join(', ')}`);
    const others = QueueUrls.filter((url) => !lanes.includes(nameOf(url)));
    const bodies = (await Promise.all(others.map((url) => bodiesOf(client, url)))).flat();
    return {
      visible: sum(counts.map((one) => one.ApproximateNumberOfMessages)),
      timed: sum(
        counts.map((one) => one.ApproximateNumberOfMessagesNotVisible + one.ApproximateNumberOfMessagesDelayed),
      ),
      setAside: await Promise.all(bodies.map((body) => explanationOf(cloud, body))),
    };
  } finally {
    client.destroy();
  }
}

const READ_SECONDS = 1;

async function countsOf(client: SQSClient, QueueUrl: string) {
  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  return v.parse(Counts, Attributes);
}

/** Until a receive has nothing new: what was read first may be visible again by then. */
async function bodiesOf(client: SQSClient, QueueUrl: string): Promise<readonly string[]> {
  const bodies = new Map<string, string>();
  for (let known = -1; known < bodies.size; ) {
    known = bodies.size;
    const receive = { QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: READ_SECONDS, WaitTimeSeconds: 0 };
    const { Messages = [] } = await client.send(new ReceiveMessageCommand(receive));
    for (const { MessageId = '', Body = '' } of Messages) bodies.set(MessageId, Body);
  }
  return [...bodies.values()];
}

const nameOf = (url = ''): string => url.slice(url.lastIndexOf('/') + 1);
const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);
