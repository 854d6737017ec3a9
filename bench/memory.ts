/**
 * Resident memory of a signer that has lived long, beside what it had when it was young. It delivers to good and to hostile
 * receivers in turn, every hostile one under a name of its own, with tables and queue as stubs in memory; the receivers are
 * another process.
 */
import * as v from 'valibot';
import { startChild } from './harness/child.ts';
import { startCountingReceiver } from './harness/receivers/counting-receiver.ts';
import type { Measure, Row } from './harness/row.ts';
import { MESSAGES_PER_BATCH } from './harness/signer/delivery-batches.ts';
import {
  type EnduringSigner,
  HOSTILE_EVERY,
  type Memory,
  startEnduringSigner,
} from './harness/signer/enduring-signer.ts';
import { rounded } from './harness/statistics.ts';

const YOUNG_DELIVERIES = 2_000;
/** To good receivers; a tenth as many more go to hostile ones. */
const DELIVERIES = Number(process.env['SPS_BENCH_DELIVERIES'] ?? 200_000);
const STRETCHES = 10;

const Urls = v.object({ quick: v.array(v.string()), slow: v.array(v.string()) });

export const measure: Measure = async (progress) => {
  const good = await startCountingReceiver();
  const hostile = startChild('receivers/hostile-receivers-process.ts');
  const { quick, slow } = v.parse(Urls, await hostile.next());
  const signer = await startEnduringSigner({ good: good.url, quick, slow });
  try {
    const young = batchesOf(YOUNG_DELIVERIES);
    await deliver(signer, 0, young);
    const before = await signer.memory();
    progress(`after ${YOUNG_DELIVERIES} deliveries: ${megabytes(before.resident)} MB`);
    const step = Math.ceil((batchesOf(DELIVERIES) - young) / STRETCHES);
    const readings: Memory[] = [];
    for (let stretch = 1; stretch <= STRETCHES; stretch++) {
      const to = young + stretch * step;
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

/** Batches with so many deliveries to good receivers among them. */
const batchesOf = (deliveries: number): number =>
  Math.ceil((deliveries / MESSAGES_PER_BATCH) * (HOSTILE_EVERY / (HOSTILE_EVERY - 1)));

/** Throws where a good receiver's deliveries failed or a hostile one's did not. */
async function deliver(signer: EnduringSigner, from: number, to: number) {
  const deliveries = await signer.deliver({ from, to });
  const hostile = (Math.floor(to / HOSTILE_EVERY) - Math.floor(from / HOSTILE_EVERY)) * MESSAGES_PER_BATCH;
  const { delivered, failed } = deliveries;
  if (delivered + failed !== (to - from) * MESSAGES_PER_BATCH || Math.abs(failed - hostile) > hostile * EXCUSED_SHARE)
    throw new Error(`Of ${hostile} deliveries to hostile receivers and others, ${failed} failed.`);
  return deliveries;
}

/** A machine that stands still for 1.5 s lets good requests time out; that few are excused. */
const EXCUSED_SHARE = 0.1;

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
      reference: `after ${YOUNG_DELIVERIES}`,
    });
    return [
      { name: `${name} after ${YOUNG_DELIVERIES} deliveries`, figure: megabytes(of(before)), unit: 'MB' },
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
