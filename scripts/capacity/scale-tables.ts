/** The tables of docs/scale.md, computed by the model in bench/model. */
import { limits } from '../../bench/model/limits.ts';
import { type Capacity, capacityOf, type Load, usualLoad } from '../../bench/model/load.ts';
import { mostEvents, type Prediction, predict } from '../../bench/model/prediction.ts';
import { dollarsOf } from '../../bench/model/prices.ts';
import { raised, raises } from '../../bench/model/raise.ts';
import { SECONDS_OF_MONTH, usageOf } from '../../bench/model/usage.ts';
import { deployableStageNames, stages } from '../../lib/config.ts';
import { dollars, markdownTable, readable } from '../markdown.ts';

export const RATES = [100, 1_000, 5_000, 10_000, 100_000] as const;

export const scaleTables = (): Readonly<Record<string, string>> => ({
  stages: stageTable(),
  variations: variationTable(),
  raises: raiseTable(),
  predictions: predictionTable(),
  limits: limitTable(),
});

const monthOf = (prediction: Prediction): number => dollarsOf(usageOf(prediction)) * SECONDS_OF_MONTH;
const seconds = (value: number): string => (Number.isFinite(value) ? `${readable(value)} s` : 'grows');
const latencies = ({ toAttempt }: Prediction): string => `${seconds(toAttempt(0.5))}, ${seconds(toAttempt(0.99))}`;

function stageTable(): string {
  const rows = deployableStageNames.flatMap((stage) => [
    rowOf(stage, 'new', capacityOf(stages[stage])),
    rowOf(stage, 'grown', capacityOf(stages[stage], limits.tableWrites.value)),
  ]);
  return markdownTable(['stage', 'tables', 'events/s', '202 to first attempt, p50 and p99', 'first limit'], rows);
}

function rowOf(stage: string, tables: string, capacity: Capacity): string[] {
  const most = mostEvents(usualLoad(1), capacity);
  const prediction = predict(usualLoad(most), capacity);
  return [stage, tables, most.toLocaleString('en'), latencies(prediction), prediction.tightest.limit];
}

/** Loads that differ from the usual one in one respect. */
const variations: Readonly<Record<string, Partial<Load>>> = {
  'as assumed': {},
  'no dead receivers': { deadShare: 0 },
  'one event a request': { eventsPerRequest: 1 },
  'bodies of 500 bytes': { bodyBytes: 500 },
  'bodies of 10 KB': { bodyBytes: 10_240 },
  'ten webhooks a network': { webhooksPerNetwork: 10 },
  'bodies of 500 bytes, ten webhooks a network, no dead receivers': {
    bodyBytes: 500,
    webhooksPerNetwork: 10,
    deadShare: 0,
  },
  'receivers that take 200 ms': { receiverMilliseconds: 200 },
  'one network posts everything': { busiestShare: 1 },
  '2,000 networks, with 4,000 webhooks': { networks: 2_000 },
  '20,000 networks, with 40,000 webhooks': { networks: 20_000 },
};

function variationTable(): string {
  const prod = capacityOf(stages.prod, limits.tableWrites.value);
  const rows = Object.entries(variations).map(([name, variation]) => {
    const load = { ...usualLoad(1), ...variation };
    const most = mostEvents(load, prod);
    const { tightest } = predict({ ...load, eventsPerSecond: most }, prod);
    return [name, most.toLocaleString('en'), tightest.limit];
  });
  return markdownTable(['prod with grown tables, if the load has', 'events/s', 'first limit'], rows);
}

function raiseTable(): string {
  const rows = RATES.flatMap((rate) => {
    const needed = raises(usualLoad(rate), capacityOf(stages.prod));
    if (needed.length === 0) return [[rate.toLocaleString('en'), 'nothing', '', '']];
    return needed.map(({ use, to, needsRedesign }, index) => [
      index === 0 ? rate.toLocaleString('en') : '',
      `${index + 1}. ${use.limit}`,
      use.of.toLocaleString('en'),
      `${use.raisedBy === 'design' ? '' : to.toLocaleString('en')}${needsRedesign ? ' redesign' : ''}`.trim(),
    ]);
  });
  return markdownTable(['events/s', 'raise, in this order', 'from', 'to'], rows);
}

function predictionTable(): string {
  const predictions = RATES.map((rate) => {
    const load = usualLoad(rate);
    return predict(load, raised(load, capacityOf(stages.prod)));
  });
  const row = (name: string, of: (prediction: Prediction) => string): string[] => [name, ...predictions.map(of)];
  const [first] = predictions;
  const functions = Object.keys(first?.concurrency ?? {});
  return markdownTable(
    ['events/s', ...RATES.map((rate) => rate.toLocaleString('en'))],
    [
      row('202 to first attempt, p50', ({ toAttempt }) => seconds(toAttempt(0.5))),
      row('202 to first attempt, p99', ({ toAttempt }) => seconds(toAttempt(0.99))),
      row('202 to 2xx, p50', ({ toResponse }) => seconds(toResponse(0.5))),
      row('202 to 2xx, p99', ({ toResponse }) => seconds(toResponse(0.99))),
      row('backlog of dead receivers, deliveries/s', ({ backlogGrowth }) => readable(backlogGrowth)),
      ...functions.map((name) => row(`calls at once: ${name}`, ({ concurrency }) => readable(concurrency[name] ?? 0))),
      row('write units/s: events', ({ tables }) => readable(tables.writes.events)),
      row('write units/s: deliveries', ({ tables }) => readable(tables.writes.deliveries)),
      row('write units/s: activities', ({ tables }) => readable(tables.writes.activities)),
      row('read units/s: webhooks', ({ tables }) => readable(tables.reads.webhooks)),
      row('read units/s: networks', ({ tables }) => readable(tables.reads.networks)),
      row('cost of an hour', (prediction) => dollars((monthOf(prediction) / SECONDS_OF_MONTH) * 3_600)),
      row('cost of a month', (prediction) => dollars(monthOf(prediction))),
    ],
  );
}

const limitTable = (): string =>
  markdownTable(
    ['name', 'limit', 'source'],
    Object.entries(limits).map(([name, { value, unit, page, read }]) => [
      `\`${name}\``,
      `${value.toLocaleString('en')} ${unit}`,
      `[${page.split('/').slice(-1)}](${page}), ${read}`,
    ]),
  );
