/**
 * A computation that runs synchronously on text from outside, and the bounds that hold for it. Each change is held to
 * the bounds at the limit; the nightly form measures growth as well.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handler } from '../../lib/functions/handlers.ts';
import fc from '../support/fast-check.ts';
import { leastMilliseconds, slowness } from './processor-time.ts';

/** The most milliseconds: of what can hold up other networks, and of what holds up its own request. */
const MOST = { 'several networks': 5, 'one request': 25 } as const;

/**
 * How much longer a computation may take for four times the text: linear, with slack for caches and the collector. What
 * has a part that is unavoidable is bound by its limit alone.
 */
const GROWTH = 4 * 3;
/** Whether growth is measured as well, and searches are long: `npm run soak -- --only work-bounds`. */
const isWhole = process.env['SPS_WORK_BOUNDS'] !== undefined;
/** The shares of the limit that are measured before it. */
const SHARES = isWhole ? [1 / 64, 1 / 16, 1 / 4] : [1 / 16];
/** Milliseconds below which growth is not looked at: noise would decide. */
const NEGLIGIBLE = 2;
/** What nothing can be without is measured apart, and takes longer one time than another. */
const UNSTEADY = 1.25;
/** A bound that was exceeded is measured so often again: a moment's disturbance says nothing. */
const TRIES = 8;
/** Milliseconds between two attempts, in which what else the machine does may end. */
const PAUSE_MS = 500;

/** Where it runs: in a function of `lambdas/`, or in a program of its own. */
type Place = Handler | 'ctl' | 'panel' | 'client';

/** A computation with its dearest inputs. */
export interface Row {
  readonly name: string;
  readonly places: readonly Place[];
  readonly serves: keyof typeof MOST;
  /** By name: an input of that share of the limit, ready to run. */
  readonly shapes: Readonly<Record<string, Shape>>;
  /** The files whose regular expressions are made at runtime, which this row tries. */
  readonly expressionsOf?: readonly string[];
}

/** Of an input that has a share of the limit: makes the work, and what of it nothing can be without. */
type Shape = (share: number) => { readonly prepare: () => () => unknown; readonly unavoidable?: () => unknown };

/** Inputs that a search makes: the dearest of so many is tried as well. */
const SEARCHED = isWhole ? 200 : 40;
/** Milliseconds after which a search ends. */
const FAR_TOO_DEAR = 500;

interface Work<Input> extends Omit<Row, 'shapes'> {
  /** The limit of the input's size, in whatever `shapes` takes: bytes, characters, or a number of things. */
  readonly limit: number;
  readonly shapes: Readonly<Record<string, (size: number) => Input>>;
  readonly run: (input: Input) => unknown;
  /** Inputs at their limit, of which a search takes the dearest. */
  readonly search?: fc.Arbitrary<Input>;
  /** What costs the same whatever is done: to parse a body of megabytes. It does not count. */
  readonly unavoidable?: (input: Input) => unknown;
}

/** A row whose inputs are made from a size. */
export function row<Input>({ limit, shapes, run, search, unavoidable, ...about }: Work<Input>): Row {
  const ready = (input: Input) => ({
    prepare: () => () => run(input),
    ...(unavoidable && { unavoidable: () => unavoidable(input) }),
  });
  const made = Object.entries(shapes).map(([name, make]): [string, Shape] => [
    name,
    (share) => ready(make(Math.floor(limit * share))),
  ]);
  let dearest: ReturnType<Shape> | undefined;
  if (search !== undefined) {
    const find: Shape = () => (dearest ??= ready(dearestOf(search, run)));
    made.push(['the dearest that a search finds', find]);
  }
  return { ...about, shapes: Object.fromEntries(made) };
}

/** The input on which a computation takes longest, of many that are made by chance; or the first that is far too dear. */
function dearestOf<Input>(search: fc.Arbitrary<Input>, run: (input: Input) => unknown): Input {
  let dearest: { readonly input: Input; readonly cost: number } | undefined;
  for (const input of fc.sample(search, SEARCHED)) {
    const began = performance.now();
    run(input);
    const cost = performance.now() - began;
    if (dearest === undefined || cost > dearest.cost) dearest = { input, cost };
    if (cost > FAR_TOO_DEAR) break;
  }
  if (dearest === undefined) throw new Error('The search has made nothing.');
  return dearest.input;
}

/** What is wrong with a shape of a row: a sentence, or undefined. */
export async function problemOf({ serves, shapes }: Row, name: string): Promise<string | undefined> {
  const shape = shapes[name];
  if (shape === undefined) throw new Error(`The row has no shape ${name}.`);
  let problem: string | undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt > 0) await sleep(PAUSE_MS);
    problem = await measured(shape, MOST[serves]);
    if (problem === undefined) return undefined;
  }
  return problem;
}

async function measured(shape: Shape, most: number): Promise<string | undefined> {
  // The small ones first: what takes minutes at its limit is found before that.
  for (const share of [...SHARES, 1]) {
    const { whole, own } = await costOf(shape(share), share < 1 || !isWhole ? most : NEGLIGIBLE);
    if (own > most && own > most * (await slowness()))
      return `${share} of its limit takes ${own.toFixed(1)} ms, not ${most}.`;
    if (!isWhole || share < 1 || whole > own || whole <= NEGLIGIBLE) continue;
    const growth = whole / (await costOf(shape(1 / 4), 0)).whole;
    if (growth > GROWTH) return `Four times as much takes ${growth.toFixed(1)} times as long: ${whole.toFixed(1)} ms.`;
  }
  return undefined;
}

/** Milliseconds of the whole, and of its own part of it. */
interface Cost {
  readonly whole: number;
  readonly own: number;
}

async function costOf({ prepare, unavoidable }: ReturnType<Shape>, enough: number): Promise<Cost> {
  const whole = await leastMilliseconds(prepare, enough);
  if (unavoidable === undefined || whole <= enough) return { whole, own: whole };
  return { whole, own: whole - UNSTEADY * (await leastMilliseconds(() => unavoidable)) };
}
