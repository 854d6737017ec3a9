/**
 * Bounds of figures that are stable enough (bench/bounds.json): ratios within one run, or sizes; never times.
 *
 * A figure that is more than 15 % worse than its bound fails `npm run bench -- --check`, and so does a missing one.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Row } from './benchmark.ts';

const file = join(import.meta.dirname, '../bounds.json');
/** How much worse than its bound a figure may be. */
const TOLERANCE = 0.15;

/** What was last moved at the same time: by the name of a row, its ratio, or its figure where it has none. */
const Move = v.strictObject({
  moved: v.pipe(v.string(), v.isoDate()),
  commit: v.pipe(v.string(), v.minLength(7)),
  why: v.pipe(v.string(), v.minLength(10)),
  bounds: v.record(v.string(), v.number()),
});

/** The bounds of a benchmark. */
const Held = v.strictObject({
  /** Whether its quick form is stable enough, too. */
  quick: v.boolean(),
  /** Whether each measurement gives the same figures: counts, which need no second one. */
  exact: v.optional(v.boolean()),
  moves: v.array(Move),
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

/** Each row's measurement in the middle: the best of several would hide what has become slower. */
export const middleOf = (measurements: readonly (readonly Row[])[]): readonly Row[] =>
  (measurements[0] ?? []).map((row) => {
    const same = measurements.flatMap((rows) => rows.filter(({ name }) => name === row.name));
    return same.toSorted((a, b) => heldValue(a) - heldValue(b))[Math.floor(same.length / 2)] ?? row;
  });

/** What is worse than its bound allows, or was not measured: a line each. */
export const problemsOf = ({ moves }: Held, rows: readonly Row[]): readonly string[] =>
  moves.flatMap(({ moved, commit, bounds }) =>
    Object.entries(bounds).flatMap(([name, bound]) => {
      const row = rows.find((one) => one.name === name);
      if (row === undefined) return [`${name}: not measured`];
      const share = goodness(row, heldValue(row), bound);
      if (share >= 1 / (1 + TOLERANCE)) return [];
      const worse = Math.round((1 / share - 1) * 100);
      return [`${name}: ${heldValue(row)} is ${worse} % worse than its bound ${bound} (${moved}, ${commit})`];
    }),
  );

/** Moves the bounds of a benchmark to what was measured: ratios, and sizes. What is as before keeps its date. */
export function moveBounds(name: string, rows: readonly Row[], { commit, why }: { commit: string; why: string }): void {
  const all = readBounds();
  const holdable = rows.filter(({ ratio, unit, unstable }) => (ratio !== undefined && !unstable) || unit === 'KB');
  const measured = new Map(holdable.map((row) => [row.name, heldValue(row)]));
  const kept = (all[name]?.moves ?? []).map(({ bounds, ...move }) => ({
    ...move,
    bounds: Object.fromEntries(Object.entries(bounds).filter(([row, bound]) => measured.get(row) === bound)),
  }));
  for (const { bounds } of kept) for (const row of Object.keys(bounds)) measured.delete(row);
  const moved = new Date().toISOString().slice(0, 10);
  const moves = [...kept, { moved, commit, why, bounds: Object.fromEntries(measured) }];
  const held = {
    quick: true,
    ...all[name],
    moves: moves.filter(({ bounds }) => Object.keys(bounds).length > 0),
  };
  writeFileSync(file, `${JSON.stringify(v.parse(AllHeld, { ...all, [name]: held }), null, 2)}\n`);
}
