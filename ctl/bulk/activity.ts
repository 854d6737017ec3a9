/** Activity records with their users: `{userId, createdAt, targetId, …}`. */
import { hash } from 'node:crypto';
import * as v from 'valibot';
import { Action, ActivityRecord } from '../../contract/activity.ts';
import { ActivityId } from '../../contract/activity-payloads.ts';
import { EventId, OccurredAt } from '../../contract/events.ts';
import { type NetworkId, networkUserKey, UserId } from '../../contract/ids.ts';
import { activitiesTable } from '../../lambdas/activity/activities-table.ts';
import type { Connection } from '../connection.ts';
import { networkPages } from './network-pages.ts';
import { batchOf, type RecordKind, userOf } from './record-kind.ts';

/** `createdAt` is the time of the action. */
const Activity = v.strictObject({
  userId: UserId,
  createdAt: OccurredAt,
  ...Action.entries,
  targetId: ActivityId,
  objectId: ActivityId,
  parentId: ActivityId,
});
type Activity = v.InferOutput<typeof Activity>;

/** Conditional writes that are under way at once, one for each record. */
const CONCURRENT_RECORDS = 50;
const DAY_MS = 86_400_000;

/** `retentionDays` are those of the network. Records that would have expired are refused. */
export function activityOf(
  { client, tables }: Connection,
  networkId: NetworkId,
  retentionDays = Number.POSITIVE_INFINITY,
): RecordKind {
  const table = { TableName: tables.activities, partitionKey: 'networkId_userId', schema: ActivityRecord };
  const { record } = activitiesTable(client, tables.activities);
  const expiryOf = ({ createdAt }: Activity): number => Date.parse(createdAt) + retentionDays * DAY_MS;
  const EXPIRED = `createdAt is more than ${retentionDays} days ago, which is how long the network keeps records`;
  const Kept = v.pipe(
    Activity,
    v.check((activity) => expiryOf(activity) > Date.now(), EXPIRED),
  );
  const write = (activity: Activity): Promise<void> => {
    const { userId, createdAt, ...action } = activity;
    const occurredAt = Date.parse(createdAt);
    const expiresAt = expiryOf(activity);
    return record({
      networkId_userId: networkUserKey(networkId, userId),
      // The same record is the same event, whenever and however often it is imported.
      eventId: v.parse(EventId, hash('sha256', JSON.stringify([userId, occurredAt, action]))),
      occurredAt,
      action,
      ...(Number.isFinite(expiresAt) && { expiresAt }),
    });
  };
  return {
    required: Object.keys(Activity.entries).filter((member) => member !== 'action'),
    batch: batchOf(Kept, async (activities) => {
      for (let at = 0; at < activities.length; at += CONCURRENT_RECORDS)
        await Promise.all(activities.slice(at, at + CONCURRENT_RECORDS).map(write));
    }),
    async *pages(after) {
      for await (const { items, next } of networkPages(client, table, networkId, after)) {
        const records = items.map(({ networkId_userId, ...record }) => ({
          userId: userOf(networkId, networkId_userId),
          ...record,
        }));
        yield { records, next };
      }
    },
  };
}
