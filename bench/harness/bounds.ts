/**
 * Bounds of figures that are stable enough (bench/bounds.json): ratios within one run, or sizes; never times.
 *
 * A figure that is more than 15 % worse than its bound fails `npm run bench -- --check`, and so does a missing one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Row } from './benchmark.ts';

const file = join(import.meta.dirname, '../bounds.json');
/** How much worse than its bound a figure may be. */
const TOLERANCE = 0.15;

/** The bounds of a benchmark. */
const Held = v.strictObject({
  /** Whether its quick form is stable enough, too. */
  quick: v.boolean(),
  /** Whether each measurement gives the same figures: counts, which need no second one. */
  exact: v.optional(v.boolean()),
  /** By the name of a row, its ratio, or its figure where it has none. */
  bounds: v.record(v.string(), v.number()),
});
export type Held = v.InferOutput<typeof Held>;

/** The bounds of every benchmark that has some, by its name. */
export const readBounds = (): Readonly<Record<string, Held>> =>
  v.parse(v.record(v.string(), Held), JSON.parse(readFileSync(file, 'utf8')));

/** What is held of a row. */
const heldValue = ({ ratio, figure }: Row): number => ratio ?? figure;

/** How many times as good as another a row's value is: below 1 it is worse. */
const goodness = ({ aim = '' }: Row, value: number, other: number): number =>
  aim.startsWith('>') ? value / other : other / value;

/** Each row's measurement in the middle: the best of several would hide what has become slower. */
export const middleOf = (measurements: readonly (readonly Row[])[]): readonly Row[] =>
  (measurements[0] ?? []).map((row) => {
    const same = measurements.flatMap((rows) => rows.filter(({ name }) => name === row.name));
    return same.toSorted((a, b) => heldValue(a) - heldValue(b))[Math.floor(same.length / 2)] ?? row;
  });

/** What is worse than its bound allows, or was not measured: a line each. */
export const problemsOf = ({ bounds }: Held, rows: readonly Row[]): readonly string[] =>
  Object.entries(bounds).flatMap(([name, bound]) => {
    const row = rows.find((one) => one.name === name);
    if (row === undefined) return [`${name}: not measured`];
    const share = goodness(row, heldValue(row), bound);
    if (share >= 1 / (1 + TOLERANCE)) return [];
    return [`${name}: ${heldValue(row)} is ${Math.round((1 / share - 1) * 100)} % worse than its bound ${bound}`];
  });

/** Moves the bounds of a benchmark to what was measured: ratios, and sizes. */
export function moveBounds(name: string, rows: readonly Row[]): void {
  const all = readBounds();
  const holdable = rows.filter(({ ratio, unit, unstable }) => (ratio !== undefined && !unstable) || unit === 'KB');
  const bounds = Object.fromEntries(holdable.map((row) => [row.name, heldValue(row)]));
  const moved = { ...all, [name]: { quick: true, ...all[name], bounds } };
  writeFileSync(file, `${JSON.stringify(moved, null, 2)}\n`);
}
