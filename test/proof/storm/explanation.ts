/** What a message of a dead-letter or on-failure queue stands for, as docs/runbook.md describes them. */
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import * as v from 'valibot';
import { DeliveryMessage } from '../../../lambdas/delivery/queue/messages.ts';
import { localClientSettings } from '../../../local/aws-clients.ts';
import { findStream, getRecords, PAGE, shardIterator } from '../../../local/event-sources/shards.ts';
import type { OwnCloud } from '../../support/own-cloud.ts';

/** The events that may lack a delivery or an activity record until the message is put back. */
export type Explanation =
  | { readonly kind: 'delivery message' | 'stream records'; readonly eventIds: readonly string[] }
  | { readonly kind: 'unexplained'; readonly body: string };

const Delivery = v.pipe(v.string(), v.parseJson(), DeliveryMessage);
const GivenUp = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    requestContext: v.object({ condition: v.picklist(['RetryAttemptsExhausted', 'MaximumRecordAgeExceeded']) }),
    DDBStreamBatchInfo: v.object({
      shardId: v.string(),
      startSequenceNumber: v.string(),
      endSequenceNumber: v.string(),
      batchSize: v.number(),
    }),
  }),
);
type Batch = v.InferOutput<typeof GivenUp>['DDBStreamBatchInfo'];

export async function explanationOf(cloud: OwnCloud, body: string): Promise<Explanation> {
  const delivery = v.safeParse(Delivery, body);
  if (delivery.success) {
    const eventIds = delivery.output.kind === 'deliver' ? [delivery.output.eventId] : [];
    return { kind: 'delivery message', eventIds };
  }
  const givenUp = v.safeParse(GivenUp, body);
  if (!givenUp.success) return { kind: 'unexplained', body };
  const eventIds = await eventIdsOf(cloud, givenUp.output.DDBStreamBatchInfo);
  return eventIds.length === givenUp.output.DDBStreamBatchInfo.batchSize
    ? { kind: 'stream records', eventIds }
    : { kind: 'unexplained', body };
}

const EventImage = v.object({ eventId: v.object({ S: v.string() }) });

/** The events of the batch, which are in the stream for a day. */
async function eventIdsOf(cloud: OwnCloud, batch: Batch): Promise<readonly string[]> {
  const client = new DynamoDBStreamsClient(localClientSettings(cloud.endpoints.dynamodb));
  try {
    const stream = await findStream(client, cloud.outputs['EventsTableName'] ?? '');
    const [first, last] = [BigInt(batch.startSequenceNumber), BigInt(batch.endSequenceNumber)];
    const eventIds: string[] = [];
    let iterator = await shardIterator(stream, batch.shardId, undefined);
    while (iterator !== undefined) {
      const page = await getRecords(stream, iterator);
      if (page === 'trimmed') return [];
      for (const { dynamodb } of page.records) {
        const at = BigInt(dynamodb?.SequenceNumber ?? 0);
        if (at >= first && at <= last) eventIds.push(v.parse(EventImage, dynamodb?.NewImage).eventId.S);
      }
      iterator = page.records.length < PAGE ? undefined : page.next;
    }
    return eventIds;
  } finally {
    client.destroy();
  }
}
