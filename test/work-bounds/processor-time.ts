/**
 * The processor time of a computation, compared with that of the machine for which bounds are meant.
 *
 * What is cheap is so by the clock already. Otherwise only this thread's own time is counted, and the least of several
 * measurements: what else the machine does takes nothing from it but caches. A machine that is slower than the one of
 * the bounds, or is shared, is as slow at a reference.
 */

/** The reference's milliseconds on the machine for which bounds are meant. */
const REFERENCE_MS = 0.25;
/** A machine that is slower than that many times the one of the bounds proves nothing. */
const SLOWEST = 8;
/** Runs by the clock. */
const RUNS = 3;
/** Milliseconds of runs that are measured together: systems count a thread's time in ticks of some milliseconds. */
const MEASURED_TOGETHER = 25;
/** Measurements of these, of which the least counts. */
const MEASUREMENTS = 3;
/** Runs of the reference before it is measured. */
const WARM_UP = 200;

/** Makes a run, whose input is as no run has left it. */
export type Prepare = () => () => unknown;

/** The least milliseconds that a run takes; no more than by the clock where that is at most `enough`. */
export async function leastMilliseconds(prepare: Prepare, enough = 0): Promise<number> {
  let [byClock, least] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < RUNS && byClock > enough; run++) {
    const { clock, thread } = await millisecondsOf(prepare());
    byClock = Math.min(byClock, clock);
    least = Math.min(least, clock, thread);
  }
  if (byClock <= enough) return byClock;
  // So long a run was measured by the time of its thread already.
  if (byClock >= MEASURED_TOGETHER) return least;
  least = byClock;
  for (let n = 0; n < MEASUREMENTS; n++) least = Math.min(least, await millisecondsOfThread(prepare));
  return least;
}

async function millisecondsOf(run: () => unknown): Promise<{ readonly clock: number; readonly thread: number }> {
  const began = performance.now();
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return { clock: performance.now() - began, thread: (user + system) / 1000 };
}

async function millisecondsOfThread(prepare: Prepare): Promise<number> {
  let [total, times] = [0, 0];
  while (total < MEASURED_TOGETHER) {
    const { thread } = await millisecondsOf(prepare());
    total += thread;
    times += 1;
  }
  return total / times;
}

const text = Array.from({ length: 4_000 }, (_, n) => `{"id":"${n}","list":[${n},1.5,true,null,"é\\u00e9"]}`).join(',');
const list = `[${text.slice(0, text.indexOf('{"id":"1000"') - 1)}]`;

/** Work of the kind that is measured: parsing, comparing characters, and making objects. */
function reference(): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  const parsed: unknown = JSON.parse(list);
  return Array.isArray(parsed) ? hash + parsed.length : hash;
}

let runs = 0;

/** How many times as slow as the machine of the bounds this one is now, at least 1. Throws for one that is far slower. */
export async function slowness(): Promise<number> {
  // Compiled first.
  for (; runs < WARM_UP; runs++) reference();
  const factor = (await leastMilliseconds(() => reference)) / REFERENCE_MS;
  if (factor > SLOWEST) throw new Error(`This machine is ${factor.toFixed(1)} times as slow as the one of the bounds.`);
  return Math.max(1, factor);
}
