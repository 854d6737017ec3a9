/** Writes what attempts have led to while others are in flight: whatever has ended meanwhile, together. */
import { type Effects, writeAll } from './effects.ts';
import type { Signer } from './signer.ts';

export interface OutcomeWriter {
  /** Effects that are to be written. */
  add(effects: Effects): void;
  /** How many were not written yet. */
  unwritten(): number;
  /** Milliseconds of the longest write; 0 before the first. */
  slowest(): number;
  hasFailed(): boolean;
  /** Resolves once all are written. Rejects where some could not be. */
  settle(): Promise<void>;
}

/** A writer for one turn. `onWritten` is called after each write. */
export function outcomeWriter(signer: Signer, onWritten: () => void): OutcomeWriter {
  let waiting: Effects[] = [];
  let [writing, slowest] = [0, 0];
  let written: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;
  return {
    add(effects) {
      waiting.push(effects);
      written ??= writeWaiting().finally(() => {
        written = undefined;
      });
    },
    unwritten: () => waiting.length + writing,
    slowest: () => slowest,
    hasFailed: () => failure !== undefined,
    async settle() {
      await written;
      if (failure !== undefined) throw failure.error;
    },
  };

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const effects = waiting;
      waiting = [];
      writing = effects.length;
      const began = signer.now();
      for (const error of (await writeAll(signer, effects)).values()) failure ??= { error };
      writing = 0;
      slowest = Math.max(slowest, signer.now() - began);
      onWritten();
    }
  }
}
