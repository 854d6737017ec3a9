/** The outages that a webhook keeps (docs/spec/notices.md#notices), in virtual time (test/support/delivery-world). */
import { expect, test } from '@jest/globals';
import { seededRandom } from '../support/delivery-world/seeded-random.ts';
import { deliveryWorld, MINUTE, type Receiver, SECOND } from '../support/delivery-world/world.ts';

const well: Receiver = () => ({ class: 'delivered', statusCode: 200, milliseconds: 20 });
const dead: Receiver = () => ({ class: 'connection_refused', milliseconds: 5 });

function worldWithEvents(settings = {}) {
  const world = deliveryWorld({ random: seededRandom(1), settings, faults: { indexLag: 100 } });
  const webhookId = world.addWebhook(well);
  void (async () => {
    for (;;) {
      await world.post(webhookId);
      await world.clock.sleep(10 * SECOND);
    }
  })();
  const begin = world.clock.now();
  return { world, webhookId, minutesOf: (at: string) => Math.round((Date.parse(at) - begin) / MINUTE) };
}

test('a webhook keeps its latest ten announced outages, with their beginning and end, and no short ones', async () => {
  const { world, webhookId, minutesOf } = worldWithEvents({ probeMaxSeconds: 10 });
  for (let n = 0; n < 13; n++) {
    const at = n * 40 * MINUTE;
    await world.run(at + 10 * MINUTE);
    world.behave(webhookId, dead);
    // Every sixth one is over before a notice of it is due.
    await world.run(at + (n % 6 === 5 ? 12 : 20) * MINUTE);
    world.behave(webhookId, well);
    await world.run(at + 40 * MINUTE);
  }
  const announced = Array.from({ length: 13 }, (_, n) => n).filter((n) => n % 6 !== 5);
  const outages = world.webhook(webhookId)?.outages ?? [];
  expect(outages.map(({ since, until }) => [minutesOf(since), minutesOf(until)])).toEqual(
    announced.slice(-10).map((n) => [n * 40 + 10, n * 40 + 20]),
  );
  expect(world.notices().filter(({ event }) => event === 'webhook.didComeBack')).toHaveLength(announced.length);
});

test('an outage ends when the webhook is disabled because of it', async () => {
  const settings = {
    disableAfterSeconds: 2 * 60 * 60,
    disableNoticeSeconds: 30 * 60,
    retryDelaysSeconds: [5, 300, 300],
  };
  const { world, webhookId, minutesOf } = worldWithEvents(settings);
  await world.run(10 * MINUTE);
  world.behave(webhookId, dead);
  await world.run(150 * MINUTE);
  const { enabled, outages = [] } = world.webhook(webhookId) ?? {};
  expect(enabled).toBe(false);
  expect(outages.map(({ since }) => minutesOf(since))).toEqual([10]);
  expect(minutesOf(outages[0]?.until ?? '')).toBeGreaterThanOrEqual(130);
});
