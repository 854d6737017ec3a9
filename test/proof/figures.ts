/** What a proof has counted: printed, and written for docs/reliability.md where `npm run soak` asks for it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** Set by `npm run soak`: the commit of its checkout. Proofs write their figures only then. */
export const COMMIT = 'SPS_PROOF_COMMIT';

/** Figures of one proof by name, such as `{ requests: 20000, undocumented: 0 }`. */
const Figures = v.record(v.string(), v.union([v.number(), v.string()]));
export type Figures = v.InferOutput<typeof Figures>;

/** The figures of a run: its day, such as 2026-11-22, and the commit that was tested. */
const Run = v.object({ day: v.string(), commit: v.string(), figures: Figures });
export type Run = v.InferOutput<typeof Run>;

const fileOf = (proof: string): string => join(import.meta.dirname, 'figures', `${proof}.json`);

/** Prints the figures of a proof and, in `npm run soak`, writes them to `test/proof/figures/`. */
export function reportFigures(proof: string, figures: Figures): void {
  const pairs = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(`${proof}: ${pairs.join(', ')}\n`);
  const { [COMMIT]: commit } = process.env;
  if (commit === undefined) return;
  const run: Run = { day: new Date().toISOString().slice(0, 10), commit, figures };
  mkdirSync(join(import.meta.dirname, 'figures'), { recursive: true });
  writeFileSync(fileOf(proof), `${JSON.stringify(run, undefined, 2)}\n`);
}

/** The last run of a proof; undefined if there is none. */
export function lastRun(proof: string): Run | undefined {
  const file = fileOf(proof);
  return existsSync(file) ? v.parse(Run, JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
