import { beforeEach, describe, expect, test } from '@jest/globals';
import { DeliveryClass } from '../../contract/delivery-classes.ts';
import { type AttemptOutcome, showsDown } from '../../lambdas/deliveries/attempt.ts';
import { LEASE_MS } from '../../lambdas/pacing/flow.ts';
import { type Flow, newFlow } from '../../lambdas/pacing/state.ts';
import { createFlows } from '../../lambdas/receiver-health/flow-leases.ts';
import { PACED_FROM, receiverWatch } from '../../lambdas/receiver-health/receiver-watch.ts';
import { faultlessTables, memoryWebhooks } from '../support/delivery-world/memory-tables.ts';
import { webhookOfTests } from '../support/samples.ts';

const begin = Date.UTC(2026, 0, 1);
const iso = (milliseconds: number) => new Date(begin + milliseconds).toISOString();
const proven: Flow = { ...newFlow, version: 'v1', response: 20, window: 8, quick: 5 };

describe('the flow of a receiver in the table', () => {
  let time: number;
  let webhooks: ReturnType<typeof memoryWebhooks>;
  let forgotten: string[];
  beforeEach(() => {
    time = begin;
    forgotten = [];
    webhooks = memoryWebhooks({ now: () => time, sleep: async () => {} }, faultlessTables);
  });
  const start = (flow?: Flow) => {
    const webhook = webhookOfTests(flow === undefined ? {} : { flow });
    webhooks.add(webhook);
    const directory = {
      forget: (networkId: string, webhookId: string) => void forgotten.push(`${networkId}/${webhookId}`),
    };
    return { webhook, ...createFlows(webhooks.health, () => time, directory) };
  };
  const stored = () => webhooks.get(webhookOfTests().webhookId)?.flow;

  test('is leased by one process at a time, for fifteen seconds', async () => {
    const { webhook, lease } = start();
    const leased = await lease(webhook);
    expect(leased).toEqual({ ...newFlow, version: expect.stringMatching(/./), leasedUntil: iso(LEASE_MS) });
    expect(stored()).toEqual(leased);
    expect(forgotten).toEqual([`demo/${webhookOfTests().webhookId}`]);
    expect(await lease(webhook)).toBeUndefined();
  });

  test('keeps what is known of the receiver when it is leased, and gets a new version', async () => {
    const { webhook, lease } = start(proven);
    const leased = await lease(webhook);
    expect(leased).toEqual({ ...proven, version: expect.any(String), leasedUntil: iso(LEASE_MS) });
    expect(leased?.version).not.toBe(proven.version);
  });

  test('is released with the flow after it, unless it was reset meanwhile', async () => {
    const { webhook, lease, release } = start(proven);
    const leased = (await lease(webhook)) ?? newFlow;
    expect(await release(webhook, leased, { ...leased, window: 16 })).toBe(true);
    expect(stored()).toEqual({ ...proven, version: expect.any(String), window: 16 });
    expect(await release(webhook, leased, leased)).toBe(false);
  });

  test('is open where nothing waits for a quick receiver, and tells when to check again', async () => {
    const { webhook, rest } = start(proven);
    expect(await rest(webhook)).toBe(iso(5_000));
    expect(stored()).toMatchObject({ phase: 'open', response: 20 });
  });

  test('is paced where an open receiver is slow or failing; an unknown one has none', async () => {
    const { webhook, pace } = start({ ...proven, phase: 'open' });
    await pace(webhook);
    expect(stored()).toMatchObject({ phase: 'paced', window: 4 });
    const unknown = start();
    await unknown.pace(unknown.webhook);
    expect(stored()).toBeUndefined();
  });

  test('waits no longer when an admin asks to try now', async () => {
    const { webhook, tryNow } = start({ ...proven, phase: 'down', notBefore: iso(60_000), nextAt: iso(60_000) });
    await tryNow(webhook);
    expect(stored()).toEqual({
      ...proven,
      phase: 'down',
      notBefore: iso(0),
      nextAt: iso(0),
      version: expect.any(String),
    });
  });

  test('is left alone by an admin while a process has its lease, and where there is none', async () => {
    const leased = { ...proven, leasedUntil: iso(1) };
    const { webhook, tryNow } = start(leased);
    await tryNow(webhook);
    expect(stored()).toEqual(leased);
    const unknown = start();
    await unknown.tryNow(unknown.webhook);
    expect(stored()).toBeUndefined();
    expect(forgotten).toEqual([]);
  });
});

const at = new Date(begin).toISOString();
const outcome = (outcomeClass: DeliveryClass, milliseconds = 20, statusCode?: number): AttemptOutcome => ({
  startedAt: at,
  milliseconds,
  class: outcomeClass,
  statusCode,
});
const quick = outcome('delivered');
const failure = outcome('http_5xx', 20, 503);
const timeout = outcome('timeout', 1500);
const refusal = outcome('http_4xx', 20, 429);

function watching() {
  const watch = receiverWatch();
  return {
    ...watch,
    see: (...outcomes: readonly AttemptOutcome[]) => {
      for (const one of outcomes) watch.note('wh', one);
    },
  };
}
const times = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);

test('a receiver is down by these classes of attempts, and by no others', () => {
  const down = ['http_5xx', 'timeout', 'connection_refused', 'connection_reset', 'unreachable', 'dns', 'tls'];
  const ofBuses = ['bus_denied', 'bus_not_found', 'bus_throttled'];
  expect(DeliveryClass.options.filter((outcomeClass) => showsDown({ class: outcomeClass }))).toEqual([
    ...down,
    ...ofBuses,
  ]);
});

describe('an open receiver must be paced', () => {
  test.each([
    ['failures', times(PACED_FROM, failure)],
    ['time-outs, refusals and failures among successes', [timeout, ...times(17, quick), refusal, failure]],
  ])('after %s, and not before the last one', (_, outcomes) => {
    const watch = watching();
    watch.see(...outcomes.slice(0, -1));
    expect(watch.mustBePaced('wh')).toBe(false);
    watch.see(...outcomes.slice(-1));
    expect(watch.mustBePaced('wh')).toBe(true);
    expect(watch.mustBePaced('wh')).toBe(false);
  });

  test.each([
    ['events that it refuses', times(50, outcome('http_4xx', 20, 400))],
    ['failures that are rare', [timeout, ...times(18, quick), timeout, timeout]],
  ])('but not after %s', (_, outcomes) => {
    const watch = watching();
    watch.see(...outcomes);
    expect(watch.mustBePaced('wh')).toBe(false);
  });

  test.each([
    [499, false],
    [500, true],
  ])('after responses that take %d ms: %j', (milliseconds, expected) => {
    const watch = watching();
    watch.see(...times(PACED_FROM, outcome('delivered', milliseconds)));
    expect(watch.mustBePaced('wh')).toBe(expected);
  });

  test('and other receivers are not', () => {
    const watch = watching();
    watch.see(...times(PACED_FROM, failure));
    expect(watch.mustBePaced('another')).toBe(false);
  });
});

test('a receiver struggles from a fifth of failures on', () => {
  const watch = watching();
  watch.see(...times(16, quick), ...times(3, failure));
  expect(watch.isStruggling('wh')).toBe(false);
  watch.see(failure);
  expect(watch.isStruggling('wh')).toBe(true);
});
