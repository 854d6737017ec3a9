/**
 * The retry strategy of the AWS SDK for commands that run for long. A call is repeated while the service throttles it,
 * fails itself, does not respond or can't be reached, for ten minutes at most.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { MINUTE_MS } from '../contract/durations.ts';

/** How long a call is repeated, from its first attempt on, in minutes. */
export const RETRY_MINUTES = 10;
const RETRY_MS = RETRY_MINUTES * MINUTE_MS;
/** Before the first repetition; doubled before each further one. */
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 20_000;
/** Of waits that are shorter than this nobody is told. */
const NOTED_DELAY_MS = 1_000;
const NOTE_EVERY_MS = 10_000;

/** What a command wants of its calls. */
export interface RetryOptions {
  /** Ends waits, and refuses further calls. */
  readonly signal: AbortSignal;
  /** Called at most every ten seconds, with the error after which a call waits. */
  readonly onWait: (error: unknown) => void;
}

/** One attempt of a call. */
interface Attempt {
  readonly began: number;
  getRetryCount(): number;
  getRetryDelay(): number;
}

/** The time in milliseconds, and waiting for it. */
export interface Clock {
  readonly now: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const clock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};

const isConnectionRefused = v.object({ code: v.literal('ECONNREFUSED') });
const temporary = ['THROTTLING', 'TRANSIENT', 'SERVER_ERROR'];

/**
 * Returns the strategy. A local cloud that refuses connections has ended, and will have another address: its calls are
 * not repeated.
 */
export function retryStrategy({ signal, onWait }: RetryOptions, isLocal: boolean, { now, sleep }: Clock = clock) {
  let notedAt = Number.NEGATIVE_INFINITY;
  return { acquireInitialRetryToken, refreshRetryTokenForRetry, recordSuccess: () => {} };

  /** Throws where no further call is wanted. */
  async function acquireInitialRetryToken(): Promise<Attempt> {
    signal.throwIfAborted();
    return attempt(now(), 0);
  }

  /** Waits, and throws where no attempt follows. */
  async function refreshRetryTokenForRetry(
    failed: { getRetryCount(): number },
    { error, errorType }: { readonly error?: unknown; readonly errorType: string },
  ): Promise<Attempt> {
    const retries = failed.getRetryCount();
    const began = 'began' in failed && typeof failed.began === 'number' ? failed.began : now();
    const delay = Math.min(FIRST_DELAY_MS * 2 ** retries, LONGEST_DELAY_MS) * (0.5 + Math.random() / 2);
    const isHopeless = isLocal && v.is(isConnectionRefused, error);
    if (isHopeless || !temporary.includes(errorType) || now() + delay - began > RETRY_MS)
      throw new Error('No attempt follows.');
    if (delay >= NOTED_DELAY_MS && now() - notedAt >= NOTE_EVERY_MS) {
      notedAt = now();
      onWait(error);
    }
    await sleep(delay, signal);
    return attempt(began, retries + 1);
  }
}

/** The wait is over before the SDK gets an attempt, since its own would not end with the signal. */
const attempt = (began: number, retries: number): Attempt => ({
  began,
  getRetryCount: () => retries,
  getRetryDelay: () => 0,
});
