/** The tables of docs/cost.md: list prices of us-east-1 in dollars, what single operations use of them, and a month. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as v from 'valibot';
import { MESSAGES_PER_BATCH } from '../../lib/capabilities/delivery.ts';
import { stages } from '../../lib/config.ts';
import { SocialPlatform } from '../../lib/social-platform.ts';
import { dollars, markdownTable } from '../markdown.ts';
import { calls, load, units } from './load.ts';

/** Dollars for one, or for `per`. A new price needs a line here, and its amount in an operation or the idle month. */
const prices = {
  gatewayRequests: { dollars: 1, per: 1e6, unit: 'million requests of an HTTP API' },
  lambdaCalls: { dollars: 0.2, per: 1e6, unit: 'million calls of functions' },
  gbSeconds: { dollars: 0.0000133334, per: 1, unit: 'GB-second of functions on ARM' },
  writeUnits: { dollars: 0.625, per: 1e6, unit: 'million write units' },
  readUnits: { dollars: 0.125, per: 1e6, unit: 'million read units' },
  storedGbMonths: { dollars: 0.25 + 0.2, per: 1, unit: 'GB stored for a month, with point-in-time recovery' },
  /** Messages with a group cost 0.10 more than others. */
  queueRequests: { dollars: 0.5, per: 1e6, unit: 'million requests to a fair queue' },
  scheduledCalls: { dollars: 1, per: 1e6, unit: 'million calls of schedules' },
  logGb: { dollars: 0.5, per: 1, unit: 'GB of logs' },
  alarmMetrics: { dollars: 0.1, per: 1, unit: 'metric of an alarm for a month' },
  dashboards: { dollars: 3, per: 1, unit: 'dashboard for a month' },
  transferredGb: { dollars: 0.09, per: 1, unit: 'GB to the internet' },
} as const;

/** Amounts of what is paid for; what is left out is none. */
type Usage = Partial<Readonly<Record<keyof typeof prices, number>>>;

const [GB, SECONDS_OF_MONTH, USERS] = [1e9, 730 * 3_600, 1_000_000];
const { memory } = stages.prod;

function sum(...parts: readonly (readonly [usage: Usage, times: number])[]): Usage {
  const total: Record<string, number> = {};
  for (const [usage, times] of parts)
    for (const [name, amount] of Object.entries(usage)) total[name] = (total[name] ?? 0) + amount * times;
  return total;
}

/** The share of a call, with its log and Lambda's own, that one of what it handles pays. */
const shareOf = (call: keyof typeof calls, megabytes: number, logBytes = 700): Usage =>
  sum([
    { lambdaCalls: 1, gbSeconds: (calls[call].milliseconds * megabytes) / 1_024_000, logGb: logBytes / GB },
    1 / calls[call].handles,
  ]);

/** A request with its line in the access log, and the token of every third one, which the authorizer has not cached. */
const gateway: Usage = { gatewayRequests: 1, writeUnits: units.quota, logGb: 450 / GB };
const request = (used: Usage): Usage =>
  sum(
    [gateway, 1],
    [shareOf('route', memory.http), 1],
    [sum([shareOf('authorizer', memory.http), 1], [{ readUnits: 1 }, 1]), 1 / 3],
    [used, 1],
  );

/**
 * Messages are sent, received and deleted in batches of ten, and the first one has all webhooks of an event. Headers and
 * TLS of a request have 900 bytes.
 */
const attempt = (call: 'delivery' | 'timeOut', perMessage: number, used: Usage): Usage =>
  sum(
    [shareOf(call, memory.delivery, 1_150), 1],
    [{ queueRequests: 3 / (MESSAGES_PER_BATCH * perMessage), transferredGb: (load.bodyBytes + 900) / GB }, 1],
    [used, 1],
  );

/** An operation → what one of it uses, with a month's storage. */
const operations = {
  'hide check': request({ readUnits: units.hideCheck }),
  'page of blocks, of activities or of webhooks': request({ readUnits: 1 }),
  'block, unblock': request({ writeUnits: units.block }),
  'event, ten in a request': sum(
    [gateway, 1 / load.eventsPerRequest],
    [shareOf('ingest', memory.http), 1],
    [shareOf('fanOut', memory.stream, 1_000), 1],
    // Fan-out reads the network and its webhooks anew for most events.
    [{ writeUnits: units.event, readUnits: 2, storedGbMonths: load.itemBytes / GB }, 1],
  ),
  'recorded activity': sum([shareOf('recordActivity', memory.stream), 1], [{ writeUnits: units.recordedActivity }, 1]),
  'delivery at the first attempt': attempt('delivery', load.webhooks, {
    writeUnits: units.delivered,
    storedGbMonths: 800 / GB,
  }),
  'failed attempt: a time-out': attempt('timeOut', 1, { writeUnits: units.failedAttempt }),
  'page of events': request({ readUnits: units.eventPage }),
  'page of the delivery log': request({ readUnits: units.deliveryPage }),
  'page of the log of a network with many webhooks': request({ readUnits: units.networkLogPage }),
  'ledger of an hour with 1,000 deliveries': request({ readUnits: 2 + units.ledger }),
} as const satisfies Readonly<Record<string, Usage>>;

