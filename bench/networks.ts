/**
 * How much a network that floods the service within its quotas delays another one (docs/spec/requests.md#quotas).
 *
 * Two networks in a local cloud of its own. The victim blocks users, and posts events that become activity and go to a
 * webhook, at a small steady rate. The other one posts as much as it may, for forty webhooks, whose receivers, filters or
 * headers are of another kind each time. Windows without and with a flood alternate; those without are taken together, since p99 of
 * one is its slowest two events. A second victim has a local cloud of its own, and shows what it costs to share nothing
 * but the machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { setQuota } from '@social-platform-services/ctl/networks';
import * as v from 'valibot';
import { quotaNames } from '../contract/quotas.ts';
import { eventually } from '../test/support/eventually.ts';
import { type OwnCloud, queueContents } from '../test/support/own-cloud.ts';
import type { Client } from '../test/support/service.ts';
import { type Measure, quantile, type Row, rounded } from './harness/benchmark.ts';
import { type Flood, floods } from './harness/floods.ts';
import { atRate, deliver } from './harness/load.ts';
import { clock, type Receivers, startReceivers } from './harness/receivers.ts';
import { createWebhook, succeed, temporaryCloud } from './harness/temporary-cloud.ts';

/** Of the victim, each second. */
const [BLOCKS, EVENTS, COMMENTS] = [5, 5, 1];
/** Those of the flooding network, at once. */
const CLIENTS = 8;
/** The warm-up is longer than a full bucket lasts. */
const FULL = { warmUp: 25, seconds: 40, webhooks: 40 };
const QUICK = { warmUp: 0.2, seconds: 0.5, webhooks: 2 };

/** Milliseconds of each call, record and delivery of the victim. */
interface Latencies {
  readonly block: readonly number[];
  readonly activity: readonly number[];
  readonly webhook: readonly number[];
}

/** What was measured of a flood, and just before it. */
interface Window {
  readonly name: string;
  readonly without: Latencies;
  readonly beside: Latencies;
  /** Of the other victim, at the same time. */
  readonly apart: Latencies;
  /** Of the flood's requests. */
  readonly statuses: readonly number[];
}

export const measure: Measure = async (run) => {
  const { warmUp, seconds, webhooks } = run.quick ? QUICK : FULL;
  const behaviours = floods.map(({ behaviour }) => (behaviour === 'down' ? 0 : behaviour));
  await using receivers = await startReceivers([20, ...behaviours]);
  await using receiversApart = await startReceivers([20]);
  await using cloud = await temporaryCloud(run, true);
  await using cloudApart = await temporaryCloud(run, true);
  const [, ...urlsOfFloods] = receivers.urls;
  const victim = await addVictim(cloud, 'victim', receivers);
  const apart = await addVictim(cloudApart, 'victim-apart', receiversApart);

  const both = (length: number) => Promise.all([oneWindow(victim, length), oneWindow(apart, length)]);

  await both(warmUp);
  const windows: Window[] = [];
  // Of a quick form the first, and those whose webhooks have more than a URL.
  const chosen = [...floods.entries()].filter(([n, { configuration }]) => !run.quick || n === 0 || configuration);
  for (const [index, one] of chosen) {
    const { name, behaviour } = one;
    // Nothing listens there.
    const to = behaviour === 'down' ? 'http://127.0.0.1:1025/' : (urlsOfFloods[index] ?? '');
    const flooder = await floodingNetwork(cloud, `flood-${index}`, webhooks, (n) => ({
      url: to,
      ...one.configuration?.(n),
    }));
    const [without] = await both(seconds);
    const flooded = flood(flooder, one, warmUp + seconds);
    await sleep(warmUp * 1_000);
    const [beside, besideApart] = await both(seconds);
    windows.push({ name, without, beside, apart: besideApart, statuses: await flooded });
    await flooder.stop();
    await nothingWaits(cloud);
  }
  return windows.flatMap((window) => [...latencyRows(window, windows), floodRow(window)]);
};

interface Flooder {
  readonly server: Client;
  /** Deletes its webhooks, so that the next flood is alone. */
  stop(): Promise<void>;
}

/** A network with the quotas of any other, and so many webhooks. */
async function floodingNetwork(
  cloud: OwnCloud,
  id: string,
  webhooks: number,
  configuration: (n: number) => { readonly url: string },
): Promise<Flooder> {
  const networkId = await cloud.addNetwork(id);
  for (const quota of quotaNames) await setQuota(cloud.connection, networkId, quota, undefined);
  const admin = await cloud.clientOf(networkId, 'admin');
  const webhookIds: string[] = [];
  for (let n = 0; n < webhooks; n++) webhookIds.push(await createWebhook(admin, configuration(n)));
  return {
    server: await cloud.clientOf(networkId, 'server'),
    async stop() {
      for (const webhookId of webhookIds) await succeed(admin('DELETE', `/webhooks/${webhookId}`));
    },
  };
}

