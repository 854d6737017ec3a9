/**
 * How much a network that floods the service delays another one (docs/spec/requests.md#quotas).
 *
 * Two networks in a local cloud of its own. The victim blocks users, and posts events that become activity and go to a webhook, at
 * a small steady rate. The other one posts twenty times its quota of requests, each with an event for its own webhook. Windows
 * without and with the flood alternate. The flood is bounded so that the machine is not the limit.
 */
import * as v from 'valibot';
import { setQuota } from '../ctl/networks.ts';
import { eventually } from '../testing/eventually.ts';
import type { OwnCloud } from '../testing/own-cloud.ts';
import type { Client } from '../testing/service.ts';
import type { Measure, Row, Run } from './harness/benchmark.ts';
import { median, quantile, rounded } from './harness/benchmark.ts';
import { atRate, deliver } from './harness/load.ts';
import { clock, type Receivers } from './harness/receivers.ts';
import { createWebhook, inCloudWithReceivers, succeed } from './harness/temporary-cloud.ts';

/** Of the victim, each second. */
const [BLOCKS, EVENTS, COMMENTS] = [5, 5, 1];
/** Requests a second. */
const QUOTA = 5;
const FLOOD = 20 * QUOTA;
/** The warm-up is longer than a full bucket lasts. */
const FULL = { warmUp: 20, seconds: 15, rounds: 4 };
const QUICK = { warmUp: 0.2, seconds: 1, rounds: 1 };

/** Milliseconds of each call, record and delivery of the victim. */
interface Latencies {
  readonly block: readonly number[];
  readonly activity: readonly number[];
  readonly webhook: readonly number[];
}

export const measure: Measure = (run) =>
  inCloudWithReceivers([20, 20], (cloud, receivers) => measureIn(cloud, receivers, run));

async function measureIn(cloud: OwnCloud, receivers: Receivers, { quick, progress }: Run): Promise<Row[]> {
  const { warmUp, seconds, rounds } = quick ? QUICK : FULL;
  const [victim, flooding] = [await cloud.addNetwork('victim'), await cloud.addNetwork('flooding')];
  await setQuota(cloud.connection, flooding, 'ingest', QUOTA);
  const [url = '', urlOfFlood = ''] = receivers.urls;
  await createWebhook(await cloud.clientOf(victim, 'admin'), { url, events: ['bench.*'] });
  await createWebhook(await cloud.clientOf(flooding, 'admin'), { url: urlOfFlood });
  const callers = { user: await cloud.clientOf(victim, 'user'), server: await cloud.clientOf(victim, 'server') };
  const flooder = await cloud.clientOf(flooding, 'server');

  await Promise.all([oneWindow(callers, receivers, warmUp), flood(flooder, warmUp)]);
  const [without, beside]: [Latencies[], Latencies[]] = [[], []];
  const statuses: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    without.push(await oneWindow(callers, receivers, seconds));
    // Its bucket has filled up meanwhile: only what it gets from the refill is measured.
    await flood(flooder, warmUp);
    const flooded = flood(flooder, seconds);
    beside.push(await oneWindow(callers, receivers, seconds));
    statuses.push(...(await flooded));
    progress(`round ${round} of ${rounds}`);
  }
  return [...latencyRows(without, beside), ...floodRows(statuses, QUOTA * seconds * rounds)];
}

interface Callers {
  readonly user: Client;
  readonly server: Client;
}

let made = 0;

/** The victim's load. Throws if one of its requests is refused, or something does not arrive. */
async function oneWindow({ user, server }: Callers, receivers: Receivers, seconds: number): Promise<Latencies> {
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
async function comment({ user, server }: Callers): Promise<number> {
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

/** The status of each request. */
const flood = (server: Client, seconds: number): Promise<readonly number[]> =>
  atRate(FLOOD, seconds, async () => {
    const { status } = await server('POST', '/events', { events: [{ event: 'bench.didFlood', data: { n: 0 } }] });
    return status;
  });

function latencyRows(without: readonly Latencies[], beside: readonly Latencies[]): Row[] {
  const aims = [
    [0.5, '<= 1.5'],
    [0.99, '<= 2'],
  ] as const;
  return (['block', 'activity', 'webhook'] as const).flatMap((kind) =>
    aims.map(([share, aim]) => {
      const of = (windows: readonly Latencies[]) => median(windows.map((window) => quantile(window[kind], share)));
      const [figure, reference] = [of(beside), of(without)];
      return {
        name: `${kind}, p${share * 100}`,
        figure,
        unit: 'ms',
        ratio: figure / reference,
        reference: 'without the flood',
        aim,
        note: `without ${rounded(reference)} ms`,
      };
    }),
  );
}

function floodRows(statuses: readonly number[], quota: number): Row[] {
  const count = (wanted: (status: number) => boolean) => statuses.filter(wanted).length;
  const accepted = count((status) => status === 202);
  return [
    {
      name: 'accepted of the flood',
      figure: accepted,
      unit: 'requests',
      ratio: accepted / quota,
      reference: 'its quota',
      aim: '0.9 to 1.1',
      note: `${statuses.length} requests, ${count((status) => status === 429)} of them 429`,
    },
    { name: '5xx of the flood', figure: count((status) => status >= 500), unit: 'requests', aim: '0' },
  ];
}
