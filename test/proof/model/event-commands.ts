/** Posts events, some with ids that others have too, and walks through the lists of what users did. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { ActivityPosition, ActivityRecord } from '../../../contract/activity.ts';
import { ingestEvents } from '../../../contract/events.ts';
import { isFaultless } from '../../support/eventually.ts';
import fc from '../../support/fast-check.ts';
import { type Asker, ask } from './ask.ts';
import { actors, eventIds } from './colliding-ids.ts';
import { eventOf, eventSeed, type Seed } from './events.ts';
import { isStored, must, type NetworkModel, type Post } from './model.ts';
import { type Command, destination, pick, SMALL, type World } from './world.ts';

/** Most of what the quota of the network gives at once. */
const BURST = 70;

/** An event's id: its own, or one that others have as well. */
const eventId = fc.oneof(
  { weight: 4, arbitrary: fc.constant('own') },
  { weight: 1, arbitrary: fc.constantFrom(...eventIds) },
);
const posted = fc.tuple(eventSeed, eventId);

const postEvents: fc.Arbitrary<Command> = fc
  .record({ ...destination, events: fc.array(posted, { minLength: 1, maxLength: 5 }) })
  .map(({ network, isNew, events }) => ({
    what: `the server of network ${network} posts ${events.map(([{ kind }, id]) => `${kind} (id ${id})`).join(', ')}`,
    run: (world) => post(world, pick(world.networks, network), isNew, events),
  }));

/** Many events at once for the network with small quotas, which are soon over them. */
const burst: fc.Arbitrary<Command> = fc.array(posted, { minLength: 1, maxLength: 5 }).map((events) => ({
  what: `the server of network ${SMALL} posts ${BURST} events`,
  run: (world) => {
    const many = Array.from({ length: BURST }, (_, index) => pick(events, index));
    return post(world, pick(world.networks, SMALL), false, many);
  },
}));

const listActivities: fc.Arbitrary<Command> = fc
  .record({
    userId: fc.constantFrom(...actors),
    ...destination,
    limit: fc.integer({ min: 3, max: 20 }),
  })
  .map(({ network, userId, isNew, limit }) => ({
    what: `${JSON.stringify(userId)} of network ${network} lists activities, ${limit} on a page`,
    run: async ({ networks }) => {
      await walkActivities({ network: pick(networks, network), role: 'user', userId, isNew }, limit);
    },
  }));

export const eventCommand = fc.oneof(
  { weight: 6, arbitrary: postEvents },
  { weight: 1, arbitrary: burst },
  { weight: 2, arbitrary: listActivities },
);

async function post(world: World, network: NetworkModel, isNew: boolean, seeds: readonly (readonly [Seed, string])[]) {
  const from = Date.now();
  const posts = seeds.map(([seed, id]): Post => {
    const n = world.next();
    return {
      n,
      id: id === 'own' ? `own ${n}` : id,
      ...eventOf(seed, n, from),
      span: { from, to: Number.POSITIVE_INFINITY },
      outcome: 'under way',
    };
  });
  network.posts.push(...posts);
  const events = posts.map(({ id, event, data, occurredAt }) => ({ id, event, data, occurredAt }));
  const asker = { network, role: 'server', userId: 'platform', isNew } as const;
  const served = await ask(asker, undefined, 'POST', '/events', { events });
  if (served === undefined) {
    for (const one of posts) one.outcome = 'refused';
    return;
  }
  const { status, text, body } = served.response;
  must(status === 202, `the response is ${status}: ${text}`);
  const { results } = v.parse(ingestEvents.response.body, body);
  must(results.length === posts.length, `there are ${results.length} results for ${posts.length} events`);
  for (const [index, one] of posts.entries()) {
    const result = results[index];
    must(result?.id === one.id, `event ${index} has the id ${result?.id}`);
    one.outcome = result.status;
    one.span = served.span;
    expectOutcome(network, one, served.isRepeated);
  }
}

/** The first one with an id is accepted, and nothing else. */
function expectOutcome({ posts }: NetworkModel, one: Post, isRepeated: boolean): void {
  const others = posts.filter((other) => other !== one && other.id === one.id && other.outcome !== 'refused');
  const accepted = others.filter(({ outcome }) => outcome === 'accepted');
  if (one.outcome === 'accepted') must(accepted.length === 0, `two events with the id ${one.id} were accepted`);
  // With injected faults requests are repeated by test/support/service-fetch.ts as well.
  else must(others.length > 0 || isRepeated || !isFaultless, `${one.id} is a duplicate of nothing`);
}

const Page = v.object({ data: v.array(ActivityRecord), start: v.optional(ActivityPosition) });
/** A read that lags may not have yet what an earlier one had (docs/spec/requests.md#reads-that-lag). */
const LAG_MS = isFaultless ? 0 : 2_000;
const DAY_MS = 86_400_000;

/** Reads all pages; resolves with the records, or undefined if refused. What was listed before is there, once. */
export async function walkActivities(asker: Asker, limit: number): Promise<readonly ActivityRecord[] | undefined> {
  const { network, userId } = asker;
  const from = Date.now();
  const records: ActivityRecord[] = [];
  let start: ActivityPosition | undefined;
  do {
    const query = new URLSearchParams({ limit: `${limit}`, ...start });
    const served = await ask(asker, 'userActivity', 'GET', `/user-activities?${query}`);
    if (served === undefined) return undefined;
    const { status, text, body } = served.response;
    must(status === 200, `the response is ${status}: ${text}`);
    const page = v.parse(Page, body);
    must(page.data.length === limit || page.start === undefined, `a page is not full: ${text}`);
    records.push(...page.data);
    start = page.start;
  } while (start !== undefined);
  const times = records.map(({ createdAt }) => createdAt);
  must(isDeepStrictEqual(times, [...new Set(times)].sort().reverse()), `the order is ${times}`);
  const expected = new Map(network.posts.map((one) => [one.done?.action.objectId, one]));
  for (const record of records) expectRecord(network, userId, record, expected.get(record.objectId));
  const objects = new Set(records.map(({ objectId }) => objectId));
  must(objects.size === records.length, `a record is listed twice for ${userId}`);
  const key = (objectId: string): string => JSON.stringify([userId, objectId]);
  for (const [objectId, one] of expected) {
    if (objectId === undefined || one.done?.userId !== userId) continue;
    const seenAt = network.seen.get(key(objectId));
    must(
      objects.has(objectId) || seenAt === undefined || seenAt + LAG_MS >= from,
      `${objectId} is missing for ${userId}`,
    );
    if (objects.has(objectId) && seenAt === undefined) network.seen.set(key(objectId), Date.now());
  }
  return records;
}

function expectRecord(network: NetworkModel, userId: string, record: ActivityRecord, of: Post | undefined): void {
  const { createdAt, networkId_userId, ...action } = record;
  const text = JSON.stringify(record);
  must(networkId_userId === `${network.networkId}_${userId}`, `${userId} gets ${text}`);
  must(of !== undefined && of.done?.userId === userId && isStored(network, of) !== 'no', `nobody posted ${text}`);
  must(isDeepStrictEqual(action, of.done.action), `${text} should be ${JSON.stringify(of.done.action)}`);
  must(createdAt.slice(0, 23) === of.occurredAt.slice(0, 23), `${text} occurred at ${of.occurredAt}`);
  must(!isExpired(network, of), `${text} has expired`);
}

/** Whether the record of an event is too old for its network. */
export const isExpired = ({ retentionDays }: NetworkModel, { occurredAt }: Post): boolean =>
  retentionDays !== undefined && Date.parse(occurredAt) + retentionDays * DAY_MS < Date.now();
