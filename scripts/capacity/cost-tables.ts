/** The tables of docs/cost.md: list prices of us-east-1 in dollars, what single operations use of them, and a month. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as v from 'valibot';
import { dollars, markdownTable, readable } from '../../bin/prove/markdown.ts';
import { billOf, dollarsOf, HOURS_OF_MONTH, prices, sum, type Usage } from '../../bin/prove/prices.ts';
import { alarmAccessLogMetrics, alarmMetrics } from '../../contract/metrics.ts';
import { stages } from '../../lib/config.ts';
import { SocialPlatform } from '../../lib/social-platform.ts';
import { batchesAt, fullLoad, quietLoad } from './load.ts';
import { type Operation, operationsOf, shareOf, throughGateway } from './operations.ts';

const SECONDS_OF_MONTH = HOURS_OF_MONTH * 3_600;
/** Platforms by their number of users. */
const SIZES = [10_000, 100_000, 1_000_000] as const;

/**
 * What a user does in a month: ten feeds or threads a day in three sessions, for each of which the client reads a block
 * list of one page; two events a day with two webhooks each. The last number is for front ends that check each feed by
 * the route.
 */
const monthOfUser: readonly (readonly [operation: Operation, times: number, byRoute?: number])[] = [
  ['hide check of 20 users', 0, 300],
  ['page of blocks or of activities', 6 + 90, 6],
  ['block or unblock', 0.6],
  ['event', 60],
  ['recorded activity', 24],
  ['delivery by the first attempt', 120],
  ['attempt that ends with a time-out', 1.2],
];
const EVENTS_OF_USER = 60;

/** The metrics that alarms read, if each has a value in every hour. */
const metricsOfMonth: Usage = { metrics: alarmMetrics.length + alarmAccessLogMetrics.length };

/** Events per second of so many users. */
const rateOf = (users: number): number => (users * EVENTS_OF_USER) / SECONDS_OF_MONTH;

function billOfPlatform(users: number) {
  const used = operationsOf(batchesAt(rateOf(users)));
  const price = (operation: Operation): number => dollarsOf(used[operation]) * users;
  const bills = monthOfUser.map(([operation, times]) => times * price(operation));
  const byRoute = monthOfUser.map(([operation, times, asked = times]) => asked * price(operation));
  return { bills, byRoute };
}

const totalOf = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

function platformTable(idle: Usage): string {
  const platforms = SIZES.map(billOfPlatform);
  const fixed = [idle, metricsOfMonth].map(dollarsOf);
  const ofAll = (amounts: (platform: (typeof platforms)[number]) => readonly number[]): string[] =>
    platforms.map((platform) => `**${dollars(totalOf([...amounts(platform), ...fixed]))}**`);
  return markdownTable(
    ['operation', 'times for each user', ...SIZES.map((users) => `${users.toLocaleString('en')} users`)],
    [
      ...monthOfUser.flatMap(([operation, times], row) =>
        times === 0 ? [] : [[operation, `${times}`, ...platforms.map(({ bills }) => dollars(bills[row] ?? 0))]],
      ),
      ['a month without calls', '', ...SIZES.map(() => dollars(dollarsOf(idle)))],
      ['metrics that alarms read, at most', '', ...SIZES.map(() => dollars(dollarsOf(metricsOfMonth)))],
      ['**sum**', '', ...ofAll(({ bills }) => bills)],
      ['**sum, with a hide check for each feed**', '', ...ofAll(({ byRoute }) => byRoute)],
    ],
  );
}

/** How large batches are, by load. */
function batchesTable(): string {
  const loads = [quietLoad, ...SIZES.map((users) => batchesAt(rateOf(users))), fullLoad];
  const row = (what: string, of: (batches: (typeof loads)[number]) => number): string[] => [
    what,
    ...loads.map((batches) => readable(of(batches))),
  ];
  return markdownTable(
    ['', 'quiet stage', ...SIZES.map((users) => `${users.toLocaleString('en')} users`), 'full load'],
    [
      ['events per second', '', ...SIZES.map((users) => readable(rateOf(users))), ''],
      row('events in a request', ({ eventsPerRequest }) => eventsPerRequest),
      row('events in a call of the function that makes deliveries', ({ records }) => records),
      row('events in a call of the function that records activity', ({ actions }) => actions),
      row('messages in a call of the function that sends deliveries', ({ messages }) => messages),
      row('calls of the authorizer for each request of a user', ({ missesOfUsers }) => missesOfUsers),
      row('calls of the authorizer for each request of a platform', ({ missesOfPlatforms }) => missesOfPlatforms),
    ],
  );
}

