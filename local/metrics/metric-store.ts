/**
 * The data points of metrics in minutes, an hour long and in memory only.
 *
 * A minute may last less than 60 s (docs/adr/0046-local-alarms.md). It is bounded: beyond 2,000 metrics new ones are dropped, and
 * percentiles are those of the first 200 values of a minute.
 */
import type { Statistic } from '../template/monitoring-types.ts';
import { statisticOf, type Values } from './statistic.ts';

/** Which metric: CloudWatch knows it by all three. */
export interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

export const MINUTES_KEPT = 60;
const MOST_METRICS = 2_000;
const MOST_SAMPLES = 200;

interface GrowingValues extends Values {
  count: number;
  sum: number;
  minimum: number;
  maximum: number;
  readonly sample: number[];
}

export class MetricStore {
  readonly #minuteMs: number;
  readonly #now: () => number;
  /** By metric, then by minute. */
  readonly #metrics = new Map<string, Map<number, GrowingValues>>();

  /** `now` is in milliseconds. */
  constructor(minuteMs: number, now: () => number = Date.now) {
    this.#minuteMs = minuteMs;
    this.#now = now;
  }

  /** The number of the minute that is in progress. */
  get minute(): number {
    return Math.floor(this.#now() / this.#minuteMs);
  }

  /** Adds a value to a minute: the one in progress unless given. */
  put(metric: Metric, value: number, minute = this.minute): void {
    const minutes = this.#minutesOf(metric);
    if (minutes === undefined) return;
    const values = minutes.get(minute);
    if (values === undefined) {
      minutes.set(minute, { count: 1, sum: value, minimum: value, maximum: value, sample: [value] });
      for (const old of minutes.keys()) if (old <= minute - MINUTES_KEPT) minutes.delete(old);
      return;
    }
    values.count += 1;
    values.sum += value;
    values.minimum = Math.min(values.minimum, value);
    values.maximum = Math.max(values.maximum, value);
    if (values.sample.length < MOST_SAMPLES) values.sample.push(value);
  }

  /** The statistic over `length` minutes, of which `last` is the last; undefined without a value. */
  value(metric: Metric, statistic: Statistic, last: number, length: number): number | undefined {
    const minutes = this.#metrics.get(keyOf(metric));
    if (minutes === undefined) return undefined;
    const found = Array.from({ length }, (_, index) => minutes.get(last - index) ?? []).flat();
    return statisticOf(found, statistic);
  }

  #minutesOf(metric: Metric): Map<number, GrowingValues> | undefined {
    const key = keyOf(metric);
    const known = this.#metrics.get(key);
    if (known !== undefined || this.#metrics.size >= MOST_METRICS) return known;
    const minutes = new Map<number, GrowingValues>();
    this.#metrics.set(key, minutes);
    return minutes;
  }
}

/** Dimensions have no order. */
function keyOf({ namespace, name, dimensions }: Metric): string {
  const sorted = Object.entries(dimensions).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([namespace, name, ...sorted]);
}
