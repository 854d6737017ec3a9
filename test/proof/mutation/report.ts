/** Stryker's JSON report, as far as it is read: the changes (mutants) of each file, and their outcome. */
import * as v from 'valibot';

const Position = v.object({ line: v.number(), column: v.number() });
const Mutant = v.object({
  mutatorName: v.string(),
  replacement: v.optional(v.string(), ''),
  status: v.string(),
  location: v.object({ start: Position, end: Position }),
});
/** Files by path, relative to the checkout. Lines and columns count from 1. */
export const MutationReport = v.object({
  files: v.record(v.string(), v.object({ source: v.string(), mutants: v.array(Mutant) })),
});
export type MutationReport = v.InferOutput<typeof MutationReport>;

/** A change of the code that a test could notice: `original` became `replacement`. */
export interface Change {
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly replacement: string;
  /** Whether a test has failed, or did not end, with it. */
  readonly isKilled: boolean;
}

/** Killed ones and survivors. All other outcomes are of changes that do not count, such as those that were switched off. */
const counted: ReadonlyMap<string, boolean> = new Map([
  ['Killed', true],
  ['Timeout', true],
  ['Survived', false],
  ['NoCoverage', false],
]);

/** The changes of a report that count. */
export function changesOf({ files }: MutationReport): readonly Change[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.flatMap(({ status, replacement, location: { start, end } }) => {
      const isKilled = counted.get(status);
      if (isKilled === undefined) return [];
      const text = lines.slice(start.line - 1, end.line);
      const last = text.length - 1;
      // The last line is cut first, since it can be the first one as well.
      const original = text
        .map((line, index) => (index === last ? line.slice(0, end.column - 1) : line))
        .map((line, index) => (index === 0 ? line.slice(start.column - 1) : line))
        .join('\n');
      return [{ file, line: start.line, original, replacement, isKilled }];
    });
  });
}
