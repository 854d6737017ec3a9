/** What waits in the queues of the signers of a local cloud. */
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { localClientSettings } from '../local/aws-clients.ts';
import type { OwnCloud } from './own-cloud.ts';

export interface QueueContents {
  /** Messages that a reader could receive now. */
  readonly visible: number;
  /** Messages that come at a time, or again after one. */
  readonly timed: number;
}

const Count = v.pipe(v.optional(v.string(), '0'), v.transform(Number));
const Counts = v.object({
  ApproximateNumberOfMessages: Count,
  ApproximateNumberOfMessagesNotVisible: Count,
  ApproximateNumberOfMessagesDelayed: Count,
});

export async function queueContents({ endpoints, credentials, outputs }: OwnCloud): Promise<QueueContents> {
  const client = new SQSClient(localClientSettings(endpoints.sqs, credentials));
  try {
    const counts = await Promise.all(
      ['FirstAttemptsQueueUrl', 'SlowLaneQueueUrl'].map((output) => countsOf(client, outputs[output])),
    );
    return {
      visible: sum(counts.map((one) => one.ApproximateNumberOfMessages)),
      timed: sum(
        counts.map((one) => one.ApproximateNumberOfMessagesNotVisible + one.ApproximateNumberOfMessagesDelayed),
      ),
    };
  } finally {
    client.destroy();
  }
}

async function countsOf(client: SQSClient, QueueUrl: string | undefined) {
  const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  return v.parse(Counts, Attributes);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);
