/** What a proof has counted: printed, and written for docs/reliability.md where `npm run soak` asks for it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** Set by `npm run soak`: the folder that gets one file of figures for each proof. */
export const FIGURES_FOLDER = 'SPS_PROOF_FIGURES';

/** Figures of one proof by name, such as `{ requests: 20000, undocumented: 0, seed: 7 }`. A name may have its unit: `slopeMBPerHour`. */
export const Figures = v.record(v.string(), v.union([v.number(), v.string()]));
export type Figures = v.InferOutput<typeof Figures>;

/** Prints the figures of the proof `name`, and writes them to `<name>.json` in the folder of `npm run soak`, if it runs. */
export function reportFigures(name: string, figures: Figures): void {
  const pairs = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
  process.stdout.write(`${name}: ${pairs.join(', ')}\n`);
  const folder = process.env[FIGURES_FOLDER];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(figures, undefined, 2)}\n`);
}
