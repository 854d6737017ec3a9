import { beforeEach, describe, expect, test } from '@jest/globals';
import { LEASE_MILLISECONDS } from '../../lambdas/delivery/model/flow.ts';
import { flows } from '../../lambdas/delivery/receiver/flows.ts';
import { type Flow, newFlow } from '../../lambdas/webhooks/webhooks-table.ts';
import { calmTables, memoryWebhooks } from '../../testing/delivery-world/memory-tables.ts';
import { webhookOfTests } from './webhook-of-tests.ts';

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
    webhooks = memoryWebhooks({ now: () => time, sleep: async () => {} }, calmTables);
  });
  const start = (flow?: Flow) => {
    const webhook = webhookOfTests(flow === undefined ? {} : { flow });
    webhooks.add(webhook);
    const directory = {
      forget: (networkId: string, webhookId: string) => void forgotten.push(`${networkId}/${webhookId}`),
    };
    return { webhook, ...flows(webhooks.health, () => time, directory) };
  };
  const stored = () => webhooks.get(webhookOfTests().webhookId)?.flow;

  test('is leased by one process at a time, for fifteen seconds', async () => {
    const { webhook, lease } = start();
    const leased = await lease(webhook);
    expect(leased).toEqual({ ...newFlow, version: expect.stringMatching(/./), leasedUntil: iso(LEASE_MILLISECONDS) });
    expect(stored()).toEqual(leased);
    expect(forgotten).toEqual([`demo/${webhookOfTests().webhookId}`]);
    expect(await lease(webhook)).toBeUndefined();
  });

  test('keeps what is known of the receiver when it is leased, and gets a new version', async () => {
    const { webhook, lease } = start(proven);
    const leased = await lease(webhook);
    expect(leased).toEqual({ ...proven, version: expect.any(String), leasedUntil: iso(LEASE_MILLISECONDS) });
    expect(leased?.version).not.toBe(proven.version);
  });

  test('is released with the flow after it, unless it was reset meanwhile', async () => {
    const { webhook, lease, release } = start(proven);
    const leased = (await lease(webhook)) ?? newFlow;
    expect(await release(webhook, leased, { ...leased, window: 16 })).toBe(true);
    expect(stored()).toEqual({ ...proven, version: expect.any(String), window: 16 });
    expect(await release(webhook, leased, leased)).toBe(false);
  });

  test('is open where nothing waits for a quick receiver, and tells when to look again', async () => {
    const { webhook, rest } = start(proven);
    expect(await rest(webhook)).toBe(iso(5_000));
    expect(stored()).toMatchObject({ phase: 'open', response: 20 });
  });

  test('is that of an unknown receiver where nothing waits for it', async () => {
    const { webhook, rest } = start();
    expect(await rest(webhook)).toBe(iso(5_000));
    expect(stored()).toMatchObject({ phase: 'paced', failures: 0 });
  });

  test('is paced where an open receiver is in trouble; an unknown one has none', async () => {
    const { webhook, restrain } = start({ ...proven, phase: 'open' });
    await restrain(webhook);
    expect(stored()).toMatchObject({ phase: 'paced', window: 4 });
    const unknown = start();
    await unknown.restrain(unknown.webhook);
    expect(stored()).toBeUndefined();
  });

  test('waits no longer when an admin asks to try now', async () => {
    const { webhook, tryNow } = start({ ...proven, phase: 'down', notBefore: iso(60_000), nextAt: iso(60_000) });
    await tryNow(webhook);
    expect(stored()).toEqual({
      ...proven,
      ...{ phase: 'down', notBefore: iso(0), nextAt: iso(0), version: expect.any(String) },
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
