/**
 * Billed milliseconds per delivery where receivers take 100 ms to respond: the price of waiting.
 *
 * The signer's own bundle, in a process that gets one batch of ten after the other, as from Lambda; AWS is a stub that
 * responds at once.
 */
import { join } from 'node:path';
import * as v from 'valibot';
import { bundleFolder, bundleFunctions } from '../lib/functions/bundle.ts';
import { startStub } from './harness/functions/stub.ts';
import * as data from './harness/functions/stub-data.ts';
import { startWarm, type WarmFunctions } from './harness/functions/warm.ts';
import { type Receivers, startReceivers } from './harness/receivers/receivers.ts';
import type { Measure } from './harness/row.ts';
import { batchOf, MESSAGES_PER_BATCH } from './harness/signer/delivery-batches.ts';
import { median, quantile, rounded } from './harness/statistics.ts';

const RECEIVER_MILLISECONDS = 100;
const WARM_UP_BATCHES = 20;
const ROUNDS = 5;
const BATCHES_PER_ROUND = 30;
const SIGNER = 'delivery/worker/sign-and-send';

/** The result of one call of the signer, which made every delivery. */
const Handled = v.tuple([
  v.object({ milliseconds: v.tuple([v.number()]), response: v.object({ batchItemFailures: v.tuple([]) }) }),
]);

export const measure: Measure = async (progress) => {
  await bundleFunctions([SIGNER]);
  const receivers = await startReceivers([RECEIVER_MILLISECONDS]);
  const [url] = receivers.urls;
  const stub = await startStub(url);
  const signer = await startWarm([join(bundleFolder(SIGNER), 'index.cjs')], stub.environment);
  try {
    const rounds: number[][] = [];
    await billed(signer, receivers, 0, WARM_UP_BATCHES);
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push(await billed(signer, receivers, WARM_UP_BATCHES + round * BATCHES_PER_ROUND, BATCHES_PER_ROUND));
      progress(`round ${round + 1}: ${rounded(perDelivery(rounds.at(-1) ?? []))} ms`);
    }
    const figure = median(rounds.map(perDelivery));
    const note = `a batch of ${MESSAGES_PER_BATCH}: p50 ${median(rounds.flat())} ms, p99 ${quantile(rounds.flat(), 0.99)} ms`;
    return [
      {
        name: 'billed for a delivery',
        figure: rounded(figure),
        unit: 'ms',
        ratio: rounded(figure / RECEIVER_MILLISECONDS),
        reference: `${RECEIVER_MILLISECONDS} ms`,
        aim: '<= 0.12',
        note,
      },
    ];
  } finally {
    await Promise.all([signer, stub, receivers].map((process) => process.stop()));
  }
};

const perDelivery = (batches: readonly number[]): number =>
  batches.reduce((sum, milliseconds) => sum + milliseconds, 0) / (batches.length * MESSAGES_PER_BATCH);

/** The billed time of each batch: its duration in whole milliseconds, rounded up. Throws if a delivery was not made. */
async function billed(signer: WarmFunctions, receivers: Receivers, first: number, count: number): Promise<number[]> {
  const ids = data.webhooksTo('').map(({ webhookId }) => webhookId);
  const batches: number[] = [];
  for (let index = first; index < first + count; index++) {
    const event = { Records: batchOf(index, data.networkId, ids) };
    const [{ milliseconds }] = v.parse(Handled, await signer.call(event, 1));
    batches.push(Math.ceil(milliseconds[0]));
  }
  const [arrived = []] = await receivers.collect();
  if (arrived.length !== count * MESSAGES_PER_BATCH)
    throw new Error(`Only ${arrived.length} deliveries of ${count} batches arrived.`);
  return batches;
}
