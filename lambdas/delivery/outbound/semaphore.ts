/**
 * A semaphore: bounds how much work runs at once; callers beyond the limit wait in the order of their calls.
 *
 * Acquiring a free slot costs no more than a count. p-limit, which creates several promises for each call, took a tenth of a
 * signer's time besides signing and sending (docs/performance.md).
 */
export interface Semaphore {
  /** Acquires a slot; resolves at once where one is free. */
  readonly acquire: () => Promise<void>;
  /** Releases a slot. */
  readonly release: () => void;
  /** Whether no slot is in use. */
  readonly isIdle: () => boolean;
}

/** A semaphore with a number of slots. */
export function semaphore(slots: number): Semaphore {
  let free = slots;
  const waiting: (() => void)[] = [];
  return {
    async acquire() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    release() {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    },
    isIdle: () => free === slots,
  };
}
