import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { WebhookId } from '../../contract/webhooks.ts';
import { type Delivery, newDelivery, payloadLoss } from '../../lambdas/deliveries/delivery.ts';
import { deliveryIdOf } from '../../lambdas/deliveries/delivery-id.ts';
import { endDeliveries } from '../../lambdas/recovery/end-deliveries.ts';
import fc from '../support/fast-check.ts';
import { webhookOfTests } from '../support/samples.ts';

const networkId = v.parse(NetworkId, 'demo');
const eventId = v.parse(EventId, 'event-1');
const acceptedAt = '2026-03-02T09:15:00.000Z';
const TEXT = 'confidential';
const time = { now: Date.parse(acceptedAt), eventDays: 30 };
const event = { networkId, eventId, event: 'shop.didSell', body: '{"event":"shop.didSell","data":{}}', acceptedAt };

const kinds = ['none', 'held', 'retrying', 'failed', 'delivered'] as const;

/** A webhook with a delivery of this kind, marked or not, or none; how often others attempt it while it is read. */
const webhooksOf = fc.array(
  fc.record({
    isErased: fc.boolean(),
    kind: fc.constantFrom(...kinds),
    attempts: fc.integer({ min: 0, max: 3 }),
    overtaken: fc.integer({ min: 0, max: 2 }),
    asks: fc.boolean(),
    pull: fc.boolean(),
  }),
  { maxLength: 8 },
);

test('nothing waits for an erased event, nothing repeats its text, and no delivery changes its outcome', async () => {
  await fc.assert(
    fc.asyncProperty(webhooksOf, async (planned) => {
      const stored = new Map<string, Delivery>();
      const overtaking = new Map<string, number>();
      const webhooks = planned.map(({ kind, attempts, overtaken, asks, pull, isErased }, index) => {
        const webhookId = v.parse(WebhookId, `wh_${`${index}`.padStart(32, '0')}`);
        const deliveryId: DeliveryId = deliveryIdOf(networkId, eventId, webhookId, acceptedAt);
        const origin = { deliveryId, networkId, webhookId, eventId, event: event.event, acceptedAt, generation: 0 };
        const made = Array.from({ length: attempts }, (_, n) => ({
          number: n + 1,
          startedAt: acceptedAt,
          milliseconds: 1,
          class: 'http_5xx' as const,
          responseStart: TEXT,
        }));
        const mark = isErased && { isErased: true as const };
        const delivery = { ...newDelivery(origin), attempts: made, attemptCount: attempts, ...mark };
        if (kind !== 'none') stored.set(webhookId, { ...delivery, state: kind === 'held' ? 'retrying' : kind });
        overtaking.set(webhookId, overtaken);
        return webhookOfTests({
          networkId,
          webhookId,
          events: [asks ? 'shop.*' : 'stall.*'],
          createdAt: '2026-03-02T09:00:00.000Z',
          ...(pull && { pull: true as const }),
        });
      });
      const before = new Map(stored);
      const table = {
        readAll: async (keys: readonly { readonly webhookId: string }[]) =>
          keys.flatMap(({ webhookId }) => stored.get(webhookId) ?? []),
        // As the table does it: a delivery that was attempted meanwhile is not overwritten.
        putUnlessOvertaken: async (delivery: Delivery) => {
          const others = overtaking.get(delivery.webhookId) ?? 0;
          const found = stored.get(delivery.webhookId);
          if (found?.state === 'retrying' && others > 0) {
            overtaking.set(delivery.webhookId, others - 1);
            stored.set(delivery.webhookId, { ...found, attemptCount: found.attemptCount + 1 });
          }
          const isOvertaken = (stored.get(delivery.webhookId)?.attemptCount ?? 0) > delivery.attemptCount;
          if (!isOvertaken) stored.set(delivery.webhookId, delivery);
          return !isOvertaken;
        },
      };
      const ended = await endDeliveries(table, webhooks, { ...event, occurredAt: acceptedAt });
      const after = [...stored.values()];
      expect(JSON.stringify(after)).not.toContain(TEXT);
      expect(after.filter(({ state }) => state === 'retrying')).toEqual([]);
      expect(after.filter((delivery) => payloadLoss(delivery, time) !== 'event_erased')).toEqual([]);
      for (const { webhookId, state, class: outcome } of before.values()) {
        const expected = state === 'retrying' ? { state: 'failed', class: 'event_erased' } : { state, class: outcome };
        expect(stored.get(webhookId)).toMatchObject(expected);
      }
      const isNew = ({ kind, asks, pull }: (typeof planned)[number]): boolean => kind === 'none' && asks && !pull;
      const waited = planned.filter(({ kind }) => ['held', 'retrying'].includes(kind));
      expect(ended).toBe(waited.length + planned.filter(isNew).length);
      expect(after).toHaveLength(before.size + planned.filter(isNew).length);
    }),
    { numRuns: 60 },
  );
});
