/**
 * Filters: preparing the dearest ones, comparing such with the largest events, and what fifty filtered webhooks add to fan-out, which chooses
 * webhooks and sends a message for each through the AWS client, to a queue that accepts everything at once.
 */
import { SQSClient } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { eventFilter, MAX_FILTER_BYTES, matchesFilter } from '../contract/event-filter.ts';
import { eventSample } from '../contract/event-samples.ts';
import { EventId, MAX_EVENT_BYTES } from '../contract/events.ts';
import { NetworkId } from '../contract/ids.ts';
import { MAX_WEBHOOKS_PER_NETWORK } from '../contract/webhooks.ts';
import { eventMessages } from '../lambdas/deliveries/messages.ts';
import { queueSender } from '../lambdas/deliveries/queue-sender.ts';
import { subscribers } from '../lambdas/webhooks/subscription.ts';
import { newWebhookId } from '../lambdas/webhooks/webhooks-table.ts';
import { filterShapes, largestFilter } from '../test/support/filter-shapes.ts';
import { type Measure, median, rounded } from './harness/benchmark.ts';

const list = (one: string): string =>
  `{"event":"a.b","data":{"list":[${Array(Math.floor((MAX_EVENT_BYTES - 100) / (one.length + 1)))
    .fill(one)
    .join(',')}]}}`;
const events = ['1', '{"a":1}', '[[[1]]]', `"${'a'.repeat(38)}"`, `{"a":"${'a'.repeat(300)}"}`].map(list);

const many = (count: number, one: (n: number) => unknown) => Array.from({ length: count }, (_, n) => one(n));
const inList = (...patterns: readonly unknown[]) => patterns.map((list) => ({ data: { list } }));
const filters = [
  ...inList(['x'], { a: ['x'] }, { a: [{ exists: false }], b: [1] }),
  ...inList(
    many(80, (n) => ({ prefix: `${'a'.repeat(30)}${n}` })),
    many(30, (n) => ({ 'equals-ignore-case': `${'A'.repeat(38)}${n}` })),
  ),
  ...inList({ a: [{ prefix: { 'equals-ignore-case': `${'A'.repeat(3_000)}b` } }] }),
  { data: { $or: many(50, (n) => ({ list: { [`a${n}`]: ['x'] } })) } },
].map(eventFilter);

const network = { networkId: v.parse(NetworkId, 'filters') };
const at = new Date().toISOString();
const body = JSON.stringify({ event: 'message.didCreate', data: eventSample('message.didCreate') });
const event = {
  ...network,
  eventId: v.parse(EventId, 'one'),
  event: 'message.didCreate',
  body,
  occurredAt: at,
  acceptedAt: at,
};
const webhooksWith = (filter: (n: number) => string) =>
  Array.from({ length: MAX_WEBHOOKS_PER_NETWORK }, (_, n) => ({
    ...network,
    webhookId: newWebhookId(),
    events: ['*'],
    filter: filter(n),
  }));
const plain = webhooksWith(() => '');
const filtered = webhooksWith((n) =>
  JSON.stringify({ data: { messages: { channelId: ['channel-hiking', `channel-${n}`] } } }),
);

export const measure: Measure = async ({ quick }) => {
  const times = quick ? 3 : 300;
  let dearest = 0;
  for (const text of events) {
    const parsed: unknown = JSON.parse(text);
    for (const filter of filters)
      dearest = Math.max(dearest, await medianOf(times, () => matchesFilter(filter, parsed)));
  }
  let prepared = 0;
  for (const shape of Object.values(filterShapes)) {
    const filter = largestFilter(shape, MAX_FILTER_BYTES);
    prepared = Math.max(prepared, await medianOf(times, () => eventFilter(filter)));
  }
  const parsing = await Promise.all(events.map((text) => medianOf(quick ? 1 : 20, () => JSON.parse(text))));
  const send = queueSender('https://sqs.eu-west-1.amazonaws.com/1/queue', acceptingQueue());
  const fanOut = (webhooks: typeof plain) => () =>
    send(eventMessages(event, subscribers(webhooks, event)).map((message) => ({ message })));
  const samples = { plain: [0], filtered: [0] };
  for (let n = 0; n < times; n++) {
    samples.plain.push(await medianOf(1, fanOut(plain)));
    samples.filtered.push(await medianOf(1, fanOut(filtered)));
  }
  const [without, withFilters] = [median(samples.plain.slice(1)), median(samples.filtered.slice(1))];
  return [
    {
      name: 'the dearest filter on the largest event',
      figure: dearest,
      unit: 'ms',
      aim: '<= 1',
      note: `parsing it, once for all webhooks: up to ${rounded(Math.max(...parsing))} ms`,
    },
    {
      name: 'preparing the dearest filter',
      figure: prepared,
      unit: 'ms',
      aim: '<= 5',
      note: 'once for a webhook, while a process remembers it',
    },
    {
      name: `fan-out of an event to ${MAX_WEBHOOKS_PER_NETWORK} webhooks with filters`,
      figure: withFilters,
      unit: 'ms',
      ratio: withFilters / without,
      reference: 'without filters',
      aim: '<= 1.05',
    },
  ];
};

async function medianOf(times: number, run: () => unknown): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await run();
    taken.push(performance.now() - began);
  }
  return median(taken);
}

/** A client that serializes and signs requests, and sends none. */
function acceptingQueue(): SQSClient {
  const client = new SQSClient({ region: 'eu-west-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });
  client.middlewareStack.add(
    () => async () => ({ response: {}, output: { Successful: [], Failed: [], $metadata: {} } }),
    { step: 'deserialize', priority: 'high' },
  );
  return client;
}
