import { expect } from '@jest/globals';
import * as v from 'valibot';
import { DeliveryId } from '../../contract/deliveries.ts';
import { listEvents } from '../../contract/events.ts';
import { recoverDeliveries } from '../../contract/recovery.ts';
import { needs } from '../support/needs.ts';
import { type Respond, startReceiver } from '../support/receivers/http-receivers.ts';
import { type Client, eventually } from '../support/service.ts';
import {
  arrived,
  delivery,
  detailOf,
  expectSent,
  headerOf,
  kept,
  newTestNetwork,
  numbered,
  numbersIn,
  post,
  webhook,
  webhookTo,
  wholeLog,
} from './delivery-network.ts';

const { describe, test } = needs('receivers');

/** A receiver whose status the test can change. */
async function switchable(status: number, headers: Record<string, string> = {}) {
  let answer = status;
  const respond: Respond = (response) => response.writeHead(answer, headers).end();
  return {
    ...(await kept(startReceiver(respond))),
    answerWith(other: number): void {
      answer = other;
    },
  };
}

/** Waits until so many events are listed: a recovery reads the same index. */
const expectAccepted = (admin: Client, count: number) =>
  eventually(async () => {
    let [listed, start]: [number, string | undefined] = [0, ''];
    while (start !== undefined) {
      const { body } = await admin('GET', `/events?limit=100${start && `&start=${start}`}`);
      const page = v.parse(listEvents.response.body, body);
      listed += page.results.length;
      start = page.start;
    }
    expect(listed).toBe(count);
  });

describe('a replay', () => {
  test('sends a delivered event again, with the same id and bytes, and adds to its attempts', async () => {
    const { admin, server } = await newTestNetwork();
    const receiver = await switchable(200);
    const { webhookId } = await webhookTo(admin, receiver);
    const [eventId = ''] = await post(server, numbered(1));
    const { deliveryId } = await delivery(admin, webhookId, eventId, { state: 'delivered' });

    const before = receiver.requests.length;
    const answer = await admin('POST', `/webhooks/${webhookId}/deliveries/${deliveryId}/replay`);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ deliveryId, state: 'retrying' });
    const all = await arrived(receiver, before + 1);
    const [first, second] = [all[0], all[before]];
    expect(second?.body).toEqual(first?.body);
    for (const name of ['webhook-id', 'x-event-id', 'x-event-accepted-at']) {
      expect(second && headerOf(second, name)).toBe(first && headerOf(first, name));
    }
    expect(first && headerOf(first, 'webhook-id')).toBe(deliveryId);
    await delivery(admin, webhookId, eventId, { state: 'delivered' });
    const { attempts } = await detailOf(admin, webhookId, deliveryId);
    expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_, index) => index + 1));
    expect(attempts.filter((attempt) => attempt.class === 'delivered').length).toBeGreaterThan(1);
  });

  test('is refused for a disabled webhook', async () => {
    const { admin, server } = await newTestNetwork();
    const { webhookId } = await webhookTo(admin, await switchable(200));
    const [eventId = ''] = await post(server, numbered(1));
    const { deliveryId } = await delivery(admin, webhookId, eventId, { state: 'delivered' });
    await admin('PATCH', `/webhooks/${webhookId}`, { enabled: false });
    const range = { since: '2020-01-01T00:00:00Z', until: '2020-01-02T00:00:00Z' };
    const dryRun = await admin('POST', `/webhooks/${webhookId}/recover`, { ...range, dryRun: true });
    expect(dryRun.body).toMatchObject({ recovering: 0 });
    for (const [path, body] of [
      [`deliveries/${deliveryId}/replay`, undefined],
      ['recover', range],
    ] as const) {
      const answer = await admin('POST', `/webhooks/${webhookId}/${path}`, body);
      expect(answer.body).toMatchObject({ code: 400000, message: expect.stringContaining('enable it') });
    }
  });
});

