import { describe, expect, test } from '@jest/globals';
import { later, startReceiver } from '../support/receivers/http-receivers.ts';
import { call, tokenFor } from '../support/service.ts';
import { delivery, headerOf, kept, newTestNetwork, numbered, post, webhookTo } from './delivery-network.ts';

describe('ceilings', () => {
  test('hold for first attempts and retries of every process', async () => {
    const { admin, server } = await newTestNetwork();
    const began: number[] = [];
    let [underWay, most] = [0, 0];
    const receiver = await kept(
      startReceiver((response) => {
        began.push(Date.now());
        most = Math.max(most, ++underWay);
        later(response, 100, () => {
          underWay -= 1;
          response.writeHead(began.length === 3 ? 500 : 200).end();
        });
      }),
    );
    const ceilings = { maxRequestsPerSecond: 4, maxConcurrentRequests: 1 };
    const { webhookId } = await webhookTo(admin, receiver, ceilings);
    const ids = (await Promise.all([0, 1, 2, 3].map(() => post(server, numbered(3))))).flat();
    for (const id of ids) await delivery(admin, webhookId, id, { state: 'delivered' }, 60_000);
    expect(most).toBe(1);
    // A response may be late by as much as a request was early.
    const [first = 0, last = 0] = [began[0], began.at(-1)];
    expect(last - first).toBeGreaterThanOrEqual((began.length - 1) * 250 - 100);
  });
});

describe('traces', () => {
  test('reach the receiver with each attempt as a child, and the log', async () => {
    const { networkId, admin, server } = await newTestNetwork();
    let answers = 0;
    const receiver = await kept(startReceiver((response) => response.writeHead(answers++ === 0 ? 500 : 200).end()));
    const { webhookId } = await webhookTo(admin, receiver, { headers: { Traceparent: 'of the customer' } });
    const [own, ofRequest] = ['a', 'b'].map((digit) => digit.repeat(32));
    const posted = await call('POST', '/events', {
      token: await tokenFor(networkId, 'platform', 'server'),
      headers: { traceparent: `00-${ofRequest}-${'1'.repeat(16)}-01` },
      body: {
        events: [
          { id: 'own', event: 'shop.didSell', data: {}, traceparent: `00-${own}-${'2'.repeat(16)}-00` },
          { id: 'of-request', event: 'shop.didSell', data: { large: 'x'.repeat(20_000) } },
        ],
      },
    });
    expect(posted.status).toBe(202);
    await post(server, [{ id: 'without', event: 'shop.didSell', data: {} }]);
    const expected = [
      ['own', own, '00'],
      ['of-request', ofRequest, '01'],
    ] as const;
    for (const [eventId, traceId, flags] of expected) {
      const found = await delivery(admin, webhookId, eventId, { state: 'delivered', traceId }, 60_000);
      const sent = receiver.requests.filter((request) => headerOf(request, 'x-event-id') === eventId);
      const children = sent.map((request) => headerOf(request, 'traceparent') ?? '');
      for (const child of children) expect(child).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-${flags}$`));
      expect(new Set(children).size).toBe(found.attemptCount);
      expect((await admin('GET', `/events/${eventId}`)).body).toMatchObject({ traceId });
    }
    const without = await delivery(admin, webhookId, 'without', { state: 'delivered' }, 60_000);
    expect(without).not.toHaveProperty('traceId');
    const plain = receiver.requests.find((request) => headerOf(request, 'x-event-id') === 'without');
    expect(plain && headerOf(plain, 'traceparent')).toBe('of the customer');
  });
});
