import { describe, expect, test } from '@jest/globals';
import { requestHeaders } from '../../../panel/deliveries/detail/header-descriptions.ts';
import { refreshInterval } from '../../../panel/deliveries/detail/refresh-interval.ts';

describe('refreshing a delivery', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');

  test('ends once it can’t change, but not right after a replay', () => {
    expect(refreshInterval({ state: 'delivered' }, now, 0)).toBe(false);
    expect(refreshInterval({ state: 'failed' }, now, now + 1)).toBeGreaterThan(0);
    expect(refreshInterval(undefined, now, 0)).toBe(false);
  });

  test('is more frequent before the next attempt', () => {
    const near = refreshInterval({ state: 'retrying', nextAttemptAt: '2026-11-21T12:00:05.000Z' }, now, 0);
    const far = refreshInterval({ state: 'retrying', nextAttemptAt: '2026-11-21T14:00:00.000Z' }, now, 0);
    expect(Number(near)).toBeLessThan(Number(far));
  });
});

describe('the headers of a delivery', () => {
  test('are the service’s and the webhook’s, with the values that are known, but no signatures', () => {
    const delivery = { deliveryId: '01K0000000000000000000000A', payload: '{"event":"a.b","data":{"ü":1}}' };
    const headers = requestHeaders(delivery, { headers: { 'X-Api-Key': 'k' }, legacySignature: true });
    const values = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    expect(values).toEqual({
      'content-type': 'application/json',
      'content-length': '31',
      'x-service-signature': undefined,
      'webhook-id': delivery.deliveryId,
      'webhook-timestamp': undefined,
      'webhook-signature': undefined,
      'x-legacy-signature': undefined,
      'user-agent': 'social-platform-services/1 (webhooks)',
      'X-Api-Key': 'k',
    });
  });
});
