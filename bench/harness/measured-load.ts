/** A load on a local cloud, and when its events arrive at a receiver. */
import { type Client, eventually } from '../../testing/service.ts';
import { clock, type Receivers } from './receivers/receivers.ts';
import { type Load, steadyLoad } from './steady-load.ts';

const DRAIN_MILLISECONDS = 60_000;

/** Who posts, and who receives. */
export interface Pipeline {
  readonly server: Client;
  readonly receivers: Receivers;
}

export interface Result {
  /** Milliseconds from 202 to arrival, of every event. */
  readonly latencies: readonly number[];
  /** Events that had not arrived when the last one was due to be sent. */
  readonly backlog: number;
}

/** Sends a load and waits until all of it has arrived. Throws if it does not. */
export async function sendAll({ server, receivers }: Pipeline, load: Load): Promise<Result> {
  const end = clock() + load.seconds * 1_000;
  const acceptedAt = await steadyLoad(server, load);
  const arrivedAt = new Map<number, number>();
  await eventually(async () => {
    for (const [n, at] of (await receivers.collect()).flat()) if (!arrivedAt.has(n)) arrivedAt.set(n, at);
    const missing = [...acceptedAt.keys()].filter((n) => !arrivedAt.has(n)).length;
    if (missing > 0) throw new Error(`${missing} events have not arrived.`);
  }, DRAIN_MILLISECONDS);
  const inTime = [...acceptedAt.keys()].filter((n) => (arrivedAt.get(n) ?? Number.POSITIVE_INFINITY) <= end).length;
  return {
    latencies: [...acceptedAt].map(([n, accepted]) => (arrivedAt.get(n) ?? Number.NaN) - accepted),
    backlog: acceptedAt.size - inTime,
  };
}
