/**
 * How much a network that floods the service delays another one (docs/spec/requests.md#quotas).
 *
 * Two networks in a local cloud of its own. The victim blocks users, and posts events that become activity and go to a webhook, at
 * a small steady rate. The other one posts twenty times its quota of requests, each with an event for its own webhook. Windows
 * without and with the flood alternate. The flood is bounded so that the machine is not the limit.
 */
import * as v from 'valibot';
import type { NetworkId } from '../contract/ids.ts';
import { setQuota } from '../ctl/networks.ts';
import type { OwnCloud } from '../testing/own-cloud.ts';
import { type Client, eventually } from '../testing/service.ts';
import { createWebhook, succeed } from './harness/admin-calls.ts';
import { clock, type Receivers, startReceivers } from './harness/receivers/receivers.ts';
import type { Measure, Progress, Row } from './harness/row.ts';
import { median, quantile, rounded } from './harness/statistics.ts';
import { atRate, steadyLoad } from './harness/steady-load.ts';
import { inTemporaryCloud } from './harness/temporary-cloud.ts';

const WINDOW_SECONDS = 15;
const ROUNDS = 4;
/** Of the victim, each second. */
const [BLOCKS, EVENTS, COMMENTS] = [5, 5, 1];
/** Requests a second. */
const QUOTA = 5;
const FLOOD = 20 * QUOTA;
/** Longer than a full bucket lasts. */
const WARM_UP_SECONDS = 20;

const kinds = ['block', 'activity', 'webhook'] as const;
/** Milliseconds of each call, record and delivery of the victim. */
type Latencies = Readonly<Record<(typeof kinds)[number], readonly number[]>>;

export const measure: Measure = async (progress) => {
  const receivers = await startReceivers([20, 20]);
  try {
    return await inTemporaryCloud((cloud) => measureIn(cloud, receivers, progress));
  } finally {
    await receivers.stop();
  }
};

async function measureIn(cloud: OwnCloud, receivers: Receivers, progress: Progress): Promise<Row[]> {
  const [victim, flooding] = [await cloud.addNetwork('victim'), await cloud.addNetwork('flooding')];
  await setQuota(cloud.connection, flooding, 'ingest', QUOTA);
  const [url = '', urlOfFlood = ''] = receivers.urls;
  await createWebhook(await cloud.clientOf(victim, 'admin'), { url, events: ['bench.*'] });
  await createWebhook(await cloud.clientOf(flooding, 'admin'), { url: urlOfFlood });
  const callers = await callersOf(cloud, victim);
  const flooder = await cloud.clientOf(flooding, 'server');

  progress(`warm-up: ${WARM_UP_SECONDS} s with the flood`);
  await Promise.all([oneWindow(callers, receivers, WARM_UP_SECONDS), flood(flooder, WARM_UP_SECONDS)]);
  const [without, beside]: [Latencies[], Latencies[]] = [[], []];
  const statuses: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    without.push(await oneWindow(callers, receivers, WINDOW_SECONDS));
    // Its bucket has filled up meanwhile: only what it gets from the refill is measured.
    await flood(flooder, WARM_UP_SECONDS);
    const [latencies, answered] = await Promise.all([
      oneWindow(callers, receivers, WINDOW_SECONDS),
      flood(flooder, WINDOW_SECONDS),
    ]);
    beside.push(latencies);
    statuses.push(...answered);
    progress(`round ${round} of ${ROUNDS}`);
  }
  return [...kinds.flatMap((kind) => rowsOf(kind, without, beside)), ...rowsOfFlood(statuses)];
}

interface Callers {
  readonly user: Client;
  readonly server: Client;
}

const callersOf = async (cloud: OwnCloud, networkId: NetworkId): Promise<Callers> => ({
  user: await cloud.clientOf(networkId, 'user'),
  server: await cloud.clientOf(networkId, 'server'),
});

let blocked = 0;

