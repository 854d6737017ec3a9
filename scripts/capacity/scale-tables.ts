/** Limits by stage: how many events per second each allows (docs/scale.md), and a network's quotas (docs/guides/limits.md). */

import { markdownTable, readable, wrapped } from '../../bin/prove/markdown.ts';
import { type QuotaName, quotaNames } from '../../contract/quotas.ts';
import { MIB } from '../../contract/sizes.ts';
import { ACCEPTED_SHARDS } from '../../contract/tables.ts';
import { shardKeys } from '../../lambdas/deliveries/delivery-item.ts';
import { deployableStageNames, type StageConfig, stages } from '../../lib/config.ts';
import { type Call, countedUnits, fullLoad, load, millisecondsOf, units } from './load.ts';

interface Limit {
  readonly limit: string;
  /** Events per second that it allows. */
  readonly events: (stage: StageConfig) => number;
  readonly raised: string;
  readonly page?: `https://docs.aws.amazon.com/${string}`;
}

const dynamoDb = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
const lambda = 'https://docs.aws.amazon.com/lambda/latest/dg';
const gateway = 'https://docs.aws.amazon.com/apigateway/latest/developerguide';

/** Write units of an event in the table that it writes most. */
const mostWritten = Math.max(units.event, load.webhooks * countedUnits(units.delivered, fullLoad.messages));
/** Seconds of a call for each of the things that it handles at full load. */
const secondsOf = (call: Call, handled: number): number => millisecondsOf(call, handled) / 1_000 / handled;
/** Seconds of signers that an event takes, and of all functions together. */
export const sending = load.webhooks * secondsOf('delivery', fullLoad.messages * load.webhooks);
const all =
  secondsOf('ingest', fullLoad.eventsPerRequest) +
  secondsOf('fanOut', fullLoad.records) +
  secondsOf('recordActivity', fullLoad.actions) +
  sending;

const limits: readonly Limit[] = [
  {
    limit: 'one network: its quota of requests with events',
    events: ({ quotas }) => quotas.network.ingest * load.eventsPerRequest,
    raised: '`ctl network set <id> quota.ingest`, up to `quotas`',
  },
  {
    limit: 'one network: its quota of events',
    events: ({ quotas }) => quotas.network.events,
    raised: '`ctl network set <id> quota.events`, up to `quotas`',
  },
  {
    limit: 'one network: its quota of deliveries',
    events: ({ quotas }) => quotas.network.deliveries / load.webhooks,
    raised: '`ctl network set <id> quota.deliveries`, up to `quotas`',
  },
  {
    limit: 'one network: write units of the index of its events',
    events: () => ACCEPTED_SHARDS * 1_000,
    raised: 'more shards, which need a redesign',
    page: `${dynamoDb}/bp-partition-key-design.html`,
  },
  {
    limit: 'one webhook: write units of its deliveries',
    // The counts of attempts are in a partition of their own, which takes a tenth of the writes.
    events: () => shardKeys('webhook').length * 1_000,
    raised: 'more shards, which need a redesign',
    page: `${dynamoDb}/bp-partition-key-design.html`,
  },
  {
    limit: 'throttle of the route `POST /events`',
    events: ({ api }) => api.throttle.requestsPerSecond * load.eventsPerRequest,
    raised: 'the setting `api.throttle`',
  },
  {
    limit: 'account: 10,000 requests per second to APIs',
    events: () => 10_000 * load.eventsPerRequest,
    raised: 'Service Quotas',
    page: `${gateway}/limits.html`,
  },
  {
    limit: 'new tables: 4,000 write units per second',
    events: () => 4_000 / mostWritten,
    raised: 'warm throughput, or slow growth',
    page: `${dynamoDb}/on-demand-capacity-mode.html`,
  },
  {
    limit: 'grown tables: 40,000 write units per second',
    events: () => 40_000 / mostWritten,
    raised: 'Service Quotas',
    page: `${dynamoDb}/ServiceQuotas.html`,
  },
  {
    limit: 'first attempts: concurrent calls of the function',
    events: ({ delivery }) => delivery.concurrency.firstAttempts / sending,
    raised: 'the setting `delivery.concurrency`',
  },
  {
    limit: 'one queue: 1,000 concurrent calls of its function',
    events: () => 1_000 / sending,
    raised: 'more queues, which need a redesign',
    page: `${lambda}/services-sqs-scaling.html`,
  },
  {
    limit: 'account: concurrent calls of all functions',
    events: ({ concurrency }) => concurrency.account / all,
    raised: 'Service Quotas, then `concurrency.account`',
    page: `${lambda}/gettingstarted-limits.html`,
  },
];

export const scaleTables = (): Readonly<Record<string, string>> => ({
  limits: [
    markdownTable(
      ['limit, in events per second', ...deployableStageNames, 'how to raise it'],
      limits.map(({ limit, events, raised }) => [
        limit,
        ...deployableStageNames.map((stage) => readable(events(stages[stage]))),
        raised,
      ]),
    ),
    '',
    'AWS documents its limits on these pages:',
    '',
    ...limits.flatMap(({ limit, page }) =>
      page === undefined ? [] : [wrapped(`- ${limit} ([${page.split('/').at(-1)}](${page}))`)],
    ),
  ].join('\n'),
});

const amount = (name: QuotaName, limit: number): string =>
  name === 'ingestBytes' ? `${limit / MIB}M` : limit.toLocaleString('en');

/** Each by default, and at most. */
export const quotaTables = (): Readonly<Record<string, string>> => ({
  quotas: markdownTable(
    ['quota', ...deployableStageNames],
    quotaNames.map((name) => [
      `\`${name}\``,
      ...deployableStageNames.map((stage) => {
        const { network, highest } = stages[stage].quotas;
        return `${amount(name, network[name])} (${amount(name, highest[name])})`;
      }),
    ]),
  ),
});
