/** Events at a steady rate, even if the service is slower: a load that waits for responses would hide delays. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../testing/service.ts';
import { clock } from './receivers/receivers.ts';

export interface Load {
  /** Events a second. */
  readonly perSecond: number;
  readonly seconds: number;
  /** Events in one request; 1 by default. */
  readonly perRequest?: number;
}

let posted = 0;

/** Posts the load. Returns the time of each event's 202 by its `data.n`, in milliseconds since 1970. */
export async function steadyLoad(
  server: Client,
  { perSecond, seconds, perRequest = 1 }: Load,
): Promise<ReadonlyMap<number, number>> {
  const acceptedAt = new Map<number, number>();
  await atRate(perSecond / perRequest, seconds, () => post(Array.from({ length: perRequest }, () => posted++)));
  return acceptedAt;

  async function post(numbers: readonly number[]): Promise<void> {
    const events = numbers.map((n) => ({ event: 'bench.didHappen', data: { n } }));
    const { status, text } = await server('POST', '/events', { events });
    if (status !== 202) throw new Error(`Events were not accepted: ${status} ${text}`);
    const now = clock();
    for (const n of numbers) acceptedAt.set(n, now);
  }
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
