import { describe, expect, jest, test } from '@jest/globals';
import { verifyWebhook } from '@social-platform-services/client/webhooks';
import * as v from 'valibot';
import { CheckupQuestion, type CheckupVerdict } from '../../contract/checkup.ts';
import { deliveryAdvice } from '../../contract/delivery-advice.ts';
import { DeliveryClass } from '../../contract/delivery-classes.ts';
import { NoticeBody } from '../../contract/notices.ts';
import { type CheckupPorts, checkReceiver } from '../../lambdas/checkup/check-receiver.ts';
import { busResult, resultOf } from '../../lambdas/checkup/checkup-verdicts.ts';
import { rotationChecker } from '../../lambdas/checkup/rotation-checker.ts';
import type { Outbound } from '../../lambdas/sending/send-request.ts';
import { newSecret } from '../../lambdas/shared/new-secret.ts';
import { deliveryWorld, HOUR, MINUTE, type Receiver, SECOND } from '../support/delivery-world/world.ts';
import { webhookOfTests } from '../support/samples.ts';

const NOW = Date.UTC(2026, 10, 22);
const secret = newSecret();
const webhook = webhookOfTests({
  secrets: [{ secret, activeFrom: '2026-01-01T00:00:00.000Z' }],
  legacySignature: true,
});

/** How a receiver responds: a status, and after how many milliseconds; no status is a time-out. */
type Responds = (request: Outbound) => Promise<{ readonly status?: number; readonly milliseconds?: number }>;

async function verdictsOn(responds: Responds, checked = webhook, now = NOW) {
  const sent: Outbound[] = [];
  const sender: CheckupPorts['sender'] = {
    send: async (request) => {
      sent.push(request);
      const { status, milliseconds = 499 } = await responds(request);
      const ending =
        status === undefined ? 'timeout' : status < 300 ? 'delivered' : status < 500 ? 'http_4xx' : 'http_5xx';
      return { startedAt: new Date(NOW).toISOString(), class: ending, statusCode: status, milliseconds };
    },
  };
  const results = await checkReceiver(checked, { now: () => now, newSecret, sender }, NOW);
  const verdicts = Object.fromEntries(results.map(({ question, verdict }) => [question, verdict]));
  return { verdicts, results, sent };
}

const verify =
  (scheme: 'service' | 'standard') =>
  async ({ body, headers }: Outbound) => {
    const check = { body: Buffer.from(body), headers, secret };
    const verified =
      scheme === 'service' ? verifyWebhook({ ...check, scheme }) : verifyWebhook({ ...check, now: new Date(NOW) });
    return await verified.then(
      () => ({ status: 200 }),
      // However long it takes: what is genuine is accepted quickly.
      () => ({ status: 401, milliseconds: 700 }),
    );
  };

const allPassed: Readonly<Record<CheckupQuestion, CheckupVerdict>> = {
  accepts_valid: 'passed',
  refuses_wrong_signature: 'passed',
  refuses_old_timestamp: 'passed',
  accepts_repetition: 'passed',
  accepts_other_order: 'passed',
  accepts_rotation: 'passed',
  accepts_legacy: 'passed',
  accepts_large: 'passed',
  is_quick: 'passed',
};

