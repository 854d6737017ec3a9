/** The result of a benchmark: rows of a table. */

/** One figure. */
export interface Row {
  readonly name: string;
  readonly figure: number;
  readonly unit: string;
  /** `figure` divided by that of the reference, measured in the same run. Absolute times are noise on shared machines. */
  readonly ratio?: number;
  /** The name of the reference. */
  readonly reference?: string;
  /** The target of the ratio, or of the figure if there is no ratio: `<= 1.5`. */
  readonly aim?: string;
  readonly note?: string;
}

/** Prints a line while a benchmark runs. */
export type Progress = (line: string) => void;

/** A benchmark: each file of bench/ exports one as `measure`, and its file name is its name. */
export type Measure = (progress: Progress) => Promise<readonly Row[]>;
