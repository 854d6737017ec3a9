/** Compares what was posted with what there is: activity records, deliveries, requests, and messages. */

import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { connectToFailures } from '@social-platform-services/ctl/redrive/connection';
import { retryFailures } from '@social-platform-services/ctl/redrive/redrive';
import * as v from 'valibot';
import { type DeliveryState, isFinal } from '../../../contract/delivery-states.ts';
import { asksFor, isNotice } from '../../../contract/event-names.ts';
import { ERASED_TEXT } from '../../../lambdas/events/stored-event.ts';
import type { OwnCloud } from '../../support/own-cloud.ts';
import type { PostedEvent } from './load.ts';
import type { StormReader } from './reading.ts';
import { retryDelaysSeconds } from './storm-cloud.ts';

/** What the tables of a local cloud contain, read without the service, and putting back what nothing could handle. */
const StoredActivity = v.object({ networkId_userId: v.string(), eventId: v.string() });
const StoredEvent = v.object({
  networkId_eventId: v.string(),
  event: v.string(),
  body: v.string(),
  acceptedAt: v.pipe(v.string(), v.transform(Date.parse)),
});
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
  const connection = connectToFailures({ region: 'us-east-1', endpoints, credentials, outputs });
  const { results } = await retryFailures(connection, 'all', { scan: false });
  const failed = results.flatMap(({ failure, problem }) =>
    problem === undefined ? [] : [`${failure.what}: ${problem}`],
  );
  return { putBack: results.length - failed.length, failed };
}

/** A webhook, with its log and what its receiver has seen. */
export interface WebhookEvidence {
  readonly webhookId: string;
  readonly patterns: readonly string[];
  /** The delivery log, as an admin reads it. */
  readonly log: readonly {
    readonly deliveryId: string;
    readonly eventId: string;
    readonly state: DeliveryState;
    readonly attemptCount: number;
    readonly nextAttemptAt?: string | undefined;
  }[];
  /** The delivery ids of requests the receiver answered with 200. A bus keeps none through a restart of its cloud. */
  readonly accepted: ReadonlySet<string> | undefined;
}

export interface Evidence {
  /** What the receiver that reads events itself has read. */
  readonly reader: StormReader['read'];
  /** What else is wrong, by what it is about. */
  readonly others: Readonly<Record<string, readonly string[]>>;
  readonly posted: readonly PostedEvent[];
  readonly stored: Awaited<ReturnType<typeof storedItems>>;
  readonly webhooks: readonly WebhookEvidence[];
  readonly visible: number;
  readonly timed: number;
  /** Messages of dead-letter and on-failure queues that `ctl redrive` could not put back, and why. */
  readonly notPutBack: readonly string[];
}

export type Verdict = ReturnType<typeof verdictOn>;

