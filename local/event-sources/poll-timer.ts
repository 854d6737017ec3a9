/**
 * When stream readers poll: often while the local cloud is active, rarely while it is idle.
 *
 * Most records come from functions that have just run, so each of those that may have written wakes the readers at
 * once, and a local cloud that is idle or only read from costs next to no CPU.
 */

/** Between two polls. */
const ACTIVE_MS = 50;
const IDLE_MS = 500;
/** How long the local cloud counts as active after `wake`. */
const ACTIVE_FOR_MS = 250;

export class PollTimer {
  #activeUntil = 0;
  readonly #sleepers = new Set<() => void>();

  /** Wakes the readers: records may have been written. */
  wake(): void {
    this.#activeUntil = Date.now() + ACTIVE_FOR_MS;
    for (const end of [...this.#sleepers]) end();
  }

  /** Waits until the next poll, or until the signal is aborted. */
  nextPoll(signal: AbortSignal): Promise<void> {
    return this.sleep(Date.now() < this.#activeUntil ? ACTIVE_MS : IDLE_MS, signal);
  }

  /** Waits for the time, `wake` or the signal, whichever comes first. */
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
