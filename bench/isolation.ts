/**
 * How much dead, slow and stumbling receivers delay a network's healthy ones (docs/spec/delivery.md#isolation).
 *
 * Fourteen webhooks of one network in a local cloud of its own. Eight receivers respond after 20 ms, and are measured.
 * Beside them are three bad ones (one never responds, one after 1.2 s, one fails every third request) or, as the
 * control, three more healthy ones, so that badness is measured and not load. Windows of both kinds alternate, each
 * with 15 events a second.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Measure, median, quantile, type Row } from './harness/benchmark.ts';
import { type Arrived, deliver } from './harness/load.ts';
import { type Behaviour, startReceivers } from './harness/receivers.ts';
import { createWebhook, succeed, temporaryCloud } from './harness/temporary-cloud.ts';

const EVENTS_PER_SECOND = 15;
/** A window begins after a pause that is longer than processes cache a webhook. */
const FULL = { warmUp: 15, seconds: 15, rounds: 5, pause: 6_000, within: 10_000 };
/** It waits for longer, since without any arrival there is no figure. */
const QUICK = { warmUp: 0, seconds: 0.5, rounds: 1, pause: 0, within: 60_000 };

const HEALTHY: readonly Behaviour[] = Array.from({ length: 8 }, () => 20);
const BAD: readonly Behaviour[] = ['never', 1_200, 'stumbling'];
const CONTROL: readonly Behaviour[] = [20, 20, 20];

export const measure: Measure = async (run) => {
  const plan = run.quick ? QUICK : FULL;
  await using receivers = await startReceivers([...HEALTHY, ...BAD, ...CONTROL]);
  await using cloud = await temporaryCloud(run);
  const networkId = await cloud.addNetwork('isolation');
  const [admin, server] = await Promise.all([cloud.clientOf(networkId, 'admin'), cloud.clientOf(networkId, 'server')]);
  const webhooks: string[] = [];
  for (const [index, url] of receivers.urls.entries()) {
    webhooks.push(await createWebhook(admin, { url, enabled: index < HEALTHY.length }));
  }
  const bad = webhooks.slice(HEALTHY.length, HEALTHY.length + BAD.length);
  const control = webhooks.slice(HEALTHY.length + BAD.length);

  if (plan.warmUp > 0) for (const isBad of [true, false]) await windowWith(isBad, plan.warmUp);
  const [without, beside]: [Arrived[], Arrived[]] = [[], []];
  for (let round = 1; round <= plan.rounds; round++) {
    without.push(await windowWith(false, plan.seconds));
    beside.push(await windowWith(true, plan.seconds));
  }
  return rowsOf(without, beside);

  /** Milliseconds from 202 to arrival of each delivery to a healthy receiver. */
  async function windowWith(isBad: boolean, seconds: number): Promise<Arrived> {
    for (const id of bad) await succeed(admin('PATCH', `/webhooks/${id}`, { enabled: isBad }));
    for (const id of control) await succeed(admin('PATCH', `/webhooks/${id}`, { enabled: !isBad }));
    await sleep(plan.pause);
    const load = { perSecond: EVENTS_PER_SECOND, seconds };
    return await deliver(server, receivers, load, { count: HEALTHY.length, within: plan.within });
  }
};

function rowsOf(without: readonly Arrived[], beside: readonly Arrived[]): Row[] {
  const rows = ([share, aim]: readonly [number, string?]): Row[] => {
    const figureOf = (windows: readonly Arrived[]) =>
      median(windows.map(({ latencies }) => quantile(latencies, share)));
    const [reference, figure] = [figureOf(without), figureOf(beside)];
    const name = `p${share * 100} beside the`;
    return [
      { name: `${name} control`, figure: reference, unit: 'ms' },
      {
        name: `${name} bad receivers`,
        figure,
        unit: 'ms',
        ratio: figure / reference,
        reference: 'the control',
        ...(aim !== undefined && { aim }),
      },
    ];
  };
  const missing = [...without, ...beside].reduce((sum, window) => sum + window.missing, 0);
  return [
    ...([[0.5], [0.9, '<= 1.3'], [0.99, '<= 1.3']] as const).flatMap(rows),
    { name: 'deliveries missing after 10 s', figure: missing, unit: 'deliveries', aim: '0' },
  ];
}
