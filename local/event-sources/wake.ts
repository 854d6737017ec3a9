/**
 * Tells stream readers when to look: soon after anything happened, rarely while nothing does.
 *
 * Streams can only be polled. Most records come from functions that have just run, so each finished invocation wakes
 * the readers at once, and an idle local cloud costs next to no CPU.
 */

/** Between looks while something happens, and while nothing does. */
const ACTIVE_MS = 40;
const IDLE_MS = 250;
/** How long something counts as happening. */
const ACTIVE_FOR_MS = 2_000;

export class Wake {
  #activeUntil = 0;
  readonly #sleepers = new Set<() => void>();

  /** Something happened that may have written records. */
  call(): void {
    this.#activeUntil = Date.now() + ACTIVE_FOR_MS;
    for (const wake of [...this.#sleepers]) wake();
  }

  /** Waits until it is worth to look again, or the signal fires. */
  next(signal: AbortSignal): Promise<void> {
    return this.sleep(Date.now() < this.#activeUntil ? ACTIVE_MS : IDLE_MS, signal);
  }

  /** Waits for the time, `call` or the signal, whichever is first. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#sleepers.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#sleepers.add(done);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }
}
