import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DeliverySummary } from '../../contract/deliveries.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import { eventually } from '../../testing/service.ts';
import { kept, newRoom, numbered, numbersIn, post, type Room, webhookTo, wholeLog } from './delivery-room.ts';

const DELIVERIES = 60;

describe('the delivery log', () => {
  let room: Room;
  let webhookId: string;
  let eventIds: readonly string[];
  /** Everything, newest first. */
  let log: readonly DeliverySummary[];
  const ids = async (query: string) => (await wholeLog(room.admin, webhookId, query)).map((one) => one.deliveryId);
  const idsWhere = (condition: (one: DeliverySummary) => boolean) => log.filter(condition).map((one) => one.deliveryId);

  beforeAll(async () => {
    room = await newRoom();
    const receiver = await kept(
      startReceiver((response, request) => response.writeHead(numbersIn([request])[0] === 7 ? 400 : 200).end()),
    );
    ({ webhookId } = await webhookTo(room.admin, receiver));
    const sold = await post(room.server, numbered(DELIVERIES - 20));
    const bought = await post(room.server, numbered(20, 'shop.didBuy'));
    eventIds = [...sold, ...bought];
    log = await eventually(async () => {
      const found = await wholeLog(room.admin, webhookId);
      // On a busy machine attempts time out, and are repeated.
      expect(found.filter(({ state }) => state === 'delivered')).toHaveLength(DELIVERIES - 2);
      expect(found.filter(({ statusCode }) => statusCode === 400)).toHaveLength(2);
      return found;
    }, 30_000);
  });

  test('has each event once, the newest first', () => {
    expect(log.map(({ eventId }) => eventId).sort()).toEqual(eventIds.toSorted());
    const times = log.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test.each([1, 7, 20, 60, 61])('has everything once on pages of %i, in the same order', async (limit) => {
    expect(await ids(`limit=${limit}`)).toEqual(idsWhere(() => true));
  });

  test('has 20 on a page without a limit, and no start on the last page', async () => {
    const first = await room.admin('GET', `/webhooks/${webhookId}/deliveries`);
    const idsIn = (found: readonly DeliverySummary[]) => found.map(({ deliveryId }) => ({ deliveryId }));
    expect(first.body).toMatchObject({ results: idsIn(log.slice(0, 20)), start: log[19]?.deliveryId });
    const last = await room.admin('GET', `/webhooks/${webhookId}/deliveries?limit=20&start=${log[39]?.deliveryId}`);
    expect(last.body).toMatchObject({ results: idsIn(log.slice(40)) });
    expect(last.body).not.toHaveProperty('start');
  });

  test('is filtered by state, by event and by both', async () => {
    const retrying = idsWhere(({ state }) => state === 'retrying');
    expect(retrying).toHaveLength(2);
    expect(await ids('state=retrying')).toEqual(retrying);
    expect(await ids('state=delivered&limit=9')).toEqual(idsWhere(({ state }) => state === 'delivered'));
    expect(await ids('state=failed')).toEqual([]);
    expect(await ids('event=shop.didBuy&limit=3')).toEqual(idsWhere(({ event }) => event === 'shop.didBuy'));
    expect(await ids('event=shop.didBuy&state=retrying')).toHaveLength(1);
    expect(await ids('event=shop.didNothing')).toEqual([]);
  });

  test('is filtered by class and by status code', async () => {
    const refused = idsWhere(({ statusCode }) => statusCode === 400);
    expect(refused).toHaveLength(2);
    expect(await ids('class=http_4xx&statusCode=400')).toEqual(refused);
    expect(await ids('statusCode=200')).toHaveLength(DELIVERIES - 2);
    expect(await ids('class=http_5xx')).toEqual([]);
  });

  test.each([0, 4])(
    'of the network has the same deliveries, with their webhook, and with %i others',
    async (others) => {
      for (let n = 0; n < others; n++)
        await webhookTo(room.admin, { url: 'http://127.0.0.1:9000/' }, { events: ['never.*'] });
      const { status, body } = await room.admin('GET', '/deliveries?statusCode=400');
      const expected = log
        .filter(({ statusCode }) => statusCode === 400)
        .map(({ deliveryId }) => ({ webhookId, deliveryId }));
      expect({ status, body }).toMatchObject({ status: 200, body: { results: expected } });
    },
  );

  test('has a delivery by its id alone, but none of another network', async () => {
    const delivered = log.find(({ state }) => state === 'delivered');
    const deliveryId = `${delivered?.deliveryId}`;
    const found = await room.admin('GET', `/deliveries/${deliveryId}`);
    expect(found).toMatchObject({ status: 200, body: { webhookId, ...delivered } });
    const other = await newRoom();
    expect((await other.admin('GET', `/deliveries/${deliveryId}`)).status).toBe(404);
  });

  test('is limited by the time of acceptance, both ends included', async () => {
    const times = [...new Set(log.map(({ createdAt }) => createdAt))];
    const [newest = '', oldest = ''] = [times[0], times.at(-1)];
    const before = new Date(Date.parse(oldest) - 1).toISOString();
    expect(await ids(`since=${oldest}&until=${newest}`)).toHaveLength(DELIVERIES);
    expect(await ids(`since=${newest}`)).toEqual(idsWhere(({ createdAt }) => createdAt === newest));
    expect(await ids(`until=${oldest}&limit=5`)).toEqual(idsWhere(({ createdAt }) => createdAt === oldest));
    expect(await ids(`until=${before}`)).toEqual([]);
  });

  test('has no delivery of an unknown id', async () => {
    const answer = await room.admin('GET', `/webhooks/${webhookId}/deliveries/${'0'.repeat(26)}`);
    expect(answer.status).toBe(404);
  });
});

describe('one event', () => {
  test('is shown with its payload, and its outcome at each webhook that asked for it', async () => {
    const { admin, server } = await newRoom();
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
          ...{ eventId: id, event: 'shop.didSell', occurredAt: '2026-01-02T03:04:05.678Z' },
          payload: '{"event":"shop.didSell","data":{"n":1}}',
          webhooks: reasons.map((outcome) => ({ outcome })),
          deliveries: outcomes.map((outcome, n) => ({ ...outcome, eventId: id, webhookId: created[n]?.webhookId })),
        });
      }, 30_000);
    const reasons = ['delivery', 'delivery', 'no_delivery', 'not_asked', 'filtered_out', 'filtered_out'];
    await expectOutcomes(reasons);

    // What it asks for now does not count, but what it asked for then.
    const changed = await admin('PATCH', `/webhooks/${others[3]?.webhookId}`, { filter: null, events: ['app.*'] });
    expect(changed.status).toBe(200);
    await webhookTo(admin, ok);
    await expectOutcomes([...reasons, 'not_asked']);
  });

  test('of another network, or of no network, is 404', async () => {
    const [one, other] = [await newRoom(), await newRoom()];
    const [eventId = ''] = await post(one.server, numbered(1));
    expect((await one.admin('GET', `/events/${eventId}`)).status).toBe(200);
    for (const id of [eventId, 'never-sent']) {
      const answer = await other.admin('GET', `/events/${id}`);
      expect([answer.status, answer.body]).toEqual([404, expect.objectContaining({ code: 400400 })]);
    }
  });
});
