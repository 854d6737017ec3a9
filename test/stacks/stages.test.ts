/** The settings of stages: which there are, what overrides them, and what is refused. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type StageConfig, stageConfig, stageNames, stages } from '../../lib/config.ts';
import { neededConcurrency, reservedCalls, UNRESERVED } from '../../lib/needed-concurrency.ts';
import { withDeliverySettings, withEmbedOrigins, withUrgency } from '../../lib/overrides.ts';
import { leastEventDays, refuseUnfitStage } from '../../lib/stage-checks.ts';
import { another, synthesized } from './synthesized.ts';

describe('stageConfig', () => {
  test.each(stageNames)('returns the settings of %s', (name) => {
    expect(stageConfig(name)).toBe(stages[name]);
    expect(stages[name].name).toBe(name);
  });

  test.each([undefined, 'production', '', 'toString', 7])('lists the stages when %j is none of them', (name) => {
    expect(() => stageConfig(name)).toThrow(/-c env=<stage>: local, dev, staging, prod/);
  });
});

describe('withDeliverySettings', () => {
  test('overrides the settings of the local stage with the context, and nothing else', () => {
    const settings = { ...stages.local.delivery.settings, retryDelaysSeconds: [1, 2.5], probeFirstSeconds: 1 };
    const config = withDeliverySettings(stages.local, '{"retryDelaysSeconds":[1,2.5],"probeFirstSeconds":1}');
    expect(config).toMatchObject({ ...stages.local, delivery: { ...stages.local.delivery, settings } });
    expect(withDeliverySettings(stages.prod, undefined)).toBe(stages.prod);
  });

  test('refuses to change another stage', () => {
    expect(() => withDeliverySettings(stages.dev, '{}')).toThrow(/for the stage local only.*delivery\.settings/);
  });

  test.each([
    ['{"retryDelaySeconds":[1]}', /retryDelaySeconds/],
    ['{"probeFirstSeconds":-1}', /probeFirstSeconds/],
    ['{', /not JSON of delivery settings/],
    [{ probeFirstSeconds: 1 }, /not JSON of delivery settings/],
  ])('refuses %j and says why', (context, problem) => {
    expect(() => withDeliverySettings(stages.local, context)).toThrow(problem);
  });
});

describe('embedOrigins', () => {
  const embeddedBy = (stage: StageConfig, ...embedOrigins: string[]): StageConfig =>
    stage.panel.enabled ? { ...stage, panel: { ...stage.panel, embedOrigins } } : stage;

  test('are exact origins, and a few of them', () => {
    refuseUnfitStage(embeddedBy(stages.prod, 'https://console.example.com', 'https://console.example.com:8443'));
    refuseUnfitStage(embeddedBy(stages.local, 'http://localhost:8080', 'http://127.0.0.1:8080'));
    const many = Array.from({ length: 11 }, (_, n) => `https://${n}.example.com`);
    expect(() => refuseUnfitStage(embeddedBy(stages.prod, ...many))).toThrow(/at most 10 origins, not 11/);
    refuseUnfitStage(embeddedBy(stages.prod, ...many.slice(1)));
  });

  test.each([
    'http://console.example.com',
    'https://*.example.com',
    'https://console.example.com/',
    'https://console.example.com:443',
    "https://console.example.com 'self'",
    '*',
    `https://${'a'.repeat(63)}.${'b'.repeat(40)}.com`,
  ])('are not %s', (origin) => {
    expect(() => refuseUnfitStage(embeddedBy(stages.prod, origin))).toThrow(/origins such as/);
  });

  test('of other callers are as exact, and need a panel whose address is known', () => {
    const calledBy = (panel: StageConfig['panel'], ...corsOrigins: [string, ...string[]]): StageConfig => ({
      ...stages.prod,
      panel,
      api: { ...stages.prod.api, corsOrigins },
    });
    const { panel } = another;
    refuseUnfitStage(calledBy(panel, 'https://app.example.com'));
    expect(() => refuseUnfitStage(calledBy(panel, 'https://app.example.com/'))).toThrow(/api.corsOrigins must be/);
    expect(() => refuseUnfitStage(calledBy(stages.prod.panel, 'https://app.example.com'))).toThrow(
      /must name the address of the panel/,
    );
  });

  test('of a local cloud are in its context', () => {
    expect(withEmbedOrigins(stages.prod, undefined)).toBe(stages.prod);
    expect(() => withEmbedOrigins(stages.prod, 'https://a.example.com')).toThrow(/for the stage local only/);
    expect(withEmbedOrigins(stages.local, 'http://localhost:1 http://localhost:2').panel).toMatchObject({
      embedOrigins: ['http://localhost:1', 'http://localhost:2'],
    });
  });
});

describe('withUrgency', () => {
  test('is of a stage that is deployed gradually, and has to be meant', () => {
    expect(withUrgency(stages.dev, undefined)).toBe(stages.dev);
    expect(() => withUrgency(stages.dev, 'true')).toThrow(/The stage dev is always deployed at once/);
    expect(() => withUrgency(stages.prod, 'yes')).toThrow(/The context urgent is true, or left out/);
  });
});

const { prod, dev } = stages;
const { service } = synthesized(prod);

describe('the concurrency of a stage', () => {
  test.each(stageNames)('of %s fits into its account', (name) => {
    expect(() => refuseUnfitStage(stages[name])).not.toThrow();
    expect(neededConcurrency(stages[name])).toBeLessThanOrEqual(stages[name].concurrency.account);
  });

  // For which functions is in the lines of templates.test.ts.
  test('is reserved as far as the stage says, and no further', () => {
    const all = service
      .ofType('AWS::Lambda::Function')
      .map(([, { Properties }]) => Number(Properties['ReservedConcurrentExecutions'] ?? 0));
    expect(all.reduce((sum, calls) => sum + calls, 0)).toBe(reservedCalls(prod.concurrency));
  });

  test('is not reserved as 0, with which Lambda runs nothing', () => {
    const { reserved } = prod.concurrency;
    if (reserved === undefined) throw new Error('prod reserves calls.');
    for (const reads of [0, 1.5, -1]) {
      const concurrency = { ...prod.concurrency, reserved: { ...reserved, reads } };
      expect(() => refuseUnfitStage({ ...prod, concurrency })).toThrow(/of reads must be a whole number of at least 1/);
    }
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
  const reserved = reservedCalls(stages.staging.concurrency);
  const both = staging + prod;
  for (const sentence of [
    `Staging uses up to ${staging} concurrent executions, and prod uses up to ${prod}.`,
    `The quota must be at least ${reserved + UNRESERVED} for staging, because staging reserves ${reserved} executions,`,
    `The quota must be at least ${prod} for prod.`,
    `the quota must be at least ${both.toLocaleString('en')}.`,
  ])
    expect(guide).toContain(sentence);
});

// The table is counted in prod's template (scripts/capacity/cost-tables.ts); `npm run check` finds a stale one.
test('prod costs no more a month while nobody calls it than when it was first counted', () => {
  const [, idle = ''] = /<!-- table: idle -->(.*?)<!-- end -->/s.exec(readFileSync('docs/cost.md', 'utf8')) ?? [];
  expect(Number(/\*\*sum\*\*.*?\$([\d.]+)/.exec(idle)?.[1])).toBeLessThanOrEqual(4.61);
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
    ['a low quota', { quotas: { ...quotas, network: { ...quotas.network, events: 9 } } }, /must be from 10/],
    [
      'a quota above what API Gateway lets through',
      { quotas: { ...quotas, highest: { ...quotas.highest, reads: 6_000 } } },
      /quotas.highest.reads must be at most api.throttle.requestsPerSecond/,
    ],
  ])('is refused: %s', (_, changes, message) => {
    expect(() => refuseUnfitStage({ ...prod, ...changes })).toThrow(message);
  });

  const { api, memory } = prod;
  test.each<[setting: string, of: (value: number) => Partial<StageConfig>, least: number, most: number]>([
    ['api.authorizerCacheSeconds', (value) => ({ api: { ...api, authorizerCacheSeconds: value } }), 0, 60],
    ['api.maxTokenDays', (value) => ({ api: { ...api, maxTokenDays: value } }), 1, Infinity],
    [
      'api.firewall.requestsPerFiveMinutesAndAddress',
      (value) => ({ api: { ...api, firewall: { directCalls: 'refused', requestsPerFiveMinutesAndAddress: value } } }),
      10,
      Infinity,
    ],
    ['concurrency.batchesPerShard', (value) => ({ concurrency: { ...concurrency, batchesPerShard: value } }), 1, 10],
    [
      'delivery.concurrency.slowLane',
      (value) => ({ delivery: { ...delivery, concurrency: { ...delivery.concurrency, slowLane: value } } }),
      2,
      1_000,
    ],
    ['memory.stream', (value) => ({ memory: { ...memory, stream: value } }), 128, 10_240],
  ])('is refused if %s is outside of its bounds', (setting, of, least, most) => {
    const refuse = (value: number) => () => refuseUnfitStage({ ...prod, ...of(value) });
    const message = `prod: ${setting} must be a whole number from ${least} ${most === Infinity ? 'on' : `to ${most}`}`;
    for (const value of [least - 1, least + 0.5, Number.NaN, ...(most === Infinity ? [] : [most + 1])])
      expect(refuse(value)).toThrow(message);
    expect(refuse(least)).not.toThrow(message);
  });
});

const withRetention = (retention: Partial<typeof prod.retention>) => ({
  ...prod,
  retention: { ...prod.retention, ...retention },
});

describe('how long a stage stores what expires', () => {
  test('can be short enough that events outlive an outage, and a schedule with every Retry-After', () => {
    // 5 days until a webhook is disabled, and twice 99,305 s of delays.
    expect(leastEventDays(prod.delivery)).toBe(8);
    expect(() => refuseUnfitStage(withRetention({ eventDays: 8, deliveryDays: 8, auditDays: 30 }))).not.toThrow();
    // Texts of events and responses can end after a day.
    const settings = { ...prod.delivery.settings, disableAfterSeconds: 43_200, retryDelaysSeconds: [5, 300, 1_800] };
    const short = withRetention({ eventDays: 1, deliveryDays: 1 });
    expect(() => refuseUnfitStage({ ...short, delivery: { ...prod.delivery, settings } })).not.toThrow();
  });

  test.each([
    [{ eventDays: 7 }, 'prod: retention.eventDays must be whole days from 8 to 30, not 7: events are needed while'],
    [{ eventDays: 31, deliveryDays: 31 }, 'retention.eventDays must be whole days from 8 to 30, not 31'],
    [{ eventDays: 20, deliveryDays: 19 }, 'retention.deliveryDays must be whole days from 20 to 30, not 19'],
    [{ auditDays: 29 }, 'retention.auditDays must be whole days from 30 to 400, not 29'],
    [{ auditDays: 401 }, 'retention.auditDays must be whole days from 30 to 400, not 401'],
    [{ eventDays: 8.5 }, 'retention.eventDays must be whole days'],
  ])('is refused as %j, and the message says why', (retention, message) => {
    expect(() => refuseUnfitStage(withRetention(retention))).toThrow(message);
  });

  test('needs longer events where the retry schedule is longer', () => {
    const delivery = { ...prod.delivery, settings: { ...prod.delivery.settings, retryDelaysSeconds: [20 * 86_400] } };
    expect(() => refuseUnfitStage({ ...prod, delivery })).toThrow('retention.eventDays must be whole days from 45');
  });

  test('reaches the functions that write or read what expires, and the command line', () => {
    const { data, service } = synthesized(another);
    const expected = JSON.stringify({ eventDays: 10, deliveryDays: 20, auditDays: 40 });
    for (const handler of ['events/ingest-events', 'delivery/sign-and-send', 'audit/list-audit'] as const) {
      for (const [, { Properties }] of service.functionsOf(handler)) {
        expect(Properties['Environment']).toMatchObject({ Variables: { RETENTION: expected } });
      }
    }
    expect(service.functionOf('block/check-hidden')[1].Properties['Environment']).not.toHaveProperty(
      'Variables.RETENTION',
    );
    expect(data.template.toJSON()['Outputs']).toMatchObject({ Retention: { Value: expected } });
  });
});
