/** Disables the mappings of queues by hand, as `aws lambda update-event-source-mapping --no-enabled` does. */

export class Gate {
  #closed: ReadonlySet<string> = new Set();
  readonly #waiting = new Set<() => void>();
  /** Readers by function that have passed, and may still get messages. */
  readonly #inside = new Map<string, number>();

  /** Closes the gate for the functions with these titles, and opens it for all others. Resolves once nothing more is received for them. */
  async close(titles: readonly string[]): Promise<void> {
    this.#closed = new Set(titles);
    this.#wake();
    while (titles.some((title) => this.#closed.has(title) && this.#count(title) > 0)) await this.#change();
  }

  /** One reader of a function. */
  reader(title: string): { pass(signal: AbortSignal): Promise<void> } {
    let isInside = false;
    return {
      /** Resolves once the gate is open, or the signal is aborted. */
      pass: async (signal) => {
        if (isInside) this.#add(title, -1);
        const end = (): void => this.#wake();
        signal.addEventListener('abort', end);
        while (this.#closed.has(title) && !signal.aborted) await this.#change();
        signal.removeEventListener('abort', end);
        isInside = true;
        this.#add(title, 1);
      },
    };
  }

  #count(title: string): number {
    return this.#inside.get(title) ?? 0;
  }

  #add(title: string, change: number): void {
    this.#inside.set(title, this.#count(title) + change);
    if (this.#waiting.size > 0) this.#wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
}
