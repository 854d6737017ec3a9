/**
 * Two weeks of a network: outages, rotations, a weekend on which the webhook is disabled, a receiver that says it is gone, and one
 * that loses what it has accepted. At the end the receiver has everything, and the audit trail explains each state of the webhook.
 */
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { AuditEntry } from '../../contract/audit.ts';
import { DeliveryId } from '../../contract/deliveries.ts';
import { hourOfDelivery } from '../../contract/ledger.ts';
import { outcomeOf } from '../../lambdas/delivery/model/ledger.ts';
import { backlogMessage, recoverMessage } from '../../lambdas/delivery/queue/messages.ts';
import { newSecret } from '../../lambdas/shared/new-secret.ts';
import { admin, type Behaviour, HOUR, type Simulation, simulation } from './simulation.ts';

const DAY = 24 * HOUR;
const begin = Date.UTC(2026, 0, 1);
const isoAt = (elapsed: number): string => new Date(begin + elapsed).toISOString();

interface Period {
  /** Milliseconds since the simulation began. */
  readonly from: number;
  readonly hours: number;
}

/** How the receiver responds, where it does not work. */
const troubles: readonly (Period & { readonly outcome: ReturnType<Behaviour> })[] = [
  { from: DAY + 10 * HOUR, hours: 6, outcome: { class: 'connection_refused' } },
  { from: 3 * DAY, hours: 2, outcome: { class: 'http_5xx', statusCode: 503 } },
  { from: 9 * DAY, hours: 3, outcome: { class: 'timeout' } },
  { from: 10 * DAY, hours: 2, outcome: { class: 'http_4xx', statusCode: 410 } },
];
/** It says 200 then, and loses the event. */
const loss: Period = { from: 4 * DAY + 12 * HOUR, hours: 5 };
const isDuring = (at: number, { from, hours }: Period): boolean => from <= at && at < from + hours * HOUR;

/** What admins do, by the hour since the beginning. */
type Act = (world: Simulation) => Promise<unknown>;
const keyOf = ({ networkId, webhookId }: Simulation) => ({ networkId, webhookId });
const setEnabled =
  (enabled: boolean): Act =>
  (world) =>
    world.changes.update(keyOf(world), { enabled }, admin);
const rotate: Act = (world) =>
  world.changes.rotateSecret(
    keyOf(world),
    ([old]) => [...(old ? [old] : []), { secret: newSecret(), activeFrom: isoAt(world.elapsed()) }],
    admin,
  );
const recoverSince =
  (since: number): Act =>
  async (world) => {
    const range = { since: isoAt(since), until: isoAt(world.elapsed()), askedAt: isoAt(world.elapsed()) };
    world.send(recoverMessage(keyOf(world), { ...range, state: 'failed' }).message);
  };
const acts: ReadonlyMap<number, readonly Act[]> = new Map([
  [2 * 24, [rotate]],
  [5 * 24 + 18, [setEnabled(false)]],
  [8 * 24 + 8, [setEnabled(true), recoverSince(5 * DAY)]],
  [8 * 24 + 12, [rotate]],
  [10 * 24 + 5, [setEnabled(true), recoverSince(10 * DAY)]],
]);

test('two weeks end with a ledger that agrees, and a trail that explains every state', async () => {
  const world = await simulation();
  const received = new Set<string>();
  world.behave(({ at, deliveryId }) => {
    const trouble = troubles.find((period) => isDuring(at, period));
    if (trouble !== undefined) return trouble.outcome;
    if (!isDuring(at, loss)) received.add(deliveryId);
    return { class: 'delivered', statusCode: 200 };
  });

  const posted: string[] = [];
  const seen: { readonly at: string; readonly enabled: boolean }[] = [];
  for (let hour = 0; hour < 14 * 24; hour++) {
    for (const act of acts.get(hour) ?? []) await act(world);
    if (hour % 3 === 0) posted.push(...world.post(1));
    await world.run(HOUR);
    seen.push({ at: isoAt(world.elapsed()), enabled: (await world.webhook()).enabled });
  }
  await world.run(2 * DAY);
  expect(posted.filter((id) => !received.has(id)).length).toBeGreaterThan(0);

  await reconcile(world, posted, received);
  expect(new Set(posted)).toEqual(received);
  for (const hour of hoursOf(posted)) {
    const ledger = (await world.ledgerOf(hour)).map(({ deliveryId }) => deliveryId);
    expect(ledger).toEqual(posted.filter((id) => hourOf(id) === hour).sort());
  }
  expect((await world.log()).every(({ state }) => state === 'delivered')).toBe(true);

  const trail = await world.trail();
  expect(trail.map(({ action, by }) => `${action} by ${by.kind}`)).toEqual([
    'webhookCreated by admin',
    'secretRotated by admin',
    'webhookUpdated by admin',
    'webhookUpdated by admin',
    'secretRotated by admin',
    'webhookDisabled by service',
    'webhookUpdated by admin',
  ]);
  for (const { at, enabled } of seen) expect([at, isEnabledBy(trail, at)]).toEqual([at, enabled]);
}, 600_000);

const hourOf = (id: string): string => hourOfDelivery(v.parse(DeliveryId, id));
const hoursOf = (ids: readonly string[]): readonly string[] => [...new Set(ids.map(hourOf))];

/** What a receiver and the service do for each hour: the receiver says what it has, and the service sends the rest again. */
async function reconcile(world: Simulation, posted: readonly string[], received: ReadonlySet<string>): Promise<void> {
  const webhook = await world.webhook();
  const now = begin + world.elapsed();
  for (const hour of hoursOf(posted)) {
    const lacking = (await world.ledgerOf(hour)).filter(({ deliveryId }) => !received.has(deliveryId));
    for (const entry of lacking) {
      expect(outcomeOf(entry, webhook, now)).toBe('sending');
      expect(await world.deliveries.sendAgain(entry, 'held')).toBeDefined();
    }
  }
  world.send(backlogMessage(webhook).message);
  await world.run(HOUR);
}

/** Whether the webhook was enabled at a time, as the trail says. */
function isEnabledBy(trail: readonly AuditEntry[], at: string): boolean {
  const changes = trail.filter((entry) => entry.at < at).flatMap((entry) => entry.changes);
  return changes.filter(({ field }) => field === 'enabled').at(-1)?.to !== 'false';
}
