import { beforeAll, expect } from '@jest/globals';
import * as v from 'valibot';
import type { DeliverySummary } from '../../contract/deliveries.ts';
import { needs } from '../support/needs.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { eventually } from '../support/service.ts';
import { create } from '../webhooks/admin.ts';
import {
  kept,
  newTestNetwork,
  numbered,
  numbersIn,
  post,
  type TestNetwork,
  webhookTo,
  wholeLog,
} from './delivery-network.ts';

const { describe, test } = needs('receivers');

const DELIVERIES = 24;

// Pages of any size, and each filter: test/deliveries/deliveries-table.integration.test.ts.
describe('the delivery log', () => {
  let network: TestNetwork;
  let webhookId: string;
  /** Everything, newest first. */
  let log: readonly DeliverySummary[];
  const ids = async (query: string) => (await wholeLog(network.admin, webhookId, query)).map((one) => one.deliveryId);
  const idsWhere = (condition: (one: DeliverySummary) => boolean) => log.filter(condition).map((one) => one.deliveryId);

  beforeAll(async () => {
    network = await newTestNetwork();
    const receiver = await kept(
      startReceiver((response, request) => response.writeHead(numbersIn([request])[0] === 7 ? 400 : 200).end()),
    );
    ({ webhookId } = await webhookTo(network.admin, receiver));
    await post(network.server, numbered(DELIVERIES - 8));
    await post(network.server, numbered(8, 'shop.didBuy'));
    log = await eventually(async () => {
      const found = await wholeLog(network.admin, webhookId);
      // On a busy machine attempts time out, and are repeated.
      expect(found.filter(({ state }) => state === 'delivered')).toHaveLength(DELIVERIES - 2);
      expect(found.filter(({ statusCode }) => statusCode === 400)).toHaveLength(2);
      return found;
    }, 30_000);
  });

  test('has 20 on a page without a limit, and no start on the last page', async () => {
    const first = await network.admin('GET', `/webhooks/${webhookId}/deliveries`);
    const idsIn = (found: readonly DeliverySummary[]) => found.map(({ deliveryId }) => ({ deliveryId }));
    expect(first.body).toMatchObject({ results: idsIn(log.slice(0, 20)), start: log[19]?.deliveryId });
    const last = await network.admin('GET', `/webhooks/${webhookId}/deliveries?limit=4&start=${log[19]?.deliveryId}`);
    expect(last.body).toMatchObject({ results: idsIn(log.slice(20)) });
    expect(last.body).not.toHaveProperty('start');
  });

  test('is filtered by each parameter, and by several', async () => {
    const refused = idsWhere(({ statusCode }) => statusCode === 400);
    for (const filter of ['state=retrying', 'class=http_4xx', 'statusCode=400', 'class=http_4xx&statusCode=400'])
      expect({ filter, ids: await ids(`${filter}&limit=1`) }).toEqual({ filter, ids: refused });
    expect(await ids('event=shop.didBuy&limit=3')).toEqual(idsWhere(({ event }) => event === 'shop.didBuy'));
    expect(await ids('event=shop.didBuy&state=retrying')).toHaveLength(1);
    const newest = `${log[0]?.createdAt}`;
    expect(await ids(`since=${newest}&until=${newest}`)).toEqual(idsWhere(({ createdAt }) => createdAt === newest));
  });

  test.each([0, 4])(
    'of the network has the same deliveries, with their webhook, and with %i others',
    async (others) => {
      for (let n = 0; n < others; n++)
        await webhookTo(network.admin, { url: 'https://hooks.example.com/' }, { events: ['never.*'] });
      const { status, body } = await network.admin('GET', '/deliveries?statusCode=400');
      const expected = log
        .filter(({ statusCode }) => statusCode === 400)
        .map(({ deliveryId }) => ({ webhookId, deliveryId }));
      expect({ status, body }).toMatchObject({ status: 200, body: { results: expected } });
    },
  );

  test('has a delivery by its id alone, but none of another network', async () => {
    const delivered = log.find(({ state }) => state === 'delivered');
    const deliveryId = `${delivered?.deliveryId}`;
    const found = await network.admin('GET', `/deliveries/${deliveryId}`);
    // A delivery that came a second time has a later attempt than the log that was read before.
    expect(found).toMatchObject({
      status: 200,
      body: { webhookId, ...delivered, lastAttemptAt: expect.any(String) },
    });
    const other = await newTestNetwork();
    expect((await other.admin('GET', `/deliveries/${deliveryId}`)).status).toBe(404);
  });

  test('has no delivery of an unknown id', async () => {
    const answer = await network.admin('GET', `/webhooks/${webhookId}/deliveries/${'0'.repeat(26)}`);
    expect(answer.status).toBe(404);
  });
});

