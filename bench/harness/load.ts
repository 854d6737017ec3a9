/** Events at a steady rate, even if the service is slower: a load that waits for responses would hide delays. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../test/support/service.ts';
import { clock, type Receivers } from './receivers.ts';

export interface Load {
  /** Events a second. */
  readonly perSecond: number;
  readonly seconds: number;
  /** Events in one request; 1 by default. */
  readonly perRequest?: number;
}

export interface Arrived {
  /** Milliseconds from 202 to the first arrival, of each event at each receiver. */
  readonly latencies: readonly number[];
  /** Of those, how many had not arrived when the last event was due to be sent. */
  readonly late: number;
  /** Those that have not arrived at all. */
  readonly missing: number;
}

let posted = 0;

/**
 * Posts a load, and waits until each event has arrived at the first `count` receivers, or until that many milliseconds
 * have passed after the last one was posted.
 */
export async function deliver(
  server: Client,
  receivers: Receivers,
  { perSecond, seconds, perRequest = 1 }: Load,
  { count = 1, within = 10_000 } = {},
): Promise<Arrived> {
  const end = clock() + seconds * 1_000;
  const acceptedAt = new Map<number, number>();
  await atRate(perSecond / perRequest, seconds, async () => {
    const numbers = Array.from({ length: perRequest }, () => posted++);
    const events = numbers.map((n) => ({ event: 'bench.didHappen', data: { n } }));
    const { status, text } = await server('POST', '/events', { events });
    if (status !== 202) throw new Error(`Events were not accepted: ${status} ${text}`);
    const now = clock();
    for (const n of numbers) acceptedAt.set(n, now);
  });

  const latencies = new Map<string, number>();
  let late = 0;
  const wanted = acceptedAt.size * count;
  const until = clock() + within;
  while (latencies.size < wanted && clock() < until) {
    for (const [receiver, arrivals] of (await receivers.collect()).slice(0, count).entries()) {
      for (const [n, at] of arrivals) {
        const [accepted, key] = [acceptedAt.get(n), `${receiver}/${n}`];
        if (accepted === undefined || latencies.has(key)) continue;
        latencies.set(key, at - accepted);
        if (at > end) late++;
      }
    }
    await sleep(20);
  }
  const missing = wanted - latencies.size;
  return { latencies: [...latencies.values()], late: late + missing, missing };
}

/** Begins a call each time it is due, whether or not earlier ones have ended. Returns their results. */
export async function atRate<T>(perSecond: number, seconds: number, call: () => Promise<T>): Promise<readonly T[]> {
  const calls: Promise<T>[] = [];
  const start = clock();
  for (let i = 0; i < perSecond * seconds; i++) {
    const wait = start + (i * 1_000) / perSecond - clock();
    if (wait > 0) await sleep(wait);
    calls.push(call());
  }
  return await Promise.all(calls);
}
