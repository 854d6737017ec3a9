/**
 * From a message in the queue to its request at the receiver: the signer's own bundle in several processes, each of
 * which gets one batch after the other, as from Lambda. DynamoDB is a stub in another process, the queue is in this
 * one; both take the time that AWS's do. And what Lambda bills for a delivery to a receiver that takes 100 ms.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import { bundleFolder, bundleFunctions } from '../lib/functions/bundle.ts';
import { handlers } from '../lib/functions/handlers.ts';
import { type Measure, median, quantile, type Row, rounded } from './harness/benchmark.ts';
import { startStub } from './harness/functions/stub.ts';
import { networkId, webhookIds } from './harness/functions/stub-data.ts';
import { type OneCall, startWarm, type WarmFunctions } from './harness/functions/warm.ts';
import { atRate } from './harness/load.ts';
import { clock, type Receivers, startReceivers } from './harness/receivers.ts';
import { batchOf, MESSAGES_PER_BATCH, messageOf } from './harness/signer/delivery-batches.ts';

/** A call of DynamoDB: "single-digit milliseconds", https://repost.aws/knowledge-center/dynamodb-high-latency. */
const TABLE_MS = 5;
/** From sending a message to its receipt. AWS promises nothing; courses say at most 10 for each of the two calls. */
const QUEUE_MS = 10;
/** A batch mostly waits, so that some fill a core. */
const SIGNERS = 4 * availableParallelism();
/** The share of the highest rate at which times are measured. */
const USUAL_SHARE = 0.7;
const SLOW_RECEIVER_MS = 100;
const SIGNER = 'delivery/sign-and-send';

const FULL = { signers: SIGNERS, warmUp: 5, seconds: 20, batches: 150 };
const QUICK = { signers: 2, warmUp: 0.2, seconds: 0.5, batches: 5 };

export const measure: Measure = async ({ quick }) => {
  const plan = quick ? QUICK : FULL;
  await bundleFunctions(handlers);
  return [...(await rateRows(plan)), await billedRow(plan.batches)];
};

/** Starts a receiver that takes that long, and signers of webhooks to it. */
async function startSigners(resources: AsyncDisposableStack, receiverMilliseconds: number, count: number) {
  const receivers = resources.use(await startReceivers([receiverMilliseconds]));
  const stub = resources.use(await startStub(receivers.urls[0], TABLE_MS));
  const bundle = join(bundleFolder(SIGNER), 'index.cjs');
  const start = async () => resources.use(await startWarm([bundle], stub.environment));
  return { receivers, signers: await Promise.all(Array.from({ length: count }, start)) };
}

async function rateRows({ signers: count, warmUp, seconds }: typeof FULL): Promise<Row[]> {
  await using resources = new AsyncDisposableStack();
  const { receivers, signers } = await startSigners(resources, 0, count);
  await backlog(signers, receivers, warmUp);
  const { perSecond, perCore } = await backlog(signers, receivers, seconds);
  const times = await paced(signers, receivers, perSecond * USUAL_SHARE, seconds);
  return rowsOf(perSecond, perCore, times);
}

const NoFailures = v.object({ batchItemFailures: v.tuple([]) });
async function handle(signer: WarmFunctions, Records: readonly SQSRecord[]): Promise<OneCall> {
  const called = await signer.once({ Records });
  v.parse(NoFailures, called.response);
  return called;
}

/** When each delivery arrived, by its number. Throws if one is missing. */
async function arrivals(receivers: Receivers, count: number): Promise<ReadonlyMap<number, number>> {
  const [arrived = []] = await receivers.collect();
  if (arrived.length !== count) throw new Error(`${arrived.length} of ${count} deliveries arrived.`);
  return new Map(arrived);
}

let batchesSent = 0;
const nextBatch = () => batchOf(batchesSent++, networkId, webhookIds);

