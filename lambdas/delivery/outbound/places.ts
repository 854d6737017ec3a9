/**
 * Places for work that may be under way at one time. Whoever finds none waits in line.
 *
 * A place that is free costs no more than a count: p-limit, which makes several promises for each call, was a tenth of what
 * the signer does besides signing and sending (docs/performance.md).
 */

export interface Places {
  /** Takes a place; resolves at once where one is free, and else in the order of asking. */
  readonly take: () => Promise<void>;
  /** Gives a place back. */
  readonly leave: () => void;
  /** Whether nobody has a place. */
  readonly areFree: () => boolean;
}

/** So many places. */
export function places(count: number): Places {
  let free = count;
  const line: (() => void)[] = [];
  return {
    async take() {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => line.push(resolve));
    },
    leave() {
      const next = line.shift();
      if (next === undefined) free++;
      else next();
    },
    areFree: () => free === count,
  };
}
