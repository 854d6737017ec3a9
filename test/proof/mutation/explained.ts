/** Survivors that no test can kill, or none should, and why. */
import type { Change } from './report.ts';

/** A survivor: the text that was changed, and what it became unless it does not matter. */
export interface Explanation {
  readonly file: string;
  readonly original: string;
  readonly replacement?: string;
  readonly reason: string;
}

export const explanations: readonly Explanation[] = [];

/** Whether the explanation is one of this change. */
export const explains = ({ file, original, replacement }: Explanation, change: Change): boolean =>
  change.file === file &&
  change.original === original &&
  (replacement === undefined || change.replacement === replacement);