describe('recover', () => {
  test('sends a webhook what came before it existed, and nothing that it does not ask for', async () => {
    const { admin, server } = await newTestNetwork();
    const receiver = await switchable(200);
    const since = new Date(Date.now() - 1_000).toISOString();
    const eventIds = await post(server, numbered(5));
    await post(server, [{ event: 'app.opened', data: {} }]);
    await expectAccepted(admin, 6);
    const { webhookId } = await webhookTo(admin, receiver, { events: ['shop.*'] });
    const recover = async (body: object) => (await admin('POST', `/webhooks/${webhookId}/recover`, body)).body;
    expect(await recover({ since, class: 'timeout' })).toMatchObject({ recovering: 0, progress: { ended: true } });
    expect(await recover({ since, event: 'app.opened' })).toMatchObject({ recovering: 0 });
    expect(await recover({ since })).toMatchObject({ recovering: 5, progress: { ended: false } });
    await eventually(async () => {
      const delivered = await wholeLog(admin, webhookId, 'state=delivered');
      expect(delivered.map(({ eventId }) => eventId).sort()).toEqual(eventIds.toSorted());
    }, 20_000);
    await expectSent(admin, webhookId, receiver, 5);
  });

  test('sends in steps what one read does not cover, each event once, and says how far it is', async () => {
    const { admin, server } = await newTestNetwork();
    const receiver = await switchable(200);
    const since = new Date(Date.now() - 1_000).toISOString();
    // One read covers 400.
    for (let sent = 0; sent < 450; sent += 90) await post(server, numbered(90));
    await expectAccepted(admin, 450);
    const { webhookId } = await webhookTo(admin, receiver);
    const { body } = await admin('POST', `/webhooks/${webhookId}/recover`, { since });
    const { recovering, progress } = v.parse(recoverDeliveries.response.body, body);
    expect(recovering).toBe(450);
    const range = { since, until: progress.at, askedAt: progress.at, dryRun: true };
    await eventually(async () => {
      const now = await admin('POST', `/webhooks/${webhookId}/recover`, range);
      expect(now.body).toMatchObject({
        recovering: 0,
        progress: { waiting: 0, delivered: 450, failed: 0, ended: true },
      });
    }, 60_000);
    await arrived(receiver, 450);
    await eventually(async () => {
      expect(await wholeLog(admin, webhookId, 'state=delivered&limit=100')).toHaveLength(450);
    }, 30_000);
    await expectSent(admin, webhookId, receiver, 450);
  });

  test('can be stopped: what waits is as before, and the count says how many were not sent', async () => {
    const { admin, server } = await newTestNetwork();
    const receiver = await switchable(500);
    const since = new Date(Date.now() - 1_000).toISOString();
    for (let sent = 0; sent < 270; sent += 90) await post(server, numbered(90));
    await expectAccepted(admin, 270);
    const { webhookId } = await webhookTo(admin, receiver);
    const { body } = await admin('POST', `/webhooks/${webhookId}/recover`, { since });
    const { progress } = v.parse(recoverDeliveries.response.body, body);
    await eventually(async () => {
      expect((await wholeLog(admin, webhookId)).length).toBeGreaterThan(100);
    }, 20_000);
    const stop = async (askedAt: string) =>
      (await admin('DELETE', `/webhooks/${webhookId}/recover?askedAt=${askedAt}`)).status;
    expect(await stop('2026-01-01T00:00:00.000Z')).toBe(202);
    expect(await stop(progress.at)).toBe(202);
    expect(await stop(progress.at)).toBe(202);
    const asked = { since, until: progress.at, askedAt: progress.at, dryRun: true };
    const now = await eventually(async () => {
      const answer = await admin('POST', `/webhooks/${webhookId}/recover`, asked);
      const counted = v.parse(recoverDeliveries.response.body, answer.body);
      expect(counted.progress).toMatchObject({ stopped: true, ended: true, waiting: 0, delivered: 0 });
      return counted;
    }, 30_000);
    expect(now.recovering).toBeGreaterThan(100);
    expect(Number(now.recovering) + now.progress.failed).toBe(270);
    const ofLater = await admin('POST', `/webhooks/${webhookId}/recover`, { since, dryRun: true });
    expect(ofLater.body).toMatchObject({ progress: { ended: false } });

    receiver.answerWith(200);
    await admin('POST', `/webhooks/${webhookId}/recover`, { since });
    await admin('POST', `/webhooks/${webhookId}/retry-now`);
    await eventually(async () => {
      expect(await wholeLog(admin, webhookId, 'state=delivered')).toHaveLength(270);
    }, 60_000);
  });

  test('410 disables the webhook; enabled again, it gets every failed event once', async () => {
    const { admin, server } = await newTestNetwork();
    const receiver = await switchable(410);
    const { webhookId } = await webhookTo(admin, receiver);
    const since = new Date(Date.now() - 1_000).toISOString();
    const eventIds = await post(server, numbered(25));
    await expectAccepted(admin, 25);
    await eventually(async () => {
      expect(await webhook(admin, webhookId)).toMatchObject({ state: 'disabled', disabledReason: 'gone' });
      const classes = new Set((await wholeLog(admin, webhookId)).map((one) => one.class));
      expect([...classes].filter((one) => one !== 'http_4xx' && one !== 'webhook_disabled')).toEqual([]);
    }, 15_000);
    receiver.answerWith(200);
    const whileGone = receiver.requests.length;
    await admin('PATCH', `/webhooks/${webhookId}`, { enabled: true });
    const nothing = await admin('POST', `/webhooks/${webhookId}/recover`, {
      since: '2020-01-01T00:00:00Z',
      until: '2020-01-02T00:00:00Z',
    });
    expect({ status: nothing.status, body: nothing.body }).toMatchObject({ status: 202, body: { recovering: 0 } });
    const answer = await admin('POST', `/webhooks/${webhookId}/recover`, { since });
    // An event whose first message was in the queue until now comes by itself.
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status: 202,
      body: { recovering: expect.any(Number) },
    });
    await eventually(async () => {
      const delivered = await wholeLog(admin, webhookId, 'state=delivered');
      expect(delivered.map(({ eventId }) => eventId).sort()).toEqual(eventIds.toSorted());
    }, 20_000);
    const recovered = receiver.requests.slice(whileGone);
    expect(new Set(numbersIn(recovered))).toEqual(new Set(Array.from({ length: 25 }, (_, n) => n)));
    await expectSent(admin, webhookId, receiver, whileGone + 25);
  });
});

