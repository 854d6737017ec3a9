import { randomInt } from 'node:crypto';
import { beforeAll, expect } from '@jest/globals';
import * as v from 'valibot';
import { needs } from '../support/needs.ts';
import { call, cloud, eventually } from '../support/service.ts';
import { create } from '../webhooks/admin.ts';
import { delivery, detailOf, newTestNetwork, post, type TestNetwork, webhook } from './delivery-network.ts';

const { describe, test } = needs('a local cloud');

const Taken = v.object({
  events: v.array(
    v.object({ Source: v.string(), DetailType: v.string(), Detail: v.string(), EventBusName: v.string() }),
  ),
});

/** A bus that no other test has, in an account of a customer. */
const newBus = () => `arn:aws:events:eu-west-1:111122223333:event-bus/bus-${randomInt(2 ** 40)}`;
const takenBy = async (bus: string) => {
  const { body } = await call('GET', '/_local/event-buses', { url: cloud().url });
  return v.parse(Taken, body).events.filter(({ EventBusName }) => EventBusName === bus);
};
const answerWith = (bus: string, answer: string) =>
  call('POST', '/_local/event-buses', { url: cloud().url, body: { bus, answer } });

let network: TestNetwork;
beforeAll(async () => {
  network = await newTestNetwork();
});

describe('a webhook with an event bus', () => {
  test('gets the events that its filter lets through, with what headers would tell, and they are logged', async () => {
    const { admin, server, networkId } = network;
    const eventBus = newBus();
    const filter = { data: { n: [1] } };
    const { webhookId } = await create(admin, { url: undefined, eventBus, events: ['shop.*'], filter });
    expect(await webhook(admin, webhookId)).toMatchObject({ eventBus, filter, state: 'active' });
    expect(await webhook(admin, webhookId)).not.toHaveProperty('url');
    const events = [2, '1.0'].map((n) => `{"event":"shop.didSell","data":{"n":${n}}}`);
    const [, eventId = ''] = await post(server, `{"events":[${events}]}`);
    const { deliveryId, createdAt } = await delivery(admin, webhookId, eventId, {
      class: 'delivered',
      statusCode: 200,
    });
    const taken = await takenBy(eventBus);
    expect(new Set(taken.map(({ Detail }) => JSON.parse(Detail).eventId))).toEqual(new Set([eventId]));
    const [event] = taken;
    expect(event).toMatchObject({
      Source: `social-platform-services/local/${networkId}`,
      DetailType: 'shop.didSell',
      Detail: `{"event":"shop.didSell","data":{"n":1.0},"eventId":"${eventId}","deliveryId":"${deliveryId}","acceptedAt":${Date.parse(createdAt)}}`,
    });
  });

  test('has a test event and a check-up', async () => {
    const { admin } = network;
    const eventBus = newBus();
    const { webhookId } = await create(admin, { url: undefined, eventBus, enabled: false });
    const tested = await admin('POST', `/webhooks/${webhookId}/test`, { event: 'shop.didSell', data: {} });
    expect(tested.body).toMatchObject({ class: 'delivered', number: 1 });
    const checkup = () => admin('POST', `/webhooks/${webhookId}/checkup`);
    expect((await checkup()).body).toMatchObject({
      results: [{ verdict: 'passed' }, ...Array(7).fill({ verdict: 'skipped' }), { question: 'is_quick' }],
    });
    expect((await takenBy(eventBus)).map(({ DetailType }) => DetailType)).toEqual(['webhook.checkup', 'shop.didSell']);
    await answerWith(eventBus, 'denied');
    expect((await checkup()).body).toMatchObject({
      results: [
        { verdict: 'failed', class: 'bus_denied', fix: expect.stringContaining('policy') },
        ...Array(8).fill({}),
      ],
    });
  });

  test('ends an event that EventBridge does not take for its size, with a class of its own', async () => {
    const { admin, server } = network;
    const { webhookId } = await create(admin, { url: undefined, eventBus: newBus(), events: ['huge.*'] });
    const [eventId = ''] = await post(server, [{ event: 'huge.did', data: { text: 'x'.repeat(255 * 1024 + 800) } }]);
    const { deliveryId } = await delivery(admin, webhookId, eventId, { state: 'failed', class: 'bus_too_large' });
    expect((await detailOf(admin, webhookId, deliveryId)).attempts).toHaveLength(1);
    expect((await webhook(admin, webhookId)).failingSince).toBeUndefined();
  });
});

describe('a destination', () => {
  const url = 'http://127.0.0.1:9000/';
  const bus = newBus();

  // Malformed ones: test/contract/refusals.test.ts.
  test.each([
    ['another partition', 'arn:aws-cn:', '111122223333', 'eventBus must be a bus of the partition aws'],
    ['the own account', 'arn:aws:', '000000000000', 'eventBus must be a bus of an account of your own'],
  ])('of %s is refused', async (_, partition, account, message) => {
    const eventBus = bus.replace('arn:aws:', partition).replace('111122223333', account);
    const { status, body: error } = await network.admin('POST', '/webhooks', { eventBus });
    expect({ status, error }).toEqual({
      status: 400,
      error: expect.objectContaining({ message: expect.stringContaining(message) }),
    });
  });

  test('of the other kind takes the place of the present one, and is in the audit trail', async () => {
    const { admin } = network;
    const { webhookId } = await create(admin, { url });
    const path = `/webhooks/${webhookId}`;
    expect((await admin('PATCH', path, { url, eventBus: bus })).status).toBe(400);
    expect((await admin('PATCH', path, { eventBus: bus })).body).not.toHaveProperty('url');
    expect(await webhook(admin, webhookId)).toMatchObject({ eventBus: bus });
    await eventually(async () => {
      const { text } = await admin('GET', `/audit?webhookId=${webhookId}`);
      expect(text).toContain(`{"field":"eventBus","to":"${bus}"}`);
    });
    const headers = { 'x-api-key': 'k' };
    expect((await admin('PATCH', path, { url, headers })).body).not.toHaveProperty('eventBus');
    const refused = await admin('PATCH', path, { eventBus: bus });
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('"headers must be left out') });
    expect((await admin('PATCH', path, { eventBus: bus, headers: {} })).status).toBe(200);
    expect((await admin('PATCH', path, { url })).status).toBe(200);
    expect(await webhook(admin, webhookId)).toMatchObject({ url });
  });
});