/** Every signer gets the next batch as soon as it has handled one. */
async function backlog(signers: readonly WarmFunctions[], receivers: Receivers, seconds: number) {
  const began = clock();
  let [batches, processorMilliseconds] = [0, 0];
  const worker = async (signer: WarmFunctions): Promise<void> => {
    for (; clock() < began + seconds * 1_000; batches++) {
      const called = await handle(signer, nextBatch());
      processorMilliseconds += called.processorMilliseconds;
    }
  };
  await Promise.all(signers.map(worker));
  const [elapsed, deliveries] = [clock() - began, batches * MESSAGES_PER_BATCH];
  await arrivals(receivers, deliveries);
  return { perSecond: (deliveries * 1_000) / elapsed, perCore: (deliveries * 1_000) / processorMilliseconds };
}

/** The time from the acceptance of each message to its request: one message after the other, at a steady rate. */
async function paced(signers: readonly WarmFunctions[], receivers: Receivers, perSecond: number, seconds: number) {
  const acceptedAt = new Map<number, number>();
  const [waiting, idle, handling]: [SQSRecord[], WarmFunctions[], Promise<void>[]] = [[], [...signers], []];
  const handOut = (): void => {
    for (let signer = idle[0]; signer !== undefined && waiting.length > 0; signer = idle[0]) {
      idle.shift();
      handling.push(handleOn(signer, waiting.splice(0, MESSAGES_PER_BATCH)));
    }
  };
  const handleOn = async (signer: WarmFunctions, batch: readonly SQSRecord[]): Promise<void> => {
    await handle(signer, batch);
    idle.push(signer);
    handOut();
  };
  const first = batchesSent * MESSAGES_PER_BATCH;
  await atRate(perSecond, seconds, async () => {
    const n = first + acceptedAt.size;
    acceptedAt.set(n, clock());
    await new Promise((resolve) => setTimeout(resolve, QUEUE_MS));
    waiting.push(messageOf(n, networkId, webhookIds));
    handOut();
  });
  for (let handled = 0; handled < handling.length; handled++) await handling[handled];
  const arrived = await arrivals(receivers, acceptedAt.size);
  return [...acceptedAt].map(([n, at]) => (arrived.get(n) ?? Number.NaN) - at);
}

function rowsOf(perSecond: number, perCore: number, times: readonly number[]): Row[] {
  const [unit, cores] = ['deliveries/s', availableParallelism()];
  const note = `all in all ${rounded(perSecond / cores)} a core; ${cores} cores have signers, tables, queue and receiver`;
  return [
    { name: 'with a backlog', figure: perSecond, unit, note },
    { name: 'of a core that only signs and sends', figure: perCore, unit, note: "by the signers' processor time" },
    ...[0.5, 0.95, 0.99].map((share) => ({
      name: `p${share * 100} from the queue to the receiver`,
      figure: quantile(times, share),
      unit: 'ms',
      note: `at ${rounded(perSecond * USUAL_SHARE)} deliveries/s; ${QUEUE_MS} ms are the queue's`,
    })),
  ];
}

/** Lambda bills the duration of a call in whole milliseconds, rounded up. */
async function billedRow(batches: number): Promise<Row> {
  await using resources = new AsyncDisposableStack();
  const { receivers, signers } = await startSigners(resources, SLOW_RECEIVER_MS, 1);
  const [signer] = signers;
  if (signer === undefined) throw new Error('There is no signer.');
  const times: number[] = [];
  for (let batch = 0; batch < batches; batch++) times.push(Math.ceil((await handle(signer, nextBatch())).milliseconds));
  await arrivals(receivers, batches * MESSAGES_PER_BATCH);
  const figure = median(times) / MESSAGES_PER_BATCH;
  const reference = `${SLOW_RECEIVER_MS} ms of the receiver`;
  const [ratio, aim] = [figure / SLOW_RECEIVER_MS, '<= 0.12'];
  return { name: 'billed for a delivery', figure, unit: 'ms', ratio, reference, aim };
}
