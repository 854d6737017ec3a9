/** A planted defect: a mistake that tests must find, as a change of one source file. */

/** Paths are relative to the project's folder. */
export interface Defect {
  /** Short, for the command line. */
  readonly name: string;
  /** One sentence: what the service does wrong. */
  readonly what: string;
  /** The file that has the defect. */
  readonly file: string;
  /** Its text without the defect; it occurs exactly once in the file. */
  readonly original: string;
  /** Its text with the defect. */
  readonly planted: string;
  /** The test files of which at least one must fail. */
  readonly tests: readonly [string, ...string[]];
}

/** The text does not occur exactly once, so the defect is out of date. */
export class StaleDefectError extends Error {}

/** The source with the defect. Throws StaleDefectError where the original text does not occur exactly once. */
export function plant({ name, file, original, planted }: Defect, source: string): string {
  const [before, after, ...more] = source.split(original);
  if (before === undefined || after === undefined || more.length > 0) {
    const count = source.split(original).length - 1;
    throw new StaleDefectError(`${name}: its original text occurs ${count} times in ${file}, not once.`);
  }
  return `${before}${planted}${after}`;
}
