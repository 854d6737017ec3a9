/** What a benchmark is: a function that measures, and returns the rows of a table; and its statistics. */

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
  /** Whether other work on the machine changes the ratio, so that no bound holds it. */
  readonly unstable?: true;
  readonly note?: string;
}

export interface Run {
  /** Whether to measure as little as shows that everything works. The figures mean nothing then. */
  readonly quick: boolean;
}

/** Each file of bench/ exports one as `measure`, and its file name is its name. It throws if it can't measure. */
export type Measure = (run: Run) => Promise<readonly Row[]>;

/** The quantile at `share` (0 to 1), by nearest rank. NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle value, or the mean of the two in the middle. NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Processor time that is not disturbed: other work on the machine adds to most values, and takes nothing away. */
export const undisturbed = (values: readonly number[]): number => quantile(values, 0.1);

/** Rounded to three significant digits: more would suggest a precision that the figure does not have. */
export const rounded = (value: number): number => Number(value.toPrecision(3));
