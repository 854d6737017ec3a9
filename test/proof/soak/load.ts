/** The mixed load of all networks: as fast as the service responds, or at a steady rate. */
import { setTimeout as sleep } from 'node:timers/promises';
import { operate } from './operations.ts';
import type { SoakNetwork } from './soak-network.ts';

/** An operation's milliseconds, and when it was done (`performance.now()`). */
export interface Timing {
  readonly at: number;
  readonly milliseconds: number;
}

export interface LoadResult {
  readonly timings: readonly Timing[];
  /** What operations did not get the response that they must get. */
  readonly problems: readonly string[];
}

/** So many operations at once, each beginning when another has ended. */
export async function closedLoad(
  networks: readonly SoakNetwork[],
  { seconds, parallel }: { readonly seconds: number; readonly parallel: number },
): Promise<LoadResult> {
  const result = emptyResult();
  const end = performance.now() + seconds * 1_000;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) await oneOperation(networks, result);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return result;
}

/** Operations at a steady rate, whether or not earlier ones have ended. */
export async function steadyLoad(
  networks: readonly SoakNetwork[],
  { seconds, perSecond }: { readonly seconds: number; readonly perSecond: number },
): Promise<LoadResult> {
  const result = emptyResult();
  const start = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let n = 0; n < seconds * perSecond; n++) {
    const wait = start + (n * 1_000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const operation = oneOperation(networks, result);
    underWay.add(operation);
    void operation.then(() => underWay.delete(operation));
  }
  await Promise.all(underWay);
  return result;
}

interface OpenResult extends LoadResult {
  readonly timings: Timing[];
  readonly problems: string[];
}

const emptyResult = (): OpenResult => ({ timings: [], problems: [] });

/** By a user who does nothing else. If there is none, the service is too slow for the load, which is a problem. */
async function oneOperation(networks: readonly SoakNetwork[], result: OpenResult): Promise<void> {
  const network = anyOf(networks);
  const user = anyOf(network?.users.filter(({ isBusy }) => !isBusy) ?? []);
  if (network === undefined || user === undefined) {
    result.problems.push('every user of a network was busy');
    return;
  }
  user.isBusy = true;
  const began = performance.now();
  try {
    await operate(network, user);
  } catch (error) {
    result.problems.push(String(error));
  } finally {
    user.isBusy = false;
    result.timings.push({ at: began, milliseconds: performance.now() - began });
  }
}

const anyOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];