/** What a flood has left would slow down the window without a flood. */
async function nothingWaits(cloud: OwnCloud): Promise<void> {
  await eventually(async () => {
    const { visible } = await queueContents(cloud);
    if (visible > 0) throw new Error(`${visible} messages of a flood are left.`);
  }, 120_000);
}

interface Victim {
  readonly user: Client;
  readonly server: Client;
  readonly receivers: Receivers;
}

/** A network with a webhook to the first of the receivers. */
async function addVictim(cloud: OwnCloud, id: string, receivers: Receivers): Promise<Victim> {
  const networkId = await cloud.addNetwork(id);
  const [url = ''] = receivers.urls;
  await createWebhook(await cloud.clientOf(networkId, 'admin'), { url, events: ['bench.*'] });
  return {
    user: await cloud.clientOf(networkId, 'user'),
    server: await cloud.clientOf(networkId, 'server'),
    receivers,
  };
}

let made = 0;

/** The victim's load. Throws if one of its requests is refused, or something does not arrive. */
async function oneWindow({ user, server, receivers }: Victim, seconds: number): Promise<Latencies> {
  const block = async (): Promise<number> => {
    const start = clock();
    await succeed(user('POST', '/block/members', { blockUserId: `user-${made++}` }));
    return clock() - start;
  };
  const [blocks, activity, { latencies, missing }] = await Promise.all([
    atRate(BLOCKS, seconds, block),
    atRate(COMMENTS, seconds, () => comment({ user, server })),
    deliver(server, receivers, { perSecond: EVENTS, seconds }, { within: 30_000 }),
  ]);
  if (missing > 0) throw new Error(`${missing} deliveries have not arrived.`);
  return { block: blocks, activity, webhook: latencies };
}

const Activities = v.object({ data: v.array(v.object({ objectId: v.string() })) });

/** Posts a comment of the user. Returns the milliseconds from its 202 until the user's activity has it. */
async function comment({ user, server }: Pick<Victim, 'user' | 'server'>): Promise<number> {
  const commentId = `comment-${made++}`;
  const data = { comments: [{ commentId, userId: 'user', referenceId: 'post', referenceType: 'post' }] };
  await succeed(server('POST', '/events', { events: [{ event: 'v3.comment.didCreate', data }] }));
  const accepted = clock();
  await eventually(async () => {
    const { data: records } = v.parse(Activities, await succeed(user('GET', '/user-activities')));
    if (!records.some(({ objectId }) => objectId === commentId)) throw new Error('The comment is not in the activity.');
  }, 30_000);
  return clock() - accepted;
}

/** Clients that post for some seconds as much as they may. Returns the status of each request. */
async function flood({ server }: Flooder, { perRequest, data }: Flood, seconds: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  const until = clock() + seconds * 1_000;
  const events = Array.from({ length: perRequest }, (_, n) => ({ event: 'bench.didFlood', data: { n, ...data } }));
  const post = async () => {
    while (clock() < until) {
      const { status, headers } = await server('POST', '/events', { events });
      statuses.push(status);
      if (status === 429) await sleep(Math.min(1, Number(headers.get('retry-after'))) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, post));
  return statuses;
}

function latencyRows({ name, beside, apart }: Window, windows: readonly Window[]): Row[] {
  const aims = [
    [0.5, '<= 1.5'],
    [0.99, '<= 3'],
  ] as const;
  return (['block', 'activity', 'webhook'] as const).flatMap((kind) =>
    aims.map(([share, aim]) => {
      const figure = quantile(beside[kind], share);
      const all = windows.flatMap(({ without }) => without[kind]);
      const reference = quantile(all, share);
      return {
        name: `${name}: ${kind}, p${share * 100}`,
        figure,
        unit: 'ms',
        ratio: figure / reference,
        reference: 'without the flood',
        aim,
        note: `without ${rounded(reference)} ms, in a cloud apart ${rounded(quantile(apart[kind], share))} ms`,
      };
    }),
  );
}

function floodRow({ name, statuses }: Window): Row {
  const count = (wanted: (status: number) => boolean) => statuses.filter(wanted).length;
  return {
    name: `${name}: 5xx of the flood`,
    figure: count((status) => status >= 500),
    unit: 'requests',
    aim: '0',
    note: `${statuses.length} requests, ${count((status) => status === 202)} of them 202`,
  };
}
