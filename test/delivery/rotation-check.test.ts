/** A receiver's newest secret is checked before earlier ones end, in virtual time (docs/spec/delivery.md#check-up). */
import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { NoticeBody } from '../../contract/notices.ts';
import { rotationChecker } from '../../lambdas/delivery/receiver/rotation-checker.ts';
import { deliveryWorld, HOUR, MINUTE, type Receiver, SECOND } from '../../testing/delivery-world/world.ts';
import { webhookOfTests } from './webhook-of-tests.ts';

const begin = Date.UTC(2026, 0, 1);
const iso = (milliseconds: number) => new Date(begin + milliseconds).toISOString();
const [OLD, NEXT] = ['whsec_AAAA', 'whsec_BBBB'];
/** A rotation that takes effect after three hours, with an overlap of five. */
const secrets = [
  { secret: NEXT, activeFrom: iso(3 * HOUR) },
  { secret: OLD, activeFrom: iso(0), expiresAt: iso(8 * HOUR) },
];

/** Responds to requests that only the next secret has signed as given, and with 200 to all others. */
const respondingToNext =
  (response: ReturnType<Receiver>): Receiver =>
  (request) =>
    request.secrets.join() === NEXT ? response : { class: 'delivered', statusCode: 200, milliseconds: 20 };
const knowing: Receiver = respondingToNext({ class: 'delivered', statusCode: 200, milliseconds: 20 });
const unknowing: Receiver = respondingToNext({ class: 'http_4xx', statusCode: 401, milliseconds: 20 });
const busy: Receiver = respondingToNext({ class: 'http_5xx', statusCode: 503, milliseconds: 20 });

/** Posts an event a minute for ten hours; returns the times of requests that are not deliveries, and the notices. */
async function rotation(before: Receiver, after: Receiver = before, changesAt = 4 * HOUR) {
  const world = deliveryWorld({ concurrency: { fast: 2, slow: 2 } });
  const webhookId = world.addWebhook(before, secrets);
  void (async () => {
    for (let at = 0; at < 10 * HOUR; at += MINUTE) {
      await world.post(webhookId);
      await world.clock.sleep(MINUTE);
    }
  })();
  await world.run(changesAt);
  world.behave(webhookId, after);
  await world.run(10 * HOUR);
  const delivered = new Set<string>(world.deliveries().map(({ deliveryId }) => deliveryId));
  return {
    asked: world.requests.filter(({ deliveryId }) => !delivered.has(deliveryId)).map(({ at }) => at),
    notices: world.notices().map(({ body }) => v.parse(v.pipe(v.string(), v.parseJson(), NoticeBody), body)),
  };
}

describe('a receiver whose secret is rotated', () => {
  test('is asked in the hour before the rotation takes effect, and before the old secret ends, once each', async () => {
    const { asked, notices } = await rotation(knowing);
    expect(asked.map((at) => Math.round(at / HOUR))).toEqual([2, 7]);
    for (const at of asked) expect((at % HOUR) / MINUTE).toBeLessThan(2);
    expect(notices).toEqual([]);
  });

  test('has its network told, once for each of these times, if it does not know the secret', async () => {
    const { asked, notices } = await rotation(unknowing);
    expect(asked).toHaveLength(2);
    expect(notices.map(({ event, data }) => [event, data.secretsChangeAt])).toEqual([
      ['webhook.didRefuseSecret', iso(3 * HOUR)],
      ['webhook.didRefuseSecret', iso(8 * HOUR)],
    ]);
  });

  test('has its network told nothing more once it knows the secret', async () => {
    const { notices } = await rotation(unknowing, knowing);
    expect(notices.map(({ data }) => data.secretsChangeAt)).toEqual([iso(3 * HOUR)]);
  });

  test('is asked again after a minute where its response says nothing about the secret', async () => {
    const { asked, notices } = await rotation(busy, knowing, 2 * HOUR + 5 * MINUTE + 30 * SECOND);
    expect(asked.length).toBeGreaterThanOrEqual(6);
    expect(asked.length).toBeLessThanOrEqual(2 * 6 + 2);
    expect(notices).toEqual([]);
  });

  test('is asked again where its network could not be told', async () => {
    const noted: unknown[] = [];
    const checker = rotationChecker({
      sendSigned: async () => ({ class: 'http_4xx' }),
      health: { noteRotationCheck: async (_, at) => noted.push(at) > 0 },
      notices: {
        store: async () => {
          throw new Error('throttled');
        },
      },
      settings: { rotationCheckSeconds: 3_600 },
      now: () => begin + 2.5 * HOUR,
    });
    // A bus verifies nothing.
    await checker.check(webhookOfTests({ secrets, url: undefined, eventBus: 'arn' }));
    await expect(checker.check(webhookOfTests({ secrets }))).rejects.toThrow('throttled');
    expect(noted).toEqual([]);
  });
});