/** A month of prod without a call: its template's resources, five long polls of 20 s a queue, and a sweep a minute. */
function idleMonth({ alarmMetrics: ofAlarms, dashboards, schedules, polledQueues }: IdleResources): Usage {
  const callsOfSchedules = (schedules * SECONDS_OF_MONTH) / 60;
  return sum(
    [{ alarmMetrics: ofAlarms, dashboards, queueRequests: (polledQueues * 5 * SECONDS_OF_MONTH) / 20 }, 1],
    [{ scheduledCalls: 1, readUnits: 16 }, callsOfSchedules],
    [shareOf('sweep'), callsOfSchedules],
  );
}

/** What static addresses cost: by the month, and by what is sent. */
function addressesTable({ natGateways, publicAddresses }: IdleResources): string {
  const month: Usage = { natGateways, publicAddresses };
  const million = (batches: typeof quietLoad): string => dollars(dollarsOf(throughGateway(batches)) * 1e6);
  return markdownTable(
    ['static addresses', 'dollars'],
    [
      [`${natGateways} NAT gateways for a month`, dollars(dollarsOf({ natGateways }))],
      [`${publicAddresses} public IPv4 addresses for a month`, dollars(dollarsOf({ publicAddresses }))],
      ['**sum of a month**', `**${dollars(dollarsOf(month))}**`],
      [`each ${prices.natGb.unit}`, `$${prices.natGb.dollars}`],
      ['a million deliveries in a quiet stage', million(quietLoad)],
      ['a million deliveries at full load', million(fullLoad)],
    ],
  );
}

export function costTables(): Readonly<Record<string, string>> {
  const resources = idleResources();
  const idle = idleMonth(resources);
  const [quiet, full] = [operationsOf(quietLoad), operationsOf(fullLoad)];
  const names = Object.keys(quiet).filter((name): name is Operation => name in full);
  const million = (usage: Usage): string => dollars(dollarsOf(usage) * 1e6);
  return {
    operations: markdownTable(
      ['dollars for a million', 'quiet stage', 'full load'],
      names.map((name) => [name, million(quiet[name]), million(full[name])]),
    ),
    batches: batchesTable(),
    platform: platformTable(idle),
    idle: markdownTable(
      ['AWS charges for each', 'dollars in a month without calls'],
      [...billOf(idle).map(([unit, part]) => [unit, dollars(part)]), ['**sum**', `**${dollars(dollarsOf(idle))}**`]],
    ),
    addresses: addressesTable(resources),
    prices: markdownTable(
      ['price of us-east-1', 'dollars'],
      Object.values(prices).map(({ unit, dollars: price }) => [unit, `${price}`]),
    ),
  };
}

/** An alarm on an expression is paid for by the metrics in it. */
const Metrics = v.array(v.object({ MetricStat: v.optional(v.unknown()) }));
const Alarm = v.object({ Properties: v.object({ Metrics: v.optional(Metrics) }) });

type IdleResources = ReturnType<typeof idleResources>;

/** Lambda polls the queues of event source mappings with a maximum concurrency, and streams at no price. */
function idleResources() {
  using outdir = mkdtempDisposableSync(join(tmpdir(), 'sps-cost-'));
  const app = new App({ outdir: outdir.path, builtinCloudFormationValidation: false, treeMetadata: false });
  // The panel has nothing that an idle stage pays for, and its folders would have to be built.
  const config = {
    ...stages.prod,
    delivery: { ...stages.prod.delivery, staticAddresses: true },
    panel: { enabled: false, optOutReason: 'only counted' },
  } as const;
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
    natGateways: count('AWS::EC2::NatGateway'),
    publicAddresses: count('AWS::EC2::EIP'),
  };
}
