/** Writes what attempts have led to while others are in flight: whatever has ended meanwhile, together. */
import { type Effects, type WriteEffects, writeAll } from './effects.ts';
import type { AfterAttemptError } from './errors.ts';

/** What it needs. `now` returns milliseconds since 1970. */
export interface OutcomePorts {
  readonly write: WriteEffects;
  readonly now: () => number;
}

/** A writer for one turn. `onWritten` is called after each write. */
export function outcomeWriter({ write, now }: OutcomePorts, onWritten: () => void) {
  let waiting: Effects[] = [];
  let [writing, slowest] = [0, 0];
  let written: Promise<void> | undefined;
  let failure: AfterAttemptError | undefined;
  return {
    /** Writes effects, with others that wait. */
    add(effects: Effects): void {
      waiting.push(effects);
      written ??= writeWaiting().finally(() => {
        written = undefined;
      });
    },
    /** How many were not written yet. */
    unwritten: () => waiting.length + writing,
    /** Milliseconds of the longest write; 0 before the first. */
    slowest: () => slowest,
    hasFailed: () => failure !== undefined,
    /** Resolves once all are written. Rejects with an AfterAttemptError where some could not be. */
    async settle(): Promise<void> {
      await written;
      if (failure !== undefined) throw failure;
    },
  };

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const effects = waiting;
      waiting = [];
      writing = effects.length;
      const began = now();
      for (const error of (await writeAll(write, effects)).values()) failure ??= error;
      writing = 0;
      slowest = Math.max(slowest, now() - began);
      onWritten();
    }
  }
}
