import { describe, expect, test } from '@jest/globals';
import { stageNames, stages } from '../../lib/config.ts';
import { leastEventDays, refuseUnfitStage } from '../../lib/stage-checks.ts';
import { synthesized } from './synthesized.ts';

const { prod } = stages;
const withRetention = (retention: Partial<typeof prod.retention>) => ({
  ...prod,
  retention: { ...prod.retention, ...retention },
});

describe('how long a stage stores what expires', () => {
  test.each(stageNames)('of %s is accepted', (name) => {
    expect(() => refuseUnfitStage(stages[name])).not.toThrow();
  });

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
    const { data, service } = synthesized(withRetention({ eventDays: 10, deliveryDays: 20, auditDays: 40 }));
    const expected = JSON.stringify({ eventDays: 10, deliveryDays: 20, auditDays: 40 });
    for (const handler of ['events/ingest-events', 'delivery/worker/sign-and-send', 'audit/list-audit'] as const) {
      for (const [, { Properties }] of service.functionsOf(handler)) {
        expect(Properties['Environment']).toMatchObject({ Variables: { RETENTION: expected } });
      }
    }
    expect(service.functionOf('block/block-user')[1].Properties['Environment']).not.toHaveProperty(
      'Variables.RETENTION',
    );
    expect(data.template.toJSON()['Outputs']).toMatchObject({ Retention: { Value: expected } });
  });
});
