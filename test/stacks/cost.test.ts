/** What docs/cost.md computes with is what prod's templates have (scripts/capacity). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { dollarsOf, HOURS_OF_MONTH } from '../../bin/prove/prices.ts';
import { alarmAccessLogMetrics, alarmMetrics } from '../../contract/metrics.ts';
import { type OperationId, routes } from '../../contract/routes.ts';
import { stages } from '../../lib/config.ts';
import { type Handler, handlerOf } from '../../lib/functions/handlers.ts';
import {
  type Batches,
  batchesAt,
  CACHE_SECONDS,
  type Call,
  fullLoad,
  load,
  quietLoad,
  units,
} from '../../scripts/capacity/load.ts';
import { megabytesOf, operationsOf } from '../../scripts/capacity/operations.ts';
import fc from '../support/fast-check.ts';
import { synthesized } from './synthesized.ts';

const { data, service } = synthesized(stages.prod);

const isOperation = (name: string): name is OperationId => name in routes;

/** The handlers of each call; every other route is a `route` as well. */
const handlersOf: Readonly<Record<Call, readonly Handler[]>> = {
  authorizer: ['auth/authorizer'],
  route: Object.keys(routes).filter(isOperation).map(handlerOf),
  ingest: ['events/ingest-events'],
  fanOut: ['delivery/fan-out'],
  recordActivity: ['activity/record-activity'],
  delivery: ['delivery/sign-and-send'],
  timeOut: ['delivery/sign-and-send'],
  sweep: ['delivery/sweep'],
};

describe('the model of costs', () => {
  test('has the memory of every function', () => {
    const modelled = Object.entries(handlersOf).flatMap(([call, handlers]) =>
      handlers.flatMap((handler) => service.functionsOf(handler).map((found) => ({ call, handler, found }))),
    );
    for (const { call, handler, found } of modelled) {
      const [, { Properties }] = found;
      expect({ call, handler, megabytes: Properties['MemorySize'] }).toEqual({
        call,
        handler,
        megabytes: new Map(Object.entries(megabytesOf)).get(call),
      });
    }
    const ids = new Set(modelled.map(({ found: [logicalId] }) => logicalId));
    expect(ids.size).toBe(service.ofType('AWS::Lambda::Function').length);
  });

  test('counts a function for a request, an authorizer, two stream readers and a signer for a message', () => {
    const integrations = service.ofType('AWS::ApiGatewayV2::Integration');
    const paths = Object.values(routes).length;
    expect(new Set(integrations.map(([, { Properties }]) => JSON.stringify(Properties['IntegrationUri']))).size).toBe(
      paths,
    );
    expect(service.ofType('AWS::ApiGatewayV2::Authorizer')).toHaveLength(1);
    const [fromStream, fromQueues] = [true, false].map((isStream) =>
      service
        .ofType('AWS::Lambda::EventSourceMapping')
        .filter(([, { Properties }]) => 'StartingPosition' in Properties === isStream),
    );
    expect(fromStream).toHaveLength(2);
    expect(fromQueues).toHaveLength(2);
  });

  test('has batches as large as the mappings allow at full load, and no window that waits for more', () => {
    for (const [, { Properties }] of service.ofType('AWS::Lambda::EventSourceMapping')) {
      const most = 'StartingPosition' in Properties ? fullLoad.records : fullLoad.messages;
      expect(Properties['BatchSize']).toBe(most);
      expect(Properties).not.toHaveProperty('MaximumBatchingWindowInSeconds');
    }
    const [, authorizer] = service.only('AWS::ApiGatewayV2::Authorizer');
    expect(authorizer['AuthorizerResultTtlInSeconds']).toBe(CACHE_SECONDS);
  });

  test('has a write unit for each index in which an item is', () => {
    const Table = v.object({ GlobalSecondaryIndexes: v.optional(v.array(v.unknown()), []) });
    const indexesOf = (id: string) => v.parse(Table, data.resource(id).Properties).GlobalSecondaryIndexes.length;
    expect(units.event).toBe(Math.ceil(load.itemBytes / 1_024) + indexesOf('EventsTable'));
    expect(units.block).toBe(1 + indexesOf('BlocksTable'));
    // Those of deliveries have unfinished ones only: one that failed enters or leaves one of the two with each attempt.
    expect(units.failedAttempt).toBe(units.delivered + indexesOf('DeliveriesTable'));
  });

  test('has the price of static addresses that the setting and the pages name', () => {
    const month = dollarsOf({ natGateways: 2, publicAddresses: 2 });
    expect(readFileSync('docs/cost.md', 'utf8')).toMatch(
      new RegExp(`sum of a month\\*\\* +\\| \\*\\*\\$${month}\\.00`),
    );
    for (const file of ['lib/stage-load.ts', 'docs/guides/deploy.md', 'docs/adr/0068-source-addresses.md'])
      expect(readFileSync(file, 'utf8')).toContain(`$${month} a month`);
  });

  test('has the price of a month in which a receiver reads events that the page names', () => {
    const said = /every five seconds makes ([\d,]+) requests a\s+month, which cost about \$([\d.]+) /;
    const [, requests = '', price = ''] = said.exec(readFileSync('docs/cost.md', 'utf8')) ?? [];
    const month = (HOURS_OF_MONTH * 3_600) / 5;
    expect(requests).toBe(month.toLocaleString('en'));
    const request = operationsOf(quietLoad)['request for events by a receiver, if there are no events'];
    expect(Number(price)).toBeCloseTo(month * dollarsOf(request), 1);
  });

  test('counts the metrics that alarms read', () => {
    const own = new Set<string>([...alarmMetrics, ...alarmAccessLogMetrics]);
    const read = JSON.stringify(service.ofType('AWS::CloudWatch::Alarm'));
    for (const name of own) expect(read).toContain(`"MetricName":"${name}"`);
  });
});

describe('the load of a platform', () => {
  const priceAt = (batches: Batches): number[] => Object.values(operationsOf(batches)).map(dollarsOf);

  test('costs more a piece the less there is, between a quiet stage and full load', () => {
    const rate = fc.double({ min: 0.001, max: 100_000, noNaN: true });
    const quiet = priceAt(quietLoad);
    fc.assert(
      fc.property(rate, rate, (one, another) => {
        const [less, more] = [batchesAt(Math.min(one, another)), batchesAt(Math.max(one, another))].map(priceAt);
        for (const [index, price] of (more ?? []).entries()) {
          expect(price).toBeLessThanOrEqual((less?.[index] ?? 0) * 1.000001);
          expect(price).toBeLessThanOrEqual((quiet[index] ?? 0) * 1.000001);
        }
      }),
    );
    for (const [index, price] of priceAt(fullLoad).entries()) expect(price).toBeLessThanOrEqual(quiet[index] ?? 0);
  });

  test('at 23 events a second has less than two records in a call', () => {
    const { records, actions, messages } = batchesAt(23);
    expect(records).toBeGreaterThan(1.3);
    expect(records).toBeLessThan(2);
    expect(actions).toBeLessThan(records);
    expect(messages).toBe(1);
  });
});
