/**
 * Resident memory of a signer after many deliveries, compared with its first ones. It delivers to good and to hostile
 * receivers in turn, each hostile one under a name of its own, with tables and queue as stubs in memory; the receivers are
 * in another process.
 */
import * as v from 'valibot';
import { startChild } from './harness/child.ts';
import { startCountingReceiver } from './harness/receivers/counting-receiver.ts';
import type { Measure, Row } from './harness/row.ts';
import { MESSAGES_PER_BATCH } from './harness/signer/delivery-batches.ts';
import {
  HOSTILE_EVERY,
  type LongRunningSigner,
  type Memory,
  startLongRunningSigner,
} from './harness/signer/long-running-signer.ts';
import { rounded } from './harness/statistics.ts';

const FIRST_DELIVERIES = 2_000;
/** Deliveries to good receivers; a tenth of that number go to hostile ones as well. */
const DELIVERIES = Number(process.env['SPS_BENCH_DELIVERIES'] ?? 200_000);
const STRETCHES = 10;

const Urls = v.object({ quick: v.array(v.string()), slow: v.array(v.string()) });

export const measure: Measure = async (progress) => {
  const good = await startCountingReceiver();
  const hostile = await startChild('receivers/hostile-receivers-process.ts');
  const { quick, slow } = v.parse(Urls, hostile.ready);
  const signer = await startLongRunningSigner({ good: good.url, quick, slow });
  try {
    const first = batchesOf(FIRST_DELIVERIES);
    await deliver(signer, 0, first);
    const before = await signer.memory();
    progress(`after ${FIRST_DELIVERIES} deliveries: ${megabytes(before.resident)} MB`);
    const step = Math.ceil((batchesOf(DELIVERIES) - first) / STRETCHES);
    const readings: Memory[] = [];
    for (let stretch = 1; stretch <= STRETCHES; stretch++) {
      const to = first + stretch * step;
      const { delivered, failed } = await deliver(signer, to - step, to);
      progress(`stretch ${stretch} of ${STRETCHES}: ${delivered} delivered, ${failed} failed`);
      if (stretch % (STRETCHES / 2) === 0) readings.push(await signer.memory());
    }
    const [halfway, after] = readings;
    if (halfway === undefined || after === undefined) throw new Error('The memory was not read.');
    return rowsOf({ before, halfway, after });
  } finally {
    await Promise.all([signer, hostile, good].map((process) => process.stop()));
  }
};

/** The number of batches that contain that many deliveries to good receivers. */
const batchesOf = (deliveries: number): number =>
  Math.ceil((deliveries / MESSAGES_PER_BATCH) * (HOSTILE_EVERY / (HOSTILE_EVERY - 1)));

/** Throws if deliveries to good receivers failed, or if those to hostile ones succeeded. */
async function deliver(signer: LongRunningSigner, from: number, to: number) {
  const deliveries = await signer.deliver({ from, to });
  const hostile = (Math.floor(to / HOSTILE_EVERY) - Math.floor(from / HOSTILE_EVERY)) * MESSAGES_PER_BATCH;
  const { delivered, failed } = deliveries;
  if (delivered + failed !== (to - from) * MESSAGES_PER_BATCH || Math.abs(failed - hostile) > hostile * TOLERATED_SHARE)
    throw new Error(`${failed} deliveries failed; ${hostile} were to hostile receivers.`);
  return deliveries;
}

/** On a machine that stalls for 1.5 s, good requests time out; that few are tolerated. */
const TOLERATED_SHARE = 0.1;

interface Readings {
  readonly before: Memory;
  readonly halfway: Memory;
  readonly after: Memory;
}

function rowsOf({ before, halfway, after }: Readings): Row[] {
  const rowsFor = (name: string, of: (memory: Memory) => number, aim?: string): Row[] => {
    const grown = (deliveries: number, memory: Memory): Row => ({
      name: `${name} after ${deliveries}, and ${deliveries / (HOSTILE_EVERY - 1)} to hostile receivers`,
      figure: megabytes(of(memory)),
      unit: 'MB',
      ratio: rounded(of(memory) / of(before)),
      reference: `after ${FIRST_DELIVERIES}`,
    });
    return [
      { name: `${name} after ${FIRST_DELIVERIES} deliveries`, figure: megabytes(of(before)), unit: 'MB' },
      grown(DELIVERIES / 2, halfway),
      { ...grown(DELIVERIES, after), ...(aim !== undefined && { aim }) },
    ];
  };
  return [
    ...rowsFor('resident memory', ({ resident }) => resident, '<= 1.1'),
    ...rowsFor('JavaScript heap', ({ heap }) => heap),
  ];
}

const megabytes = (bytes: number): number => rounded(bytes / 1_000_000);