/**
 * What a user does in a month: ten feeds or threads a day in three sessions, for each of which the client reads a block
 * list of one page; two events a day with two webhooks each. The last number is for front ends that check each feed by
 * the route.
 */
const monthOfUser: readonly (readonly [keyof typeof operations, times: number, byRoute?: number])[] = [
  ['hide check', 0, 300],
  ['page of blocks, of activities or of webhooks', 6 + 90, 6],
  ['block, unblock', 0.6],
  ['event, ten in a request', 60],
  ['recorded activity', 24],
  ['delivery at the first attempt', 120],
  ['failed attempt: a time-out', 1.2],
];

/** A month of prod without a call: its template's resources, five long polls of 20 s a queue, and a sweep a minute. */
function idleMonth(): Usage {
  const { alarmMetrics, dashboards, schedules, polledQueues } = idleResources();
  const callsOfSchedules = (schedules * SECONDS_OF_MONTH) / 60;
  return sum(
    [{ alarmMetrics, dashboards, queueRequests: (polledQueues * 5 * SECONDS_OF_MONTH) / 20 }, 1],
    [{ scheduledCalls: 1, readUnits: 16 }, callsOfSchedules],
    [shareOf('sweep', memory.sweep), callsOfSchedules],
  );
}

/** What is used, as unit and dollars. */
function billOf(usage: Usage): readonly (readonly [unit: string, dollars: number])[] {
  const amounts = new Map(Object.entries(usage));
  return Object.entries(prices).flatMap(([name, { unit, dollars, per }]) => {
    const amount = amounts.get(name);
    return amount === undefined || amount === 0 ? [] : [[unit, (amount * dollars) / per] as const];
  });
}
const dollarsOf = (usage: Usage): number => billOf(usage).reduce((total, [, part]) => total + part, 0);

export function costTables(): Readonly<Record<string, string>> {
  const idle = idleMonth();
  const platform = monthOfUser.map(([name, times, byRoute = times]) => {
    const price = dollarsOf(operations[name]) * USERS;
    return { name, times, byRoute, bill: times * price, billByRoute: byRoute * price };
  });
  const sumOf = (column: 'bill' | 'billByRoute'): string =>
    `**${dollars(platform.reduce((total, row) => total + row[column], dollarsOf(idle)))}**`;
  return {
    operations: markdownTable(
      ['operation', 'dollars a million'],
      Object.entries(operations).map(([name, usage]) => [name, dollars(dollarsOf(usage) * 1e6)]),
    ),
    platform: markdownTable(
      [
        'operation',
        'of a user',
        `of ${USERS.toLocaleString('en')} users`,
        'of a user, by the route',
        'of as many users',
      ],
      [
        ...platform.map((row) => [
          row.name,
          `${row.times}`,
          dollars(row.bill),
          `${row.byRoute}`,
          dollars(row.billByRoute),
        ]),
        ['a month without calls', '', dollars(dollarsOf(idle)), '', dollars(dollarsOf(idle))],
        ['**sum**', '', sumOf('bill'), '', sumOf('billByRoute')],
      ],
    ),
    idle: markdownTable(
      ['a month without calls, paid by the', 'dollars'],
      [...billOf(idle).map(([unit, part]) => [unit, dollars(part)]), ['**sum**', `**${dollars(dollarsOf(idle))}**`]],
    ),
    prices: markdownTable(
      ['price of us-east-1', 'dollars'],
      Object.values(prices).map(({ unit, dollars: price }) => [unit, `${price}`]),
    ),
  };
}

/** An alarm on an expression is paid for by the metrics in it. */
const Metrics = v.array(v.object({ MetricStat: v.optional(v.unknown()) }));
const Alarm = v.object({ Properties: v.object({ Metrics: v.optional(Metrics) }) });

/** Lambda polls the queues of event source mappings with a maximum concurrency, and streams at no price. */
function idleResources() {
  using outdir = mkdtempDisposableSync(join(tmpdir(), 'sps-cost-'));
  const app = new App({ outdir: outdir.path, builtinCloudFormationValidation: false, treeMetadata: false });
  // The panel has nothing that an idle stage pays for, and its folders would have to be built.
  const config = { ...stages.prod, panel: { enabled: false, optOutReason: 'only counted' } } as const;
  const code = (handler: string): Code => Code.fromInline(`// ${handler}`);
  const platform = new SocialPlatform(app, config.name, config, { code, siteFolders: { panel: '', docs: '' } });
  const template = Template.fromStack(platform.stacks.service);
  const count = (type: string, props: object = {}): number => Object.keys(template.findResources(type, props)).length;
  return {
    alarmMetrics: Object.values(template.findResources('AWS::CloudWatch::Alarm'))
      .map((alarm) => v.parse(Alarm, alarm).Properties.Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1)
      .reduce((total, metrics) => total + metrics),
    dashboards: count('AWS::CloudWatch::Dashboard'),
    schedules: count('AWS::Scheduler::Schedule'),
    polledQueues: count('AWS::Lambda::EventSourceMapping', { Properties: { ScalingConfig: {} } }),
  };
}
