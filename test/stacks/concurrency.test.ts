import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type StageConfig, stageNames, stages } from '../../lib/config.ts';
import { neededConcurrency, reservedCalls } from '../../lib/needed-concurrency.ts';
import { refuseUnfitStage } from '../../lib/stage-checks.ts';
import { synthesized } from './synthesized.ts';

const { prod, dev } = stages;
const { service } = synthesized(prod);
const reservedOf = (handler: Parameters<typeof service.functionOf>[0]) =>
  service.functionOf(handler)[1].Properties['ReservedConcurrentExecutions'];

describe('the concurrency of a stage', () => {
  test.each(stageNames)('of %s fits into its account', (name) => {
    expect(() => refuseUnfitStage(stages[name])).not.toThrow();
    expect(neededConcurrency(stages[name])).toBeLessThanOrEqual(stages[name].concurrency.account);
  });

  test('is reserved for the authorizer, the routes of users and servers, and the stream readers', () => {
    expect(reservedOf('auth/authorizer')).toBe(60);
    expect(reservedOf('block/check-hidden')).toBe(50);
    expect(reservedOf('block/check-audience')).toBe(50);
    expect(reservedOf('block/block-user')).toBe(40);
    expect(reservedOf('events/ingest-events')).toBe(60);
    expect(reservedOf('delivery/worker/fan-out')).toBe(64);
    expect(reservedOf('webhooks/list-webhooks')).toBeUndefined();
    expect(reservedOf('delivery/worker/sweep')).toBeUndefined();
    const all = service
      .ofType('AWS::Lambda::Function')
      .map(([, { Properties }]) => Number(Properties['ReservedConcurrentExecutions'] ?? 0));
    expect(all.reduce((sum, calls) => sum + calls, 0)).toBe(reservedCalls(prod.concurrency));
  });

  test('is not reserved in an account that has none to reserve', () => {
    for (const [, { Properties }] of synthesized(dev).service.ofType('AWS::Lambda::Function')) {
      expect(Properties).not.toHaveProperty('ReservedConcurrentExecutions');
    }
  });
});

test('the guide to deployment names what staging and prod need', () => {
  const guide = readFileSync('docs/guides/deploy.md', 'utf8').replaceAll('\n', ' ');
  const [staging, prod] = [neededConcurrency(stages.staging), neededConcurrency(stages.prod)];
  expect(guide).toContain(`staging needs ${staging}, and prod ${prod}.`);
});

describe('a stage whose numbers do not fit together', () => {
  const { concurrency, quotas, delivery } = prod;
  test.each<[string, Partial<StageConfig>, RegExp]>([
    [
      'lanes that are too large',
      { delivery: { ...delivery, concurrency: { firstAttempts: 500, slowLane: 500 } } },
      /prod needs \d+ concurrent calls: .*500 for first attempts.* Its account has 1000/,
    ],
    [
      'more shards than the account can read',
      { concurrency: { ...concurrency, streamShards: 40, batchesPerShard: 10 } },
      /800 for stream readers/,
    ],
    [
      'so much reserved that too little is left',
      {
        concurrency: { ...concurrency, reserved: { authorizer: 480, reads: 45, writes: 40, ingest: 60 } },
        delivery: { ...delivery, concurrency: { firstAttempts: 2, slowLane: 2 } },
      },
      /leaves 72 of its account's 1000 concurrent calls unreserved/,
    ],
    [
      'a quota above the highest',
      { quotas: { ...quotas, network: { ...quotas.network, events: 60_000 } } },
      /prod: quotas.network.events must be from 10 to 50000/,
    ],
    [
      'a quota above what API Gateway lets through',
      { quotas: { ...quotas, highest: { ...quotas.highest, reads: 6_000 } } },
      /quotas.highest.reads must be at most api.throttle.requestsPerSecond/,
    ],
  ])('is refused: %s', (_, changes, message) => {
    expect(() => refuseUnfitStage({ ...prod, ...changes })).toThrow(message);
  });
});
