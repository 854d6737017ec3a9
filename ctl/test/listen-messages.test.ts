import { describe, expect, test } from '@jest/globals';
import type { DeliveryOfWebhook } from '@social-platform-services/client';
import { deliveryJson, deliveryText, loggedDeliveryJson, loggedDeliveryText } from '../listen/messages.ts';

const at = new Date('2026-01-01T00:00:00.000Z');
const received = (body: string) => ({
  delivery: { event: 'shop.didSell', deliveryId: 'd1', sentAt: at },
  body,
  receivedAt: at,
  attempt: 1,
  answered: 200,
});
const logged: DeliveryOfWebhook = {
  webhookId: 'wh_1',
  deliveryId: 'd1',
  eventId: 'e1',
  event: 'shop.didSell',
  state: 'delivered',
  attemptCount: 1,
  createdAt: at.toISOString(),
  class: 'delivered',
};

const printed = (body: string) => ({
  texts: [deliveryText(received(body)), loggedDeliveryText(logged, body)],
  lines: [deliveryJson(received(body)), loggedDeliveryJson(logged, body)],
});

describe('what listen prints of an event', () => {
  test('has the numbers that were posted, which no double holds, and texts without needless escapes', () => {
    const { texts, lines } = printed(
      '{"event":"shop.didSell","data":{ "n": 9123456789654321234, "d": 1.0,\n"t": "\\u00e9" }}',
    );
    for (const text of texts)
      expect(text.split('\n').slice(1).join('\n')).toBe('{\n  "n": 9123456789654321234,\n  "d": 1.0,\n  "t": "é"\n}\n');
    for (const line of lines) {
      expect(line).toMatch(/,"data":{"n":9123456789654321234,"d":1\.0,"t":"\\u00e9"}}\n$/);
      expect(JSON.parse(line)).toMatchObject({ event: 'shop.didSell', deliveryId: 'd1', data: { t: 'é' } });
    }
  });

  test('may be nested as deeply as its size allows', () => {
    const data = `{"a":${'['.repeat(130_000)}${']'.repeat(130_000)}}`;
    const { texts, lines } = printed(`{"event":"shop.didSell","data":${data}}`);
    for (const text of texts) expect(text).toMatch(/… \d+ more characters; --json prints all of it\n$/);
    for (const line of lines) expect(line.endsWith(`,"data":${data}}\n`)).toBe(true);
  });

  test('has a long text in part', () => {
    const body = (length: number): string => JSON.stringify({ event: 'shop.didSell', data: { t: 'é'.repeat(length) } });
    for (const text of printed(body(200)).texts) expect(text).toContain(`"${'é'.repeat(200)}"`);
    for (const text of printed(body(201)).texts)
      expect(text).toContain(`"${'é'.repeat(200)}… 1 more characters; --json prints all of it"`);
  });

  test('has no data once the event has expired', () => {
    expect(loggedDeliveryText(logged, undefined)).toMatch(/: delivered\n$/);
    expect(JSON.parse(loggedDeliveryJson(logged, undefined))).not.toHaveProperty('data');
  });
});