describe('recover with a filter', () => {
  test('sends delivered events again, for a receiver that has lost them', async () => {
    const { admin, server } = await newTestNetwork();
    const receiver = await switchable(202);
    const { webhookId } = await webhookTo(admin, receiver);
    const since = new Date(Date.now() - 1_000).toISOString();
    await post(server, [...numbered(5), ...numbered(3, 'shop.didBuy')]);
    await eventually(async () => {
      expect(await wholeLog(admin, webhookId, 'state=delivered')).toHaveLength(8);
    }, 15_000);

    const lost = { since, state: 'delivered', event: 'shop.didBuy', statusCode: 202 };
    const dryRun = async (more: object = {}) =>
      (await admin('POST', `/webhooks/${webhookId}/recover`, { ...lost, dryRun: true, ...more })).body;
    const before = v.parse(
      v.object({ recovering: v.number(), progress: v.object({ at: v.string() }) }),
      await dryRun(),
    );
    expect(before.recovering).toBe(3);
    const answer = await admin('POST', `/webhooks/${webhookId}/recover`, lost);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 202, body: { recovering: 3 } });
    await eventually(async () => {
      expect(await dryRun({ askedAt: before.progress.at })).toMatchObject({
        recovering: 0,
        progress: { waiting: 0, delivered: 3, failed: 0, ended: true },
      });
    }, 20_000);
    await eventually(async () => {
      const again = await wholeLog(admin, webhookId, 'state=delivered');
      expect(again.filter(({ attemptCount }) => attemptCount > 1).map(({ event }) => event)).toEqual(
        Array(3).fill('shop.didBuy'),
      );
      expect(again).toHaveLength(8);
    }, 20_000);
    await expectSent(admin, webhookId, receiver, 11);
  });
});

const Delivered = v.tuple([v.object({ deliveryId: DeliveryId })]);

test('retry-now has a receiver that struggles get its retries before their time', async () => {
  const { admin, server } = await newTestNetwork();
  const receiver = await switchable(400, { 'retry-after': '60' });
  const { webhookId } = await webhookTo(admin, receiver);
  await post(server, numbered(1));
  await arrived(receiver, 1);
  receiver.answerWith(429);
  // The one after that would be minutes later, and nothing at all is sent for a minute.
  const failed = { attemptCount: 2, nextAttemptAt: expect.any(String) };
  await eventually(async () => expect(await wholeLog(admin, webhookId)).toMatchObject([failed]), 20_000);
  receiver.answerWith(200);
  const [{ deliveryId }] = await eventually(async () => {
    // It changes nothing while an attempt is being made.
    const answer = await admin('POST', `/webhooks/${webhookId}/retry-now`);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 202, body: { status: 'success' } });
    return v.parse(Delivered, await wholeLog(admin, webhookId, 'state=delivered'));
  }, 20_000);
  const [, second = NaN, third = NaN] = (await detailOf(admin, webhookId, deliveryId)).attempts.map(({ startedAt }) =>
    Date.parse(startedAt),
  );
  expect(third - second).toBeLessThan(50_000);
});