/** Counts of what went wrong, each of which must be 0, with examples; and of what did not. */
export function verdictOn(evidence: Evidence) {
  const { posted, stored, webhooks, notPutBack, reader } = evidence;
  const ids = new Set(posted.map(({ id }) => id));
  const erased = new Set(posted.filter(({ isErased }) => isErased).map(({ id }) => id));
  const activities = countsOf(stored.activities.map(({ eventId }) => eventId));
  const actions = posted.filter(({ userId }) => userId !== undefined).map(({ id }) => id);
  const isAction = new Set(posted.filter(({ userId }) => userId !== undefined).map(({ id }) => id));
  const deliveries = webhooks.map((webhook) => deliveryVerdict(webhook, posted));
  const all = (name: keyof ReturnType<typeof deliveryVerdict>): readonly string[] =>
    deliveries.flatMap((one) => one[name]);
  const waiting = webhooks.flatMap(({ log }) => log.filter(({ state }) => !isFinal(state)));
  const wrong = {
    lostEvents:
      posted.length - stored.events.length === 0 ? [] : [`${posted.length} posted, ${stored.events.length} stored`],
    lostActivities: actions.filter((id) => !activities.has(id)),
    duplicatedActivities: [...activities].filter(([id, count]) => count > 1 || !isAction.has(id)).map(([id]) => id),
    lostDeliveries: all('lost'),
    duplicatedDeliveries: all('duplicated'),
    failedTooEarly: all('failedTooEarly'),
    deliveredToNobody: all('deliveredToNobody'),
    waitingWithoutReason: waiting
      .filter(({ nextAttemptAt }) => nextAttemptAt === undefined && evidence.visible + evidence.timed === 0)
      .map(({ eventId }) => eventId),
    leftInQueues: Array<string>(evidence.visible).fill('message'),
    notPutBack,
    notErased: stored.events
      .filter(({ networkId_eventId, body }) => erased.has(idOf(networkId_eventId)) && body !== ERASED_TEXT)
      .map(({ networkId_eventId }) => networkId_eventId),
    notRead: notRead(evidence),
    readInVain: [...reader.keys()].filter((id) => !ids.has(id)),
    readOutOfOrder: readOutOfOrder(reader, erased),
    ...evidence.others,
  };
  return {
    wrong,
    delivered: all('delivered').length,
    failedWithAttempts: all('failed').length,
    waitingDeliveries: waiting.length,
    timedMessages: evidence.timed,
  };
}

/** The id of a stored event: networks have no `_` in theirs. */
const idOf = (networkAndEvent: string): string => networkAndEvent.slice(networkAndEvent.indexOf('_') + 1);

/**
 * The ids of events that the reader lacks. Where the clock of a process was behind, an event was accepted before it was
 * posted: the index may have it later than two minutes after that, and is not asked for it any more.
 */
function notRead({ posted, stored, reader }: Evidence): readonly string[] {
  const acceptedAt = new Map(stored.events.map((event) => [idOf(event.networkId_eventId), event.acceptedAt]));
  return posted
    .filter(({ id, isErased }) => !isErased && !reader.has(id))
    .filter(({ id, postedAt }) => (acceptedAt.get(id) ?? postedAt) >= postedAt)
    .map(({ id }) => id);
}

/**
 * The ids of events that came for the last time after an event that was accepted later: where an event comes late, all
 * that was accepted after it comes again (docs/spec/pull.md#what-is-promised), except what was erased in the meantime.
 */
function readOutOfOrder(read: StormReader['read'], erased: ReadonlySet<string>): readonly string[] {
  const kept = [...read].filter(([id]) => !erased.has(id));
  return kept.flatMap(([id, acceptedAt], n) => (acceptedAt < (kept[n - 1]?.[1] ?? '') ? [id] : []));
}

function deliveryVerdict({ log, patterns, accepted }: WebhookEvidence, posted: readonly PostedEvent[]) {
  const counts = countsOf(log.map(({ eventId }) => eventId));
  const asked = posted.filter(({ event }) => asksFor(patterns, event));
  const wanted = new Set(asked.map(({ id }) => id));
  // Nothing may be left to send of an event that was erased.
  const erased = new Set(asked.filter(({ isErased }) => isErased).map(({ id }) => id));
  const failed = log.filter(({ state }) => state === 'failed');
  const delivered = log.filter(({ state }) => state === 'delivered');
  return {
    lost: [...wanted].filter((id) => !counts.has(id) && !erased.has(id)),
    duplicated: [...counts].filter(([id, count]) => count > 1 || !wanted.has(id)).map(([id]) => id),
    failed: failed.map(({ eventId }) => eventId),
    failedTooEarly: failed
      .filter(({ attemptCount, eventId }) => attemptCount <= retryDelaysSeconds.length && !erased.has(eventId))
      .map(({ eventId }) => eventId),
    delivered: delivered.map(({ eventId }) => eventId),
    deliveredToNobody: delivered
      .filter(({ deliveryId }) => accepted?.has(deliveryId) === false)
      .map(({ eventId }) => eventId),
  };
}

function countsOf(ids: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(ids, (id) => id)].map(([id, same]) => [id, same.length]));
}
