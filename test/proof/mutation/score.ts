/** The mutation score of a part of the code. */
import { type Explanation, explains } from './explained.ts';
import type { Change } from './report.ts';

export interface Score {
  /** The share of changes that tests have noticed, in percent, with one decimal. Explained survivors count as survivors. */
  readonly percent: number;
  readonly mutants: number;
  /** Survivors, the explained ones included. */
  readonly survived: number;
  readonly explained: number;
  /** Survivors without an explanation. */
  readonly open: readonly Change[];
}

/** The score of these changes. */
export function scoreOf(changes: readonly Change[], explanations: readonly Explanation[]): Score {
  const survivors = changes.filter(({ isKilled }) => !isKilled);
  const open = survivors.filter((survivor) => !explanations.some((explanation) => explains(explanation, survivor)));
  const killed = changes.length - survivors.length;
  return {
    percent: Math.floor((1000 * killed) / Math.max(1, changes.length)) / 10,
    mutants: changes.length,
    survived: survivors.length,
    explained: survivors.length - open.length,
    open,
  };
}

/** Explanations without a survivor, of files that have changes in the report: the code was changed, or a test kills it. */
export const staleExplanations = (
  changes: readonly Change[],
  explanations: readonly Explanation[],
): readonly Explanation[] =>
  explanations.filter(
    (explanation) =>
      changes.some(({ file }) => file === explanation.file) &&
      !changes.some((change) => !change.isKilled && explains(explanation, change)),
  );
