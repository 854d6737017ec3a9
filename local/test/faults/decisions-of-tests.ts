/** Faults that a test chooses. */
import type { Decisions } from '../../faults/decisions.ts';
import type { Fault } from '../../faults/probabilities.ts';

/** The first decision about each of these faults injects it, and no other decision injects anything. */
export function firstOf(...faults: readonly Fault[]): Decisions {
  const left = new Set(faults);
  return { next: (fault) => (left.delete(fault) ? { extent: 0.5, variant: 0.5 } : undefined) };
}
