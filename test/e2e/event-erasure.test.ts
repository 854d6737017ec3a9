import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { hourOfDelivery } from '../../contract/ledger.ts';
import { startAnswering } from '../support/receivers/http-receivers.ts';
import { call, eventually } from '../support/service.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { create } from '../webhooks/admin.ts';
import { delivery, detailOf, kept, newTestNetwork, post, webhookTo } from './delivery-network.ts';

const CONFIDENTIAL = 'confidential-text';

describe('the erasure of a payload', () => {
  test('removes it everywhere, ends what waits for it, and is in the audit trail', async () => {
    const { networkId, admin, server } = await newTestNetwork();
    const [failing, healthy] = await Promise.all([
      kept(startAnswering(503, {}, CONFIDENTIAL)),
      kept(startAnswering(200, { 'x-echo': CONFIDENTIAL }, CONFIDENTIAL)),
    ]);
    const waiting = await webhookTo(admin, failing);
    const done = await webhookTo(admin, healthy);
    const pulled = await create(admin, { url: undefined, pull: true });
    const [eventId = ''] = await post(server, [{ event: 'shop.didSell', data: { note: CONFIDENTIAL } }]);
    const { deliveryId } = await delivery(admin, waiting.webhookId, eventId, { attemptCount: 1 });
    const delivered = await delivery(admin, done.webhookId, eventId, { state: 'delivered' });
    const attempted = failing.requests.length;

    const { status, body } = await server('DELETE', `/events/${eventId}/data`);
    expect({ status, body }).toEqual({ status: 202, body: { status: 'pending' } });

    const ended = await detailOf(admin, waiting.webhookId, deliveryId);
    expect(ended).toMatchObject({ state: 'failed', class: 'event_erased', attemptCount: 1 });
    const kept200 = await detailOf(admin, done.webhookId, delivered.deliveryId);
    expect(kept200).toMatchObject({ state: 'delivered', class: 'delivered' });
    const event = await admin('GET', `/events/${eventId}`);
    expect(event.body).toMatchObject({ eventId, event: 'shop.didSell' });
    expect(event.body).not.toHaveProperty('payload');
    expect(JSON.stringify([ended, kept200, event.body])).not.toContain(CONFIDENTIAL);
    // The search reads what may lag.
    await eventually(async () =>
      expect((await admin('GET', '/events?userId=confidential-text')).body).toMatchObject({ results: [] }),
    );

    const { webhookId } = waiting;
    const again = await admin('POST', `/webhooks/${webhookId}/deliveries/${deliveryId}/replay`);
    expect({ status: again.status, text: again.text }).toMatchObject({
      status: 400,
      text: expect.stringContaining('erased'),
    });
    const recover = { since: new Date(0).toISOString(), dryRun: true };
    expect((await admin('POST', `/webhooks/${webhookId}/recover`, recover)).body).toMatchObject({ recovering: 0 });
    const hour = hourOfDelivery(v.parse(DeliveryId, deliveryId));
    const text = JSON.stringify({ networkId, hour, deliveryIds: [] });
    const headers = { ...signedHeaders(waiting.secret, text), 'content-type': 'application/json' };
    const claimed = await call('POST', `/webhooks/${webhookId}/ledger/reconcile`, { body: text, headers });
    expect(claimed.body).toMatchObject({ missing: [{ deliveryId, outcome: 'event_erased' }] });
    expect(failing.requests).toHaveLength(attempted);
    const pages = await server('GET', `/webhooks/${pulled.webhookId}/events`);
    expect(pages.text).not.toContain(CONFIDENTIAL);
    await eventually(async () =>
      expect((await admin('GET', '/audit')).body).toMatchObject({
        results: expect.arrayContaining([
          expect.objectContaining({
            action: 'eventErased',
            by: { kind: 'server', name: expect.any(String) },
            changes: [{ field: 'eventId', to: eventId }],
          }),
        ]),
      }),
    );
    const repeated = await admin('DELETE', `/events/${eventId}/data`);
    expect(repeated.status).toBeLessThan(300);
  });

  test('leaves a delivered event as it is, whoever asks for it to be sent again', async () => {
    const { networkId, admin, server } = await newTestNetwork();
    const { webhookId, secret } = await webhookTo(admin, await kept(startAnswering(200, {}, '')));
    const [eventId = ''] = await post(server, [{ event: 'shop.didSell', data: {} }]);
    const { deliveryId } = await delivery(admin, webhookId, eventId, { state: 'delivered' });
    await server('DELETE', `/events/${eventId}/data`);

    const replayed = await admin('POST', `/webhooks/${webhookId}/deliveries/${deliveryId}/replay`);
    const range = { since: new Date(0).toISOString(), state: 'delivered', dryRun: true };
    const recovered = await admin('POST', `/webhooks/${webhookId}/recover`, range);
    const hour = hourOfDelivery(v.parse(DeliveryId, deliveryId));
    const text = JSON.stringify({ networkId, hour, deliveryIds: [] });
    const headers = { ...signedHeaders(secret, text), 'content-type': 'application/json' };
    expect({ replay: replayed.status, recovery: recovered.body }).toMatchObject({
      replay: 400,
      recovery: { recovering: 0 },
    });
    // The ledger reads what may lag.
    await eventually(async () => {
      const claimed = await call('POST', `/webhooks/${webhookId}/ledger/reconcile`, { body: text, headers });
      expect(claimed.body).toMatchObject({ missing: [{ deliveryId, outcome: 'event_erased' }] });
    });
    expect(await detailOf(admin, webhookId, deliveryId)).toMatchObject({ state: 'delivered', class: 'delivered' });
  });

  test('has nothing to erase of an unknown event', async () => {
    const { server } = await newTestNetwork();
    expect((await server('DELETE', '/events/unknown/data')).status).toBe(404);
  });
});
