/**
 * The SDK's retries in a process whose caller waits: the first after 50 ms at most, each delay up to twice the one before, and
 * none later than a second after the call began, so none after a time-out. The SDK itself waits for up to a second before the
 * first retry of a throttled call, and up to four before the third.
 */

const FIRST_DELAY_MS = 50;
const LAST_START_MS = 1_000;

/** One attempt of a call. */
interface Attempt {
  getRetryCount(): number;
  /** Milliseconds to wait before it. */
  getRetryDelay(): number;
}

const callsBegan = new WeakMap<Attempt, number>();

/** A retry strategy of the SDK. */
export const quickRetries = {
  acquireInitialRetryToken: async (): Promise<Attempt> => attempt(performance.now(), 0, 0),

  /** Throws where no attempt follows. */
  async refreshRetryTokenForRetry(failed: Attempt, { errorType }: { readonly errorType: string }): Promise<Attempt> {
    const began = callsBegan.get(failed) ?? performance.now();
    const retries = failed.getRetryCount();
    const delay = FIRST_DELAY_MS * 2 ** retries * (0.5 + Math.random() / 2);
    const isInTime = performance.now() + delay - began < LAST_START_MS;
    if (!isInTime || !['THROTTLING', 'TRANSIENT'].includes(errorType)) throw new Error('No attempt follows.');
    return attempt(began, retries + 1, delay);
  },

  recordSuccess(): void {},
};

function attempt(callBegan: number, retries: number, delay: number): Attempt {
  const created = { getRetryCount: () => retries, getRetryDelay: () => delay };
  callsBegan.set(created, callBegan);
  return created;
}