describe('one event', () => {
  test('is shown with its payload, and its outcome at each webhook that asked for it', async () => {
    const { admin, server } = await newTestNetwork();
    const [ok, broken] = [
      await kept(startReceiver()),
      await kept(startReceiver((response) => response.writeHead(410).end())),
    ];
    const created = [await webhookTo(admin, ok), await webhookTo(admin, broken)];
    const others = [
      await webhookTo(admin, ok, { enabled: false }),
      await webhookTo(admin, ok, { events: ['app.*'] }),
      await webhookTo(admin, ok, { filter: { data: { n: [2] } } }),
      await webhookTo(admin, ok, { filter: { data: { n: [3] } } }),
      await create(admin, { url: undefined, pull: true, filter: { data: { n: [2] } } }),
    ];
    const id = 'order 7: ü';
    await post(server, [{ id, event: 'shop.didSell', data: { n: 1 }, occurredAt: '2026-01-02T03:04:05.678Z' }]);

    const outcomes = [
      { state: 'delivered', class: 'delivered', statusCode: 200 },
      { state: 'failed', class: 'http_4xx', statusCode: 410 },
    ];
    const expectOutcomes = (reasons: readonly string[]) =>
      eventually(async () => {
        const { status, body } = await admin('GET', `/events/${encodeURIComponent(id)}`);
        expect(status).toBe(200);
        expect(body).toMatchObject({
          eventId: id,
          event: 'shop.didSell',
          occurredAt: '2026-01-02T03:04:05.678Z',
          payload: '{"event":"shop.didSell","data":{"n":1}}',
          webhooks: reasons.map((outcome) => ({ outcome })),
          deliveries: outcomes.map((outcome, n) => ({ ...outcome, eventId: id, webhookId: created[n]?.webhookId })),
        });
      }, 30_000);
    const reasons = ['delivery', 'delivery', 'no_delivery', 'not_asked', ...Array(3).fill('filtered_out')];
    await expectOutcomes(reasons);

    // A test event is for one webhook only.
    const path = `/webhooks/${created[0]?.webhookId}/test`;
    const { eventId } = v.parse(
      v.object({ eventId: v.string() }),
      (await admin('POST', path, { event: 'shop.didSell' })).body,
    );
    expect((await admin('GET', `/events/${eventId}`)).body).toMatchObject({
      webhooks: ['delivery', ...Array(6).fill('not_asked')].map((outcome) => ({ outcome })),
    });

    // What it asks for now does not count, but what it asked for then.
    for (const [other, change] of [
      [others[3], { filter: null, events: ['app.*'] }],
      [others[0], { filter: { data: { n: [2] } } }],
    ] as const)
      expect((await admin('PATCH', `/webhooks/${other?.webhookId}`, change)).status).toBe(200);
    await webhookTo(admin, ok);
    await expectOutcomes([...reasons, 'not_asked']);

    // Without its payload it is not known what a filter has left out.
    expect((await server('DELETE', `/events/${encodeURIComponent(id)}/data`)).status).toBe(202);
    const erased = [...reasons.slice(0, 4), ...Array(3).fill('event_erased'), 'not_asked'];
    await eventually(async () => {
      const { body } = await admin('GET', `/events/${encodeURIComponent(id)}`);
      expect(body).not.toHaveProperty('payload');
      expect(body).toMatchObject({ webhooks: erased.map((outcome) => ({ outcome })) });
    });
  });
});