/** The victim's load. Throws if one of its requests is refused, or something does not arrive. */
async function oneWindow({ user, server }: Callers, receivers: Receivers, seconds: number): Promise<Latencies> {
  const timed = async (call: () => Promise<unknown>): Promise<number> => {
    const start = clock();
    await call();
    return clock() - start;
  };
  const block = () => succeed(user('POST', '/block/members', { blockUserId: `user-${blocked++}` }));
  const [blocks, activity, acceptedAt] = await Promise.all([
    atRate(BLOCKS, seconds, () => timed(block)),
    atRate(COMMENTS, seconds, () => comment({ user, server })),
    steadyLoad(server, { perSecond: EVENTS, seconds }),
  ]);
  return { block: blocks, activity, webhook: await arrivals(receivers, acceptedAt) };
}

const Activities = v.object({ data: v.array(v.object({ objectId: v.string() })) });

/** Posts a comment of the user. Returns the milliseconds from its 202 until the user's activity has it. */
async function comment({ user, server }: Callers): Promise<number> {
  const commentId = `comment-${blocked++}`;
  const data = { comments: [{ commentId, userId: 'user', referenceId: 'post', referenceType: 'post' }] };
  await succeed(server('POST', '/events', { events: [{ event: 'v3.comment.didCreate', data }] }));
  const accepted = clock();
  await eventually(async () => {
    const { data: records } = v.parse(Activities, await succeed(user('GET', '/user-activities')));
    if (!records.some(({ objectId }) => objectId === commentId)) throw new Error('The comment is not in the activity.');
  }, 10_000);
  return clock() - accepted;
}

async function arrivals(receivers: Receivers, acceptedAt: ReadonlyMap<number, number>): Promise<readonly number[]> {
  const latencies = new Map<number, number>();
  await eventually(async () => {
    const [own = []] = await receivers.collect();
    for (const [n, at] of own) {
      const accepted = acceptedAt.get(n);
      if (accepted !== undefined && !latencies.has(n)) latencies.set(n, at - accepted);
    }
    if (latencies.size < acceptedAt.size) throw new Error('Some deliveries have not arrived yet.');
  }, 10_000);
  return [...latencies.values()];
}

/** The status of each request. */
const flood = (server: Client, seconds: number): Promise<readonly number[]> =>
  atRate(FLOOD, seconds, async () => {
    const { status } = await server('POST', '/events', { events: [{ event: 'bench.didFlood', data: { n: 0 } }] });
    return status;
  });

function rowsOf(kind: (typeof kinds)[number], without: readonly Latencies[], beside: readonly Latencies[]): Row[] {
  return (
    [
      [0.5, '<= 1.5'],
      [0.99, '<= 2'],
    ] as const
  ).map(([share, aim]) => {
    const of = (windows: readonly Latencies[]) => median(windows.map((window) => quantile(window[kind], share)));
    const [figure, reference] = [of(beside), of(without)];
    return {
      name: `${kind}, p${share * 100}`,
      figure: rounded(figure),
      unit: 'ms',
      ratio: rounded(figure / reference),
      reference: 'without the flood',
      aim,
      note: `without ${rounded(reference)} ms`,
    };
  });
}

function rowsOfFlood(statuses: readonly number[]): Row[] {
  const count = (wanted: (status: number) => boolean) => statuses.filter(wanted).length;
  const quota = QUOTA * WINDOW_SECONDS * ROUNDS;
  const accepted = count((status) => status === 202);
  return [
    {
      name: 'accepted of the flood',
      figure: accepted,
      unit: 'requests',
      ratio: rounded(accepted / quota),
      reference: 'its quota',
      aim: '0.9 to 1.1',
      note: `${statuses.length} requests, ${count((status) => status === 429)} of them 429`,
    },
    { name: '5xx of the flood', figure: count((status) => status >= 500), unit: 'requests', aim: '0' },
  ];
}
