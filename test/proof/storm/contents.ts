/** What the tables of a local cloud contain, read without the service, and putting back what nothing could handle. */
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { isNotice } from '../../../contract/event-names.ts';
import { connectToLocalFailures } from '../../../ctl/redrive/connection.ts';
import { retryFailures } from '../../../ctl/redrive/redrive.ts';
import type { OwnCloud } from '../../../testing/own-cloud.ts';

const StoredActivity = v.object({ networkId_userId: v.string(), eventId: v.string() });
const StoredEvent = v.object({ networkId_eventId: v.string(), event: v.string() });
export async function storedItems(cloud: OwnCloud) {
  const [activities, events] = await Promise.all([
    itemsOf(cloud, 'ActivitiesTableName', StoredActivity),
    itemsOf(cloud, 'EventsTableName', StoredEvent),
  ]);
  const records = activities.filter(({ networkId_userId }) => !isMarker(networkId_userId));
  // Nobody has posted the notices of the service.
  const posted = events.filter(({ event }) => !isNotice(event));
  return { activities: records, events: posted };
}

/** Whether the item only says which event recorded a comment (lambdas/activity/recorded-comments-table.ts). */
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

/** What `ctl redrive retry --all` puts back from dead-letter and on-failure queues, and what it can't. */
export async function putBackFailures({ endpoints, credentials, outputs }: OwnCloud) {
  const connection = connectToLocalFailures({ region: 'us-east-1', endpoints, credentials, outputs });
  const results = await retryFailures(connection, 'all', { scan: false });
  const failed = results.flatMap(({ failure, problem }) =>
    problem === undefined ? [] : [`${failure.what}: ${problem}`],
  );
  return { putBack: results.length - failed.length, failed };
}
