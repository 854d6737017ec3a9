import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '../local-cloud.ts';

const CHECK_INTERVAL_MS = 500;

/** Waits until `signal` is aborted or the local cloud with this process id has ended, and returns which of the two. */
export async function waitForEnd(signal: AbortSignal, cloudPid: number): Promise<'signal' | 'cloud'> {
  while (!signal.aborted) {
    if (!isRunning(cloudPid)) return 'cloud';
    await sleep(CHECK_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
  return 'signal';
}