describe('a check-up', () => {
  test('of a receiver that verifies webhook-signature and the time finds nothing', async () => {
    const { verdicts, results, sent } = await verdictsOn(verify('standard'));
    expect(verdicts).toEqual(allPassed);
    expect(results.some(({ fix }) => fix !== undefined)).toBe(false);
    expect(sent).toHaveLength(8);
    const ids = sent.flatMap(({ headers }) => headers['webhook-id'] ?? []);
    expect({ requests: ids.length, distinct: new Set(ids).size }).toEqual({ requests: 7, distinct: 6 });
    const stamps = sent.map(({ headers }) => [headers['x-event-id'], Number(headers['x-event-accepted-at']) - NOW]);
    expect(stamps[0]).toEqual([`accepts_valid-${NOW}`, 0]);
    expect(stamps.filter(([id]) => id === `accepts_valid-${NOW}`)).toHaveLength(2);
    expect(stamps.at(-1)).toEqual([`accepts_other_order-${NOW}`, -1000]);
    for (const { body } of sent) expect(`${body}`).toMatch(/^\{"event":"webhook\.checkup","data":\{"check":"/);
    const largest = Math.max(...sent.map(({ body }) => body.length));
    expect(largest).toBeGreaterThan(255 * 1024);
    expect(largest).toBeLessThanOrEqual(256 * 1024);
  });

  test('that is repeated sends what the receiver knows already, signed with the time of now', async () => {
    const accepting: Responds = async () => ({ status: 200 });
    const [first, again] = [await verdictsOn(accepting), await verdictsOn(accepting, webhook, NOW + 60_000)];
    const idsOf = ({ sent }: typeof first) => sent.map(({ headers, body }) => [headers['webhook-id'], `${body}`]);
    expect(idsOf(again)).toEqual(idsOf(first));
    const times = ({ sent }: typeof first) => sent.flatMap(({ headers }) => headers['webhook-timestamp'] ?? []);
    expect(times(again)).toEqual(times(first).map((time) => `${Number(time) + 60}`));
  });

  test('while a rotation is scheduled tells whether the receiver has the next secret', async () => {
    const next = { secret: newSecret(), activeFrom: '2026-11-23T00:00:00.000Z' };
    const rotating = { ...webhook, secrets: [next, ...webhook.secrets] };
    const { results } = await verdictsOn(verify('standard'), rotating);
    expect(results.find(({ question }) => question === 'accepts_rotation')).toMatchObject({
      verdict: 'failed',
      fix: 'Add the next secret to the receiver, beside the present one, before 2026-11-23T00:00:00.000Z.',
    });
    const knowing = async ({ body, headers }: Outbound) =>
      await verifyWebhook({ body: Buffer.from(body), headers, secret: [next.secret, secret], now: new Date(NOW) }).then(
        () => ({ status: 200 }),
        () => ({ status: 401 }),
      );
    expect((await verdictsOn(knowing, rotating)).verdicts).toMatchObject({ accepts_rotation: 'passed' });
  });

  test('of one that verifies x-service-signature warns of copies and of rotations', async () => {
    const { verdicts } = await verdictsOn(verify('service'));
    expect(verdicts).toEqual({ ...allPassed, refuses_old_timestamp: 'warning', accepts_rotation: 'warning' });
  });

  test('of one that verifies nothing fails it', async () => {
    const { verdicts, results } = await verdictsOn(async () => ({ status: 200 }));
    expect(verdicts).toEqual({ ...allPassed, refuses_wrong_signature: 'failed', refuses_old_timestamp: 'warning' });
    expect(results[1]).toMatchObject({
      finding: expect.stringContaining('accepted'),
      fix: expect.stringContaining('Verify'),
    });
  });

  test('of one that refuses repetitions, and large bodies, and is slow, says so', async () => {
    const ids = new Set<string | undefined>();
    const { verdicts, results } = await verdictsOn(async (request) => {
      const id = request.headers['webhook-id'];
      if (ids.has(id)) return { status: 409 };
      ids.add(id);
      if (request.body.length > 100_000) return { status: 413 };
      return { ...(await verify('standard')(request)), milliseconds: 500 };
    });
    expect(verdicts).toEqual({
      ...allPassed,
      accepts_repetition: 'failed',
      accepts_large: 'failed',
      is_quick: 'warning',
    });
    expect(results.at(-1)?.finding).toBe('The slowest response took 500 ms of the 1500 that it may take.');
  });

  test('of one that fails on what is not genuine warns of it', async () => {
    const { verdicts } = await verdictsOn(async (request) => {
      const { status } = await verify('standard')(request);
      return status === 401 ? { status: 500 } : { status };
    });
    expect(verdicts).toEqual({
      ...allPassed,
      refuses_wrong_signature: 'warning',
      refuses_old_timestamp: 'warning',
      accepts_legacy: 'warning',
    });
  });

  test('of one that is down asks once, and skips the rest', async () => {
    const { verdicts, results, sent } = await verdictsOn(async () => ({}));
    expect(sent).toHaveLength(1);
    expect(results.map(({ question }) => question)).toEqual(Object.keys(allPassed));
    const { accepts_valid, ...others } = verdicts;
    expect(accepts_valid).toBe('failed');
    expect(new Set(Object.values(others))).toEqual(new Set(['skipped']));
  });
});

/** Every way in which a request can fail, but those of event buses. */
const failures = DeliveryClass.options.filter((name) => name !== 'delivered' && !name.startsWith('bus_'));
const questions = CheckupQuestion.options.filter((question) => question !== 'is_quick');
const fixFor = (question: (typeof questions)[number], outcomeClass: DeliveryClass) =>
  resultOf(question, { class: outcomeClass, milliseconds: 1 }).fix;

describe('what to do about a request of a check-up', () => {
  test.each(failures)('that ended with %s is what the log says, where the valid one did', (outcomeClass) => {
    expect(fixFor('accepts_valid', outcomeClass)).toBe(deliveryAdvice[outcomeClass]);
    if (outcomeClass !== 'http_4xx') expect(fixFor('accepts_valid', outcomeClass) ?? '').not.toContain('secret');
  });

  test.each(questions)('that never reached the receiver is what the log says, whatever was asked: %s', (question) => {
    for (const outcomeClass of [
      'connection_refused',
      'unreachable',
      'dns',
      'tls',
      'blocked_address',
      'not_sent',
    ] as const)
      expect(fixFor(question, outcomeClass)).toBe(deliveryAdvice[outcomeClass]);
  });

  test.each(['accepts_repetition', 'accepts_other_order', 'accepts_rotation', 'accepts_large'] as const)(
    'is about the question only where the receiver has responded: %s',
    (question) => {
      for (const outcomeClass of ['http_4xx', 'http_5xx'] as const) {
        expect(fixFor(question, outcomeClass)).toEqual(expect.any(String));
        expect(fixFor(question, outcomeClass)).not.toBe(deliveryAdvice[outcomeClass]);
      }
      for (const outcomeClass of ['timeout', 'redirect', 'too_large', 'invalid_response'] as const)
        expect(fixFor(question, outcomeClass)).toBe(deliveryAdvice[outcomeClass]);
      const isAsked = fixFor(question, 'connection_reset') !== deliveryAdvice.connection_reset;
      expect(isAsked).toBe(question === 'accepts_large');
    },
  );

  test('names the code of the error', () => {
    const result = resultOf('accepts_valid', { class: 'tls', errorCode: 'CERT_HAS_EXPIRED', milliseconds: 1 });
    expect(result).toMatchObject({
      finding: 'A valid request ended with tls (CERT_HAS_EXPIRED).',
      errorCode: 'CERT_HAS_EXPIRED',
    });
  });

  test('on an event bus is about the bus only where EventBridge says so', () => {
    const fixOn = (outcomeClass: DeliveryClass) => busResult({ class: outcomeClass, milliseconds: 1 }).fix;
    for (const outcomeClass of ['bus_denied', 'bus_not_found', 'bus_throttled', 'bus_too_large'] as const)
      expect(fixOn(outcomeClass)).toBe(deliveryAdvice[outcomeClass]);
    expect(new Set(failures.map(fixOn))).toEqual(new Set([expect.stringMatching(/^Check it again/)]));
  });
});

/** A receiver's newest secret is checked before earlier ones end, in virtual time (docs/spec/delivery.md#check-up). */
const begin = Date.UTC(2026, 0, 1);
const iso = (milliseconds: number) => new Date(begin + milliseconds).toISOString();
const [OLD, NEXT] = ['whsec_AAAA', 'whsec_BBBB'];
/** A rotation that takes effect after three hours, with an overlap of five; the one before ends sooner. */
const secrets = [
  { secret: NEXT, activeFrom: iso(3 * HOUR) },
  { secret: OLD, activeFrom: iso(0), expiresAt: iso(8 * HOUR) },
  { secret: 'whsec_CCCC', activeFrom: iso(-9 * HOUR), expiresAt: iso(5 * HOUR) },
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

  test('is asked again where its network could not be told, until the time has come', async () => {
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const noted: unknown[] = [];
    const ports: Parameters<typeof rotationChecker>[0] = {
      sendSigned: async () => ({ startedAt: iso(0), milliseconds: 20, class: 'http_4xx' }),
      health: { noteRotationCheck: async (_, at) => noted.push(at) > 0 },
      notices: {
        store: async () => {
          throw new Error('throttled');
        },
      },
      directory: { forget: () => {} },
      settings: { rotationCheckSeconds: 3_600 },
      now: () => begin + 2.5 * HOUR,
    };
    const checker = rotationChecker(ports);
    // A bus verifies nothing.
    await checker.tryCheck(webhookOfTests({ secrets, url: undefined, eventBus: 'arn' }));
    expect(error).not.toHaveBeenCalled();
    await checker.tryCheck(webhookOfTests({ secrets }));
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
    expect(noted).toEqual([]);
    const isDueAt = (hours: number) =>
      rotationChecker({ ...ports, now: () => begin + hours * HOUR }).isDue(webhookOfTests({ secrets }));
    expect([1.9, 2, 3, 7, 8].map(isDueAt)).toEqual([false, true, false, true, false]);
  });
});
