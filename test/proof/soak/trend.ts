/** Whether a figure grows: the slope of the line through its readings, and how far that slope can be believed. */

/** A figure at a time, in hours. */
export interface Reading {
  readonly hours: number;
  readonly value: number;
}

/** `perHour` ± `error`: with 95 % probability the slope is in this range. Both are NaN for fewer than five readings. */
export interface Trend {
  readonly perHour: number;
  readonly error: number;
}

/** The 97.5 % quantile of Student's t for 3 and more degrees of freedom, within 3 %. */
const studentT = (freedom: number): number => 1.96 + 2.4 / freedom + 3 / freedom ** 2;

/** The least-squares line. Readings must be far enough apart not to depend on each other, such as the means of minutes. */
export function trendOf(readings: readonly Reading[]): Trend {
  const freedom = readings.length - 2;
  if (freedom < 3) return { perHour: Number.NaN, error: Number.NaN };
  const meanHours = mean(readings.map(({ hours }) => hours));
  const meanValue = mean(readings.map(({ value }) => value));
  const spread = sum(readings.map(({ hours }) => (hours - meanHours) ** 2));
  const perHour = sum(readings.map(({ hours, value }) => (hours - meanHours) * (value - meanValue))) / spread;
  const residuals = sum(readings.map(({ hours, value }) => (value - meanValue - perHour * (hours - meanHours)) ** 2));
  return { perHour, error: studentT(freedom) * Math.sqrt(residuals / freedom / spread) };
}

/** The mean of the readings of each minute, in the middle of which it is. */
export function minuteMeans(readings: readonly Reading[]): readonly Reading[] {
  const minutes = Map.groupBy(readings, ({ hours }) => Math.floor(hours * 60));
  return [...minutes].map(([minute, all]) => ({
    hours: (minute + 0.5) / 60,
    value: mean(all.map(({ value }) => value)),
  }));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
