/**
 * How much dead, slow and stumbling receivers delay the healthy ones of the same network (docs/spec/delivery.md#isolation).
 *
 * Fourteen webhooks of one network in a local cloud of its own. Eight receivers respond after 20 ms, and are measured. Beside
 * them are three bad ones (one never responds, one after 1.2 s, one fails every third request) or, as the control, three more
 * healthy ones, so that badness is measured and not load. Windows of both kinds alternate, each with 15 events a second.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OwnCloud } from '../testing/own-cloud.ts';
import { type Client, eventually } from '../testing/service.ts';
import { createWebhook, succeed } from './harness/admin-calls.ts';
import { type Arrival, type Behaviour, type Receivers, startReceivers } from './harness/receivers/receivers.ts';
import type { Measure, Progress, Row } from './harness/row.ts';
import { median, quantile, rounded } from './harness/statistics.ts';
import { steadyLoad } from './harness/steady-load.ts';
import { inTemporaryCloud } from './harness/temporary-cloud.ts';

const EVENTS_PER_SECOND = 15;
const WINDOW_SECONDS = 15;
const ROUNDS = 5;
const WARM_UP_SECONDS = 15;
/** Longer than processes cache a webhook, so that a window starts with the current configuration. */
const SETTLE_MS = 6_000;

const HEALTHY: readonly Behaviour[] = Array.from({ length: 8 }, () => 20);
const BAD: readonly Behaviour[] = ['never', 1_200, 'stumbling'];
const CONTROL: readonly Behaviour[] = [20, 20, 20];

export const measure: Measure = async (progress) => {
  const receivers = await startReceivers([...HEALTHY, ...BAD, ...CONTROL]);
  try {
    return await inTemporaryCloud((cloud) => measureIn(cloud, receivers, progress));
  } finally {
    await receivers.stop();
  }
};

/** One window: milliseconds from 202 to arrival of each delivery to a healthy receiver. */
interface Window {
  readonly latencies: readonly number[];
  readonly missing: number;
}

async function measureIn(cloud: OwnCloud, receivers: Receivers, progress: Progress): Promise<Row[]> {
  const networkId = await cloud.addNetwork('isolation');
  const [admin, server] = await Promise.all([cloud.clientOf(networkId, 'admin'), cloud.clientOf(networkId, 'server')]);
  const webhooks: string[] = [];
  for (const [index, url] of receivers.urls.entries()) {
    webhooks.push(await createWebhook(admin, { url, enabled: index < HEALTHY.length }));
  }
  const bad = webhooks.slice(HEALTHY.length, HEALTHY.length + BAD.length);
  const control = webhooks.slice(HEALTHY.length + BAD.length);

  progress(`warm-up: ${WARM_UP_SECONDS} s beside the bad receivers, ${WARM_UP_SECONDS} s beside the control`);
  for (const isBad of [true, false]) {
    await enable(isBad);
    await oneWindow(server, receivers, WARM_UP_SECONDS);
  }
  const without: Window[] = [];
  const beside: Window[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    without.push(await windowWith(false, round));
    beside.push(await windowWith(true, round));
  }
  return rowsOf(without, beside);

  async function windowWith(isBad: boolean, round: number): Promise<Window> {
    await enable(isBad);
    await sleep(SETTLE_MS);
    const window = await oneWindow(server, receivers, WINDOW_SECONDS);
    const [p50, p99] = [0.5, 0.99].map((share) => rounded(quantile(window.latencies, share)));
    progress(`round ${round}, beside the ${isBad ? 'bad receivers' : 'control'}: p50 ${p50} ms, p99 ${p99} ms`);
    return window;
  }

  async function enable(isBad: boolean): Promise<void> {
    for (const id of bad) await succeed(admin('PATCH', `/webhooks/${id}`, { enabled: isBad }));
    for (const id of control) await succeed(admin('PATCH', `/webhooks/${id}`, { enabled: !isBad }));
  }
}

async function oneWindow(server: Client, receivers: Receivers, seconds: number): Promise<Window> {
  const acceptedAt = await steadyLoad(server, { perSecond: EVENTS_PER_SECOND, seconds });
  const wanted = acceptedAt.size * HEALTHY.length;
  /** By receiver and number: a second arrival of the same event does not count. */
  const latencies = new Map<string, number>();
  await eventually(async () => {
    const arrivals: readonly (readonly Arrival[])[] = await receivers.collect();
    for (const [receiver, ofReceiver] of arrivals.slice(0, HEALTHY.length).entries()) {
      for (const [n, at] of ofReceiver) {
        const accepted = acceptedAt.get(n);
        const key = `${receiver}/${n}`;
        if (accepted !== undefined && !latencies.has(key)) latencies.set(key, at - accepted);
      }
    }
    if (latencies.size < wanted) throw new Error('Some deliveries have not arrived yet.');
  }, 10_000).catch(() => undefined);
  return { latencies: [...latencies.values()], missing: wanted - latencies.size };
}

function rowsOf(without: readonly Window[], beside: readonly Window[]): Row[] {
  const row = (name: string, share: number, aim?: string): Row[] => {
    const figureOf = (windows: readonly Window[]) => median(windows.map(({ latencies }) => quantile(latencies, share)));
    const [reference, figure] = [figureOf(without), figureOf(beside)];
    return [
      { name: `${name} beside the control`, figure: rounded(reference), unit: 'ms' },
      {
        name: `${name} beside the bad receivers`,
        figure: rounded(figure),
        unit: 'ms',
        ratio: rounded(figure / reference),
        reference: 'the control',
        ...(aim !== undefined && { aim }),
      },
    ];
  };
  const missing = [...without, ...beside].reduce((sum, window) => sum + window.missing, 0);
  return [
    ...row('p50', 0.5),
    ...row('p90', 0.9, '<= 1.3'),
    ...row('p99', 0.99, '<= 1.3'),
    { name: 'deliveries missing after 10 s', figure: missing, unit: 'deliveries', aim: '0' },
  ];
}
