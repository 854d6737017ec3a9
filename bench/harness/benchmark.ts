/** What a benchmark is: a function that measures, and returns the rows of a table. */

/** One figure; run.ts rounds it. */
export interface Row {
  readonly name: string;
  readonly figure: number;
  readonly unit: string;
  /** The figure compared with that of a reference in the same run. Absolute times are noise on shared machines. */
  readonly ratio?: number;
  /** The name of the reference. */
  readonly reference?: string;
  /** The target of the ratio, or of the figure if there is no ratio: `<= 1.5`. */
  readonly aim?: string;
  readonly note?: string;
}

export interface Run {
  /** Whether to measure as little as shows that everything works. The figures mean nothing then. */
  readonly quick: boolean;
  /** Prints a line meanwhile. */
  readonly progress: (line: string) => void;
}

/** Each file of bench/ exports one as `measure`, and its file name is its name. It throws if it can't measure. */
export type Measure = (run: Run) => Promise<readonly Row[]>;
