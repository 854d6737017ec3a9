import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import * as v from 'valibot';
import { NoticeBody } from '../../contract/notices.ts';
import { isCalm, patience } from '../../testing/eventually.ts';
import { startOwnCloud } from '../../testing/own-cloud.ts';
import { startReceiver } from '../../testing/receivers/http-receivers.ts';
import { eventually } from '../../testing/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { kept, numbered, numbersIn, post, webhook, webhookTo, wholeLog } from './delivery-room.ts';
import { mailsTo, sendMails } from './notice-mails.ts';

/** Short delays, in real time; caches have their usual times. */
const deliverySettings = {
  retryDelaysSeconds: [1, 1, 2, 2, 3, 3, 4, 4],
  probeFirstSeconds: 1,
  probeMaxSeconds: 2,
  downNoticeSeconds: 2,
  backNoticeSeconds: 1,
};
const EVENTS = 120;
/** Processes cache a webhook for two seconds. */
const REMEMBERED_MS = 2_500;

/** In bad weather a message for a probe or a drain comes twice now and then, at the same time. */
const REPETITIONS = isCalm ? 1 : 2;

/** A receiver that can go down, and counts its concurrent requests. */
async function frailReceiver() {
  const state = { down: false, atOnce: 0, mostAtOnce: 0, whileDown: 0 };
  const receiver = await kept(
    startReceiver((response) => {
      state.atOnce += 1;
      state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
      if (state.down) state.whileDown += 1;
      const status = state.down ? 503 : 200;
      setTimeout(() => {
        state.atOnce -= 1;
        response.writeHead(status).end();
      }, 100);
    }),
  );
  return { receiver, state };
}

jest.setTimeout(patience(180_000));

describe('a receiver that is down for a while', () => {
  test('is probed by one request at a time, gets every event once it is back, and its network is told of both', async () => {
    const cloud = await startOwnCloud({ data: temporaryFolder(), inMemory: true, deliverySettings });
    try {
      const networkId = await cloud.addNetwork('outage');
      const [admin, server] = await Promise.all([
        cloud.clientOf(networkId, 'admin'),
        cloud.clientOf(networkId, 'server'),
      ]);
      const { receiver, state } = await frailReceiver();
      const { webhookId } = await webhookTo(admin, receiver);
      const notified = await kept(startReceiver());
      await webhookTo(admin, notified, { events: ['webhook.*'] });
      await admin('PATCH', '/network/notices', { addresses: ['on-call@example.com'] });
      state.down = true;
      const eventIds = await post(server, numbered(20));
      await eventually(async () => {
        const held = (await wholeLog(admin, webhookId)).filter((one) => one.class === 'receiver_down');
        if (held.length === 0) {
          eventIds.push(...(await post(server, [{ event: 'shop.didSell', data: { n: eventIds.length } }])));
          throw new Error('the receiver is not taken for down yet');
        }
      }, 30_000);
      expect(await webhook(admin, webhookId)).toMatchObject({ state: 'down', enabled: true });

      // Until it is gone from every cache, some processes still send to the webhook.
      await sleep(REMEMBERED_MS);
      state.mostAtOnce = 0;
      state.whileDown = 0;
      while (eventIds.length < EVENTS) {
        eventIds.push(...(await post(server, [{ event: 'shop.didSell', data: { n: eventIds.length } }])));
      }
      await eventually(() => expect(state.whileDown).toBeGreaterThanOrEqual(4), 30_000);
      expect(state.mostAtOnce).toBeLessThanOrEqual(REPETITIONS);

      state.down = false;
      state.mostAtOnce = 0;
      await eventually(async () => {
        const delivered = await wholeLog(admin, webhookId, 'state=delivered&limit=100');
        expect(new Set(delivered.map(({ eventId }) => eventId))).toEqual(new Set(eventIds));
      }, 60_000);
      expect(new Set(numbersIn(receiver.requests)).size).toBe(EVENTS);
      expect(state.mostAtOnce).toBeLessThanOrEqual(64 * REPETITIONS);
      await eventually(async () => expect(await webhook(admin, webhookId)).toMatchObject({ state: 'active' }), 15_000);

      await eventually(() => {
        const names = notified.requests.map(({ body }) => v.parse(NoticeBody, JSON.parse(`${body}`)).event);
        expect(names[0]).toBe('webhook.didGoDown');
        expect(new Set(names)).toEqual(new Set(['webhook.didGoDown', 'webhook.didComeBack']));
      }, 30_000);
      await eventually(async () => {
        await sendMails(cloud.url);
        const text = (await mailsTo('on-call@example.com', cloud.url)).map((mail) => mail.text).join();
        for (const part of ['is down', 'is back', webhookId]) expect(text).toContain(part);
      }, 30_000);
    } finally {
      await cloud.stop();
    }
  });
});
