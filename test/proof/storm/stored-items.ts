/** What the tables of a local cloud contain, read without the service. */
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { isNotice } from '../../../contract/notice-names.ts';
import type { OwnCloud } from '../../../testing/own-cloud.ts';

const StoredActivity = v.object({ networkId_userId: v.string(), eventId: v.string() });
const StoredEvent = v.object({ networkId_eventId: v.string(), event: v.string() });
/** An item of the deliveries table; one without a state counts attempts. */
const StoredDelivery = v.object({
  webhookId: v.string(),
  eventId: v.string(),
  state: v.picklist(['delivered', 'retrying', 'failed']),
  dueAt: v.optional(v.string()),
});
export type StoredDelivery = v.InferOutput<typeof StoredDelivery>;
export type StoredActivity = v.InferOutput<typeof StoredActivity>;

export async function storedItems(cloud: OwnCloud) {
  const [activities, events, deliveries] = await Promise.all([
    itemsOf(cloud, 'ActivitiesTableName', StoredActivity),
    itemsOf(cloud, 'EventsTableName', StoredEvent),
    itemsOf(cloud, 'DeliveriesTableName', v.union([StoredDelivery, v.object({ deliveryId: v.string() })])),
  ]);
  const records = activities.filter(({ networkId_userId }) => !isMarker(networkId_userId));
  // Nobody has posted the notices of the service.
  const posted = events.filter(({ event }) => !isNotice(event));
  return { activities: records, events: posted, deliveries: deliveries.filter((item) => 'state' in item) };
}

/** Whether the item is no record, but says which event recorded a comment (lambdas/activity/recorded-comments-table.ts). */
const isMarker = (partition: string): boolean => /^[^_]*#comments_/.test(partition);

async function itemsOf<Schema extends v.GenericSchema>(
  { connection: { client }, outputs }: OwnCloud,
  output: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>[]> {
  const items: v.InferOutput<Schema>[] = [];
  const scan = { TableName: outputs[output], ConsistentRead: true };
  for await (const { Items = [] } of paginateScan({ client }, scan)) items.push(...v.parse(v.array(schema), Items));
  return items;
}
