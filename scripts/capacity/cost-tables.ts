/** The tables of docs/cost.md, computed from bench/model. */
import { dollarsOf, prices, type Usage } from '../../bench/model/prices.ts';
import { callsOfUser, firewall, idleMonth, operations, sum } from '../../bench/model/usage.ts';
import { DeliveryClass } from '../../contract/delivery-classes.ts';
import { Lane } from '../../contract/lane.ts';
import { accessLogMetrics, laneTimes, stageMetrics } from '../../contract/metrics.ts';
import { dollars, markdownTable } from '../markdown.ts';

const MILLION = 1_000_000;
const USERS = [10_000, 1_000_000, 100_000_000] as const;

export const costTables = (): Readonly<Record<string, string>> => ({
  operations: operationTable(),
  platforms: platformTable(),
  idle: markdownTable(['used in a month without calls', 'dollars'], [...linesOf(idleMonth), ['sum', total(idleMonth)]]),
  metrics: metricTable(),
  prices: priceTable(),
});

const total = (usage: Usage): string => dollars(dollarsOf(usage));

function operationTable(): string {
  const rows = Object.entries(operations).map(([name, usage]) => [name, dollars(dollarsOf(usage) * MILLION)]);
  return markdownTable(['operation', 'dollars a million'], rows);
}

/** Custom metrics are paid for by the hour in which they have values. */
function metricTable(): string {
  const every = Object.keys(stageMetrics).length + Object.keys(accessLogMetrics).length + ofLane * Lane.options.length;
  const rows: [string, number][] = [
    // Both times and `Attempts_delivered` of the fast lane, FanOutLag and DeliveriesCreated.
    ['all receivers are well', 5],
    // The same of the slow lane, two classes of failures in it, what is due, and receivers that go down and come up.
    ['some receivers fail', 15],
    ['every metric has a value each hour', every],
  ];
  return markdownTable(
    ['a month in which', 'custom metrics', 'dollars'],
    rows.map(([month, count]) => [month, `${count}`, dollars(dollarsOf({ metricMonths: count }))]),
  );
}
const ofLane = laneTimes.length + DeliveryClass.options.length;

/** Requests of a user's calls that the API gets; events come ten at a time, and the last three are no requests. */
const requestsOfUser = ((): number => {
  const usage = sum(...usersCalls(1));
  return usage.gatewayRequests ?? 0;
})();

function usersCalls(users: number): (readonly [Usage, number])[] {
  return Object.entries(operations).flatMap(([name, usage]) => {
    const calls = Object.entries(callsOfUser).find(([of]) => of === name)?.[1];
    return calls === undefined ? [] : [[usage, calls * users] as const];
  });
}

function platformTable(): string {
  const columns = USERS.map((users) => {
    const bill = sum(...usersCalls(users), [idleMonth, 1]);
    return { bill, wall: firewall(requestsOfUser * users) };
  });
  const names = Object.entries(callsOfUser).map(([name, calls]) => [
    `${name} (${calls})`,
    ...USERS.map((users) => dollars(ofOperation(name) * calls * users)),
  ]);
  return markdownTable(
    ['a month of', ...USERS.map((users) => `${users.toLocaleString('en')} users`)],
    [
      ...names,
      ['without any call', ...USERS.map(() => total(idleMonth))],
      ['**sum**', ...columns.map(({ bill }) => `**${total(bill)}**`)],
      ['AWS WAF, if it is in front', ...columns.map(({ wall }) => total(wall))],
    ],
  );
}

const ofOperation = (name: string): number =>
  dollarsOf(Object.entries(operations).find(([operation]) => operation === name)?.[1] ?? {});

const linesOf = (usage: Usage): string[][] =>
  Object.entries(prices).flatMap(([name, { unit }]) => {
    const amount = Object.entries(usage).find(([of]) => of === name)?.[1];
    return amount === undefined ? [] : [[unit, dollars(dollarsOf({ [name]: amount }))]];
  });

const priceTable = (): string =>
  markdownTable(
    ['price of us-east-1', 'dollars', "AWS's page", 'quoted by', 'read'],
    Object.values(prices).map(({ unit, dollars: price, page, quotedBy, read }) => [
      unit,
      `${price}`,
      `[${new URL(page).pathname.split('/')[1]}](${page})`,
      `[${new URL(quotedBy).host}](${quotedBy})`,
      read,
    ]),
  );
