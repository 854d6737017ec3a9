/**
 * Billed milliseconds per delivery where receivers take 100 ms to respond: the price of waiting.
 *
 * The signer's own bundle, in a process that gets one batch of ten after the other, as from Lambda; AWS is a stub that
 * responds at once.
 */
import { join } from 'node:path';
import * as v from 'valibot';
import { bundleFolder, bundleFunctions } from '../lib/functions/bundle.ts';
import { handlers } from '../lib/functions/handlers.ts';
import type { Measure } from './harness/benchmark.ts';
import { median, quantile } from './harness/benchmark.ts';
import { startStub } from './harness/functions/stub.ts';
import { networkId, webhookIds } from './harness/functions/stub-data.ts';
import { startWarm, type WarmFunctions } from './harness/functions/warm.ts';
import { type Receivers, startReceivers } from './harness/receivers.ts';
import { batchOf, MESSAGES_PER_BATCH } from './harness/signer/delivery-batches.ts';

const RECEIVER_MILLISECONDS = 100;
const SIGNER = 'delivery/worker/sign-and-send';

/** The result of one call of the signer, which made every delivery. */
const Handled = v.tuple([
  v.object({ milliseconds: v.tuple([v.number()]), response: v.object({ batchItemFailures: v.tuple([]) }) }),
]);

export const measure: Measure = async ({ quick }) => {
  const [warmUpBatches, batches] = quick ? [2, 5] : [20, 150];
  await bundleFunctions(handlers);
  const receivers = await startReceivers([RECEIVER_MILLISECONDS]);
  const stub = await startStub(receivers.urls[0]);
  const signer = await startWarm([join(bundleFolder(SIGNER), 'index.cjs')], stub.environment);
  try {
    await billed(signer, receivers, 0, warmUpBatches);
    const times = await billed(signer, receivers, warmUpBatches, batches);
    const figure = times.reduce((sum, milliseconds) => sum + milliseconds, 0) / (batches * MESSAGES_PER_BATCH);
    return [
      {
        name: 'billed for a delivery',
        figure,
        unit: 'ms',
        ratio: figure / RECEIVER_MILLISECONDS,
        reference: `${RECEIVER_MILLISECONDS} ms`,
        aim: '<= 0.12',
        note: `a batch of ${MESSAGES_PER_BATCH}: p50 ${median(times)} ms, p99 ${quantile(times, 0.99)} ms`,
      },
    ];
  } finally {
    await Promise.all([signer, stub, receivers].map((process) => process.stop()));
  }
};

/** The billed time of each batch: its duration in whole milliseconds, rounded up. Throws if a delivery was not made. */
async function billed(signer: WarmFunctions, receivers: Receivers, first: number, count: number): Promise<number[]> {
  const batches: number[] = [];
  for (let index = first; index < first + count; index++) {
    const event = { Records: batchOf(index, networkId, webhookIds) };
    const [{ milliseconds }] = v.parse(Handled, await signer.call(event, 1));
    batches.push(Math.ceil(milliseconds[0]));
  }
  const [arrived = []] = await receivers.collect();
  if (arrived.length !== count * MESSAGES_PER_BATCH)
    throw new Error(`Only ${arrived.length} deliveries of ${count} batches arrived.`);
  return batches;
}
