/** Traces in the format of W3C Trace Context, and what an attempt makes of them. */
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { EventId } from '../../contract/events.ts';
import { NetworkId } from '../../contract/ids.ts';
import { Trace, Traceparent, traceOf } from '../../contract/traceparent.ts';
import { traceparentOf } from '../../lambdas/deliveries/attempt-trace.ts';
import { newDelivery } from '../../lambdas/deliveries/delivery.ts';
import fc from '../support/fast-check.ts';

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const idOf = (length: number) => hex(length).filter((id) => /[1-9a-f]/.test(id));

const parts = fc.record({ traceId: idOf(32), parentId: idOf(16), flags: hex(2) });
const later = fc.record({ version: hex(2).filter((one) => one !== '00' && one !== 'ff'), rest: hex(7) });

test('every valid traceparent is understood, of later versions as well, with the flags that are defined', () => {
  fc.assert(
    fc.property(parts, fc.option(later), ({ traceId, parentId, flags }, of) => {
      const text = `${of?.version ?? '00'}-${traceId}-${parentId}-${flags}${of === null ? '' : `-${of.rest}`}`;
      const known = (Number.parseInt(flags, 16) % 4).toString().padStart(2, '0');
      expect(traceOf(text)).toBe(`${traceId}-${known}`);
    }),
  );
});

test('any other text is ignored, and is never an error', () => {
  const valid = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  fc.assert(
    fc.property(fc.string(), fc.nat({ max: valid.length }), (text, at) => {
      const changed = valid.slice(0, at) + text + valid.slice(at + text.length);
      if (traceOf(changed) !== undefined)
        expect(changed).toMatch(/^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(-|$)/);
      expect(traceOf(text)).toBeUndefined();
    }),
  );
  expect(traceOf(undefined)).toBeUndefined();
});

test('each attempt is a child of its own, and the same one if it is repeated', () => {
  fc.assert(
    fc.property(parts, fc.nat({ max: 30 }), ({ traceId, flags }, attemptCount) => {
      const trace = v.parse(Trace, `${traceId}-${(Number.parseInt(flags, 16) % 4).toString().padStart(2, '0')}`);
      const delivery = newDelivery({
        deliveryId: v.parse(DeliveryId, '01KJPZK5S0A1B2C3D4E5F6G7H8'),
        networkId: v.parse(NetworkId, 'demo'),
        webhookId: 'wh_1',
        eventId: v.parse(EventId, 'event-1'),
        event: 'shop.didSell',
        acceptedAt: '2026-03-02T09:15:00.000Z',
        generation: 0,
        trace,
      });
      const children = [attemptCount, attemptCount, attemptCount + 1].map((count) =>
        traceparentOf({ ...delivery, attemptCount: count }),
      );
      for (const child of children) {
        expect(v.is(Traceparent, child)).toBe(true);
        expect(traceOf(child)).toBe(trace);
      }
      expect(children[1]).toBe(children[0]);
      expect(children[2]).not.toBe(children[0]);
    }),
  );
});
