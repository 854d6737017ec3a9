import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DeliverySummary } from '../../contract/deliveries.ts';
import { startReceiver } from '../support/receivers/http-receivers.ts';
import { eventually } from '../support/service.ts';
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
      expect(found.filter(({ attemptCount }) => attemptCount > 0)).toHaveLength(DELIVERIES);
      return found;
    }, 15_000);
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

  test('is limited by the time of acceptance, both ends included', async () => {
    const times = [...new Set(log.map(({ createdAt }) => createdAt))];
    const [newest = '', oldest = ''] = [times[0], times.at(-1)];
    const before = new Date(Date.parse(oldest) - 1).toISOString();
    expect(await ids(`since=${oldest}&until=${newest}`)).toHaveLength(DELIVERIES);
    expect(await ids(`since=${newest}`)).toEqual(idsWhere(({ createdAt }) => createdAt === newest));
    expect(await ids(`until=${oldest}&limit=5`)).toEqual(idsWhere(({ createdAt }) => createdAt === oldest));
    expect(await ids(`until=${before}`)).toEqual([]);
  });

  test.each([
    ['state=lost', 'state'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['since=yesterday', 'since'],
    ['since=2026-02-02T00:00:00Z&until=2026-02-01T00:00:00Z', 'until'],
    ['start=x', 'start'],
  ])('refuses %s', async (query, field) => {
    const answer = await room.admin('GET', `/webhooks/${webhookId}/deliveries?${query}`);
    expect(answer.body).toMatchObject({ code: 400000, message: expect.stringContaining(field) });
  });

  test('has no delivery of an unknown id', async () => {
    const answer = await room.admin('GET', `/webhooks/${webhookId}/deliveries/${'0'.repeat(26)}`);
    expect(answer.status).toBe(404);
  });
});
