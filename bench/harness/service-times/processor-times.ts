/** The processor time of a function, called with few and with many items. */
import { join } from 'node:path';
import { bundleFolder, bundleFunctions } from '../../../lib/functions/bundle.ts';
import type { ProcessorTime } from '../../model/measured.ts';
import { startStub } from '../functions/stub.ts';
import { startWarm } from '../functions/warm.ts';
import { median } from '../statistics.ts';
import type { TimedCalls } from './calls.ts';

const WARM_UP = 150;
const [ROUNDS, CALLS_PER_ROUND] = [7, 20];

/** Measures the bundle against a stub that responds at once: few and many items alternate, and medians are compared. A function without items has 0 for each. */
export async function processorTimes({ handler, small, large }: TimedCalls): Promise<ProcessorTime> {
  await bundleFunctions([handler]);
  const stub = await startStub();
  const functions = await startWarm([join(bundleFolder(handler), 'index.cjs')], stub.environment);
  try {
    const timeOf = async (event: object, count: number): Promise<number> => {
      const [called] = await functions.call(event, count);
      return (called?.cpuMilliseconds ?? Number.NaN) / count;
    };
    for (const { event } of [small, large ?? small]) await timeOf(event, WARM_UP);
    const rounds: [few: number, many: number][] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push([await timeOf(small.event, CALLS_PER_ROUND), await timeOf((large ?? small).event, CALLS_PER_ROUND)]);
    const [few, many] = [median(rounds.map(([time]) => time)), median(rounds.map(([, time]) => time))];
    if (large === undefined) return { perCall: few, perItem: 0 };
    const perItem = (many - few) / (large.items - small.items);
    return { perCall: Math.max(0, few - perItem * small.items), perItem };
  } finally {
    await Promise.all([functions.stop(), stub.stop()]);
  }
}
