/** The capacity model, compared with cases that are computed by hand, and with what docs/scale.md says of each stage. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { limits } from '../../bench/model/limits.ts';
import { capacityOf, usualLoad } from '../../bench/model/load.ts';
import { processorTimes, timesInAws } from '../../bench/model/measured.ts';
import { mostEvents, predict } from '../../bench/model/prediction.ts';
import { dollarsOf } from '../../bench/model/prices.ts';
import { raised, raises } from '../../bench/model/raise.ts';
import { fanOutSeconds, processing } from '../../bench/model/service-time.ts';
import { shardsAt, unitsOfEvent } from '../../bench/model/stream.ts';
import { distinct } from '../../bench/model/tables.ts';
import { sum } from '../../bench/model/usage.ts';
import { deployableStageNames, stages } from '../../lib/config.ts';

const prod = capacityOf(stages.prod);
/** With one batch of a shard at a time. */
const oneBatch = { ...prod, stream: { ...prod.stream, parallelizationFactor: 1 } };
const on = (memory: number) => ({ memory, times: timesInAws });

describe('the time of a call', () => {
  const { perCall, perItem } = processorTimes.of.fanOut;

  test('is its processor time on a whole processor', () => {
    expect(processing('fanOut', 10, on(1_769)) * 1_000).toBeCloseTo(perCall + 10 * perItem);
  });

  test('doubles with half of the memory, and more than a processor does not help', () => {
    expect(processing('fanOut', 10, on(884.5))).toBeCloseTo(2 * processing('fanOut', 10, on(1_769)));
    expect(processing('fanOut', 10, on(3_538))).toBe(processing('fanOut', 10, on(1_769)));
  });

  test('of fan-out has a round of 15 ms for each 160 messages, and one read of 5 ms', () => {
    expect(fanOutSeconds(100, 2, on(1_769)) - processing('fanOut', 200, on(1_769))).toBeCloseTo(0.005 + 2 * 0.015);
  });
});

describe('the events table', () => {
  test('takes a write unit for each KB of body and 300 bytes', () => {
    expect(unitsOfEvent({ bodyBytes: 724 })).toBe(1);
    expect(unitsOfEvent({ bodyBytes: 1_024 })).toBe(2);
  });

  test('has four shards when it is new, and one for each 1,000 write units when it has grown', () => {
    expect(shardsAt(usualLoad(100), prod)).toBe(4);
    expect(shardsAt(usualLoad(5_000), prod)).toBe(10);
  });
});

test('a batch of 100 events of 100 networks is of 63 networks', () => {
  expect(distinct(100, 100)).toBeCloseTo(63.4, 1);
});

describe('a load of 1,000 events a second with 2 webhooks and 1 % dead receivers', () => {
  const prediction = predict(usualLoad(1_000), prod);

  test('is 100 requests a second, since each has ten events', () => {
    expect(prediction.requests).toBe(100);
  });

  test('lets the backlog grow by 20 deliveries a second', () => {
    expect(prediction.backlogGrowth).toBeCloseTo(20);
  });

  test('takes 1,960 deliveries through the fast lane', () => {
    expect(prediction.fast.messages).toBeCloseTo(1_960);
  });

  test('reads each of four shards with batches of 100 or less, at least four times a second', () => {
    const { fanOut } = predict(usualLoad(1_000), oneBatch);
    expect(fanOut.callsPerSecond).toBeCloseTo(16);
    expect(fanOut.recordsPerCall).toBeCloseTo(62.5);
  });

  test('is later for 99 of 100 deliveries than for half of them', () => {
    expect(prediction.toAttempt(0.99)).toBeGreaterThan(prediction.toAttempt(0.5));
    expect(prediction.toResponse(0.5) - prediction.toAttempt(0.5)).toBeCloseTo(Math.LN2 * 0.05);
  });
});

test('small events, of which more come through a shard, need a higher parallelization factor', () => {
  const load = { ...usualLoad(10_000), bodyBytes: 500, webhooksPerNetwork: 5, deadShare: 0 };
  const names = raises(load, oneBatch).map(({ use }) => use.limit);
  expect(names).toContain('fan-out: parallelization factor');
  expect(raised(load, oneBatch).stream.parallelizationFactor).toBeGreaterThan(1);
});

test('ten webhooks a network cost three read units for each network of a batch of events', () => {
  const load = { ...usualLoad(1_000), webhooksPerNetwork: 10 };
  const { reads } = predict(load, prod).tables;
  expect(reads.webhooks / reads.networks).toBeCloseTo(3);
});

test('what is raised for a load is no longer used too much', () => {
  const load = { ...usualLoad(10_000), deadShare: 0 };
  expect(predict(load, prod).tightest.utilisation).toBeGreaterThan(1);
  expect(predict(load, raised(load, prod)).tightest.utilisation).toBeLessThanOrEqual(0.8);
});

describe.each(deployableStageNames)('stage %s', (stage) => {
  const claims = [...readFileSync('docs/scale.md', 'utf8').matchAll(/^\| (\w+) +\| (new|grown) +\| ([\d,]+) /gm)]
    .filter(([, name]) => name === stage)
    .map(([, , tables, rate = '']) => ({ tables, rate: Number(rate.replaceAll(',', '')) }));

  test('has a load in docs/scale.md, with new tables and with grown ones', () => {
    expect(claims.map(({ tables }) => tables)).toEqual(['new', 'grown']);
  });

  test.each(claims)('uses no limit up at its load with $tables tables', ({ tables, rate }) => {
    const capacity = capacityOf(stages[stage], tables === 'new' ? undefined : limits.tableWrites.value);
    expect(rate).toBeGreaterThan(0);
    expect(predict(usualLoad(rate), capacity).uses.filter(({ utilisation }) => utilisation > 1)).toEqual([]);
  });

  test('uses more than 80 % of a limit at a tenth more than it bears', () => {
    const rate = mostEvents(usualLoad(1), capacityOf(stages[stage])) * 1.1;
    expect(predict(usualLoad(rate), capacityOf(stages[stage])).tightest.utilisation).toBeGreaterThan(0.8);
  });
});

test('a bill adds up what was used', () => {
  const usage = sum([{ writeUnits: 1_000_000 }, 2], [{ writeUnits: 1_000_000, gatewayRequests: 1_000_000 }, 1]);
  expect(dollarsOf(usage)).toBeCloseTo(3 * 0.625 + 1);
});
