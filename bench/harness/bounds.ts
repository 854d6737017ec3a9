/**
 * Bounds of figures that are stable enough to be held (bench/bounds.json): ratios within one run, or sizes; never times.
 *
 * A figure that is more than 15 % worse than its bound fails `npm run bench -- --check`, and so does one that is not measured any more.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Row } from './benchmark.ts';

const file = join(import.meta.dirname, '../bounds.json');
/** How much worse than its bound a figure may be. */
const TOLERANCE = 0.15;

/** The bounds of a benchmark: by the name of a row, its ratio, or its figure where it has none. */
const Held = v.strictObject({
  /** Whether its quick form is stable enough, too. */
  quick: v.boolean(),
  bounds: v.record(
    v.string(),
    v.strictObject({
      bound: v.number(),
      /** When it was last moved, at which commit, and why. */
      moved: v.pipe(v.string(), v.isoDate()),
      commit: v.pipe(v.string(), v.minLength(7)),
      why: v.pipe(v.string(), v.minLength(10)),
    }),
  ),
});
export type Held = v.InferOutput<typeof Held>;
const AllHeld = v.record(v.string(), Held);

/** The bounds of every benchmark that has some, by its name. */
export const readBounds = (): Readonly<Record<string, Held>> =>
  existsSync(file) ? v.parse(AllHeld, JSON.parse(readFileSync(file, 'utf8'))) : {};

/** What is held of a row. */
const heldValue = ({ ratio, figure }: Row): number => ratio ?? figure;

/** How many times as good as another a row's value is: below 1 it is worse. */
const goodness = ({ aim = '' }: Row, value: number, other: number): number =>
  aim.startsWith('>') ? value / other : other / value;

/** The better one of each row's measurements. What a machine disturbs is better the next time, and what has become slower is not. */
export const bestOf = (before: readonly Row[], again: readonly Row[]): readonly Row[] =>
  again.map((row) => {
    const other = before.find(({ name }) => name === row.name);
    return other !== undefined && goodness(row, heldValue(row), heldValue(other)) < 1 ? other : row;
  });

/** What is worse than its bound allows, or was not measured: a line each. */
export const problemsOf = ({ bounds }: Held, rows: readonly Row[]): readonly string[] =>
  Object.entries(bounds).flatMap(([name, { bound, moved, commit }]) => {
    const row = rows.find((one) => one.name === name);
    if (row === undefined) return [`${name}: not measured`];
    const share = goodness(row, heldValue(row), bound);
    if (share >= 1 / (1 + TOLERANCE)) return [];
    const worse = Math.round((1 / share - 1) * 100);
    return [`${name}: ${heldValue(row)} is ${worse} % worse than its bound ${bound} (${moved}, ${commit})`];
  });

/** Moves the bounds of a benchmark to what was measured: ratios, and sizes. */
export function moveBounds(name: string, rows: readonly Row[], { commit, why }: { commit: string; why: string }): void {
  const all = readBounds();
  const before = all[name]?.bounds ?? {};
  const moved = new Date().toISOString().slice(0, 10);
  const holdable = rows.filter(({ ratio, unit }) => ratio !== undefined || unit === 'KB');
  const bounds = Object.fromEntries(
    holdable.map((row) => {
      const old = before[row.name];
      const isSame = old !== undefined && old.bound === heldValue(row);
      return [row.name, isSame ? old : { bound: heldValue(row), moved, commit, why }];
    }),
  );
  const held = v.parse(AllHeld, { ...all, [name]: { quick: all[name]?.quick ?? true, bounds } });
  writeFileSync(file, `${JSON.stringify(held, null, 2)}\n`);
}
