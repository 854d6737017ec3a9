/**
 * The whole pipeline in the local cloud: the latency from an event's 202 to its arrival at a receiver, and the events a
 * second that it sustains before a backlog grows, compared with the signer alone.
 */
import { createWebhook } from './harness/admin-calls.ts';
import { type Pipeline, sendAll } from './harness/measured-load.ts';
import { startCountingReceiver } from './harness/receivers/counting-receiver.ts';
import { startReceivers } from './harness/receivers/receivers.ts';
import type { Measure, Progress, Row } from './harness/row.ts';
import { MESSAGES_PER_BATCH } from './harness/signer/delivery-batches.ts';
import { startSender } from './harness/signer/sender.ts';
import { median, quantile, rounded } from './harness/statistics.ts';
import type { Load } from './harness/steady-load.ts';
import { inTemporaryCloud } from './harness/temporary-cloud.ts';

const MODEST: Load = { perSecond: 20, seconds: 20 };
/** The rate is doubled from the first to at most the last, until it is too high; then that many steps of bisection. */
const [FIRST_RATE, LAST_RATE, BISECTIONS] = [25, 3_200, 3];
const WINDOW_SECONDS = 8;
const EVENTS_PER_REQUEST = 10;
/** A backlog grows if it is more than the events of that many seconds at the end of a window. */
const TOLERATED_SECONDS = 1;
const WARM_UP_SECONDS = 15;

const SIGNER_DELIVERIES = 2_000;
const [SIGNER_WARM_UP_ROUNDS, SIGNER_ROUNDS] = [10, 20];

export const measure: Measure = async (progress) => {
  const alone = await signerAlone();
  progress(`the signer alone: ${rounded(alone)} deliveries/s`);
  const receivers = await startReceivers([0]);
  try {
    return await inTemporaryCloud(async (cloud) => {
      const networkId = await cloud.addNetwork('pipeline');
      const admin = await cloud.clientOf(networkId, 'admin');
      const server = await cloud.clientOf(networkId, 'server');
      for (const url of receivers.urls) await createWebhook(admin, { url });
      const pipeline = { server, receivers };
      await sendAll(pipeline, { ...MODEST, seconds: WARM_UP_SECONDS });
      const { latencies } = await sendAll(pipeline, MODEST);
      const most = await mostEvents(pipeline, progress);
      return rowsOf(latencies, most, alone);
    });
  } finally {
    await receivers.stop();
  }
};

/** The highest rate that was tried at which no backlog grows; 0 if none is low enough. */
async function mostEvents(pipeline: Pipeline, progress: Progress): Promise<number> {
  let [sustained, tooMany] = [0, FIRST_RATE];
  while (tooMany <= LAST_RATE && (await isSustained(tooMany))) [sustained, tooMany] = [tooMany, tooMany * 2];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (sustained + tooMany) / 2;
    if (await isSustained(middle)) sustained = middle;
    else tooMany = middle;
  }
  return sustained;

  async function isSustained(perSecond: number): Promise<boolean> {
    const { backlog } = await sendAll(pipeline, { perSecond, seconds: WINDOW_SECONDS, perRequest: EVENTS_PER_REQUEST });
    progress(`${rounded(perSecond)} events/s for ${WINDOW_SECONDS} s: a backlog of ${backlog}`);
    return backlog <= perSecond * TOLERATED_SECONDS;
  }
}

/** Deliveries a second of the signer alone, as in the benchmark `signer`. */
async function signerAlone(): Promise<number> {
  const receiver = await startCountingReceiver();
  const signer = await startSender('signer-process.ts', { url: receiver.url, connections: MESSAGES_PER_BATCH });
  try {
    const rounds: number[] = [];
    for (let round = 0; round < SIGNER_WARM_UP_ROUNDS + SIGNER_ROUNDS; round++) {
      const { milliseconds } = await signer.send(SIGNER_DELIVERIES);
      if (round >= SIGNER_WARM_UP_ROUNDS) rounds.push(milliseconds);
    }
    return (SIGNER_DELIVERIES * 1_000) / median(rounds);
  } finally {
    await Promise.all([signer, receiver].map((process) => process.stop()));
  }
}

function rowsOf(latencies: readonly number[], most: number, alone: number): Row[] {
  const latency = (name: string, share: number): Row => ({
    name: `${name} from 202 to the receiver`,
    figure: rounded(quantile(latencies, share)),
    unit: 'ms',
    note: `at ${MODEST.perSecond} events/s`,
  });
  return [
    latency('p50', 0.5),
    latency('p99', 0.99),
    { name: 'the signer alone', figure: rounded(alone), unit: 'deliveries/s' },
    {
      name: 'before a backlog grows',
      figure: rounded(most),
      unit: 'events/s',
      ratio: rounded(most / alone),
      reference: 'the signer alone',
      note: `${EVENTS_PER_REQUEST} events a request; load, gateway, database, queues and receiver share this machine`,
    },
  ];
}
