/** How long calls took, by route. */
import { alignColumns } from '../../ctl/columns.ts';

/** Route → milliseconds of each call. */
export type Latencies = ReadonlyMap<string, readonly number[]>;

/** Returns a function that calls and remembers how long the call took. What a failed call throws is passed on. */
export function stopwatch() {
  const latencies = new Map<string, number[]>();
  return { latencies, timed };

  async function timed<T>(route: string, call: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await call();
    latencies.set(route, [...(latencies.get(route) ?? []), performance.now() - started]);
    return result;
  }
}

/** Formats one row per route: calls, and p50 and p99 in milliseconds. The first calls of a deployed stage are cold starts. */
export function latencyTable(latencies: Latencies): string {
  const rows = [...latencies].map(([route, taken]) => [
    route,
    `${taken.length}`,
    `${Math.round(quantile(taken, 0.5))} ms`,
    `${Math.round(quantile(taken, 0.99))} ms`,
  ]);
  return alignColumns([['route', 'calls', 'p50', 'p99'], ...rows]);
}

/** By nearest rank. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
