import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { timePrefix } from '../../contract/time-ids.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { deliveryKey, shardKeys } from '../../lambdas/deliveries/delivery-item.ts';
import fc from '../support/fast-check.ts';

const at = '2026-01-01T00:00:00.000Z';

describe('delivery ids', () => {
  test('are the same only for the same event and webhook', () => {
    expect(deliveryIdOf('demo', 'e1', 'wh_1', at)).toBe(deliveryIdOf('demo', 'e1', 'wh_1', at));
    const others = [
      deliveryIdOf('other', 'e1', 'wh_1', at),
      deliveryIdOf('demo', 'e2', 'wh_1', at),
      deliveryIdOf('demo', 'e1', 'wh_2', at),
      deliveryIdOf('demo', 'e1wh', '_1', at),
    ];
    expect(new Set([...others, deliveryIdOf('demo', 'e1', 'wh_1', at)]).size).toBe(5);
  });

  test('have the form that routes accept, and sort by time', () => {
    const moment = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, moment, fc.string(), (a, b, eventId) => {
        const [idA, idB] = [a, b].map((time) => deliveryIdOf('demo', eventId, 'wh_1', time.toISOString()));
        expect(v.is(DeliveryId, idA)).toBe(true);
        if (a < b) expect(String(idA) < String(idB)).toBe(true);
        expect(String(idA).startsWith(timePrefix(a.getTime()))).toBe(true);
      }),
    );
  });

  test('are spread over every shard of a webhook', () => {
    const keys = Array.from({ length: 400 }, (_, i) => deliveryKey('wh_1', deliveryIdOf('demo', `e${i}`, 'wh_1', at)));
    const counts = Map.groupBy(keys, (key) => key.webhookId_shard);
    expect([...counts.keys()].sort()).toEqual([...shardKeys('wh_1')].sort());
    for (const group of counts.values()) expect(group.length).toBeGreaterThan(50);
  });
});
