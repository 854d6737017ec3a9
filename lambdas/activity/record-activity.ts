import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { ActivityEventName } from '../../contract/activity-payloads.ts';
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import { type NetworkId, networkUserKey } from '../../contract/ids.ts';
import { networksTable } from '../auth/networks-table.ts';
import { eventOfImage, type StoredEvent } from '../events/stored-event.ts';
import { eachRecord } from '../shared/stream.ts';
import { actionOfEvent } from './action-of-event.ts';
import { activitiesTable } from './activities-table.ts';

const activities = activitiesTable();
const networks = networksTable();

/** Days by network; 0 means that records never expire. A change takes effect within a minute. */
const retentionDays = new LRUCache<NetworkId, number>({
  max: 1000,
  ttl: MINUTE_MS,
  // This clock also counts the time while Lambda has frozen the process.
  perf: Date,
  ttlResolution: 0,
  fetchMethod: async (networkId) => (await networks.readSettings(networkId))?.activityRetentionDays ?? 0,
});

/** Turns events of the outbox into activity records (docs/spec/activity.md#events-that-become-records). Idempotent. */
export const handler = eachRecord(async ({ dynamodb }) => {
  await record(eventOfImage(dynamodb?.NewImage));
});

async function record({ networkId, eventId, event, body, occurredAt, isTest }: StoredEvent): Promise<void> {
  if (isTest) return;
  const name = v.safeParse(ActivityEventName, event);
  if (!name.success) return;
  const done = actionOfEvent(name.output, v.parse(EventBody, body).data);
  if (done === undefined) return;
  const days = (await retentionDays.fetch(networkId)) ?? 0;
  const expiresAt = Date.parse(occurredAt) + days * DAY_MS;
  // Nobody would see it, and what expired more than five years ago is never deleted
  // (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-before-you-start.html).
  if (days > 0 && expiresAt <= Date.now()) return;
  await activities.record({
    networkId_userId: networkUserKey(networkId, done.userId),
    eventId,
    occurredAt: Date.parse(occurredAt),
    action: done.action,
    ...(days > 0 && { expiresAt }),
  });
}

const EventBody = v.pipe(v.string(), v.parseJson(), v.object({ data: v.unknown() }));
