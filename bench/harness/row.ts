/** What a benchmark tells: rows of a table. */

/** One figure. */
export interface Row {
  readonly name: string;
  readonly figure: number;
  readonly unit: string;
  /** `figure` divided by that of the reference, which was measured in the same run. Absolute times are noise on shared machines. */
  readonly ratio?: number;
  /** What the ratio is to. */
  readonly reference?: string;
  /** What the ratio, or the figure where there is none, is to be: `<= 1.5`. */
  readonly aim?: string;
  /** What else there is to say of it, in a few words. */
  readonly note?: string;
}

/** Says a line while a benchmark runs. */
export type Progress = (line: string) => void;

/** A benchmark: each file of bench/ exports one as `measure`, and its file name is its name. */
export type Measure = (progress: Progress) => Promise<readonly Row[]>;
