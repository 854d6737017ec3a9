/**
 * Who uses most of something: the frequent items of a stream, in bounded memory (Misra and Gries, 1982,
 * https://doi.org/10.1016/0167-6423(82)90012-0). A count is too low by at most 1/21 of the total, and never too high.
 */

const MOST = 20;

export function frequentCallers() {
  const counts = new Map<string, number>();
  let total = 0;
  return { add, halve, clear, countOf: (caller: string) => counts.get(caller) ?? 0, total: () => total, above };

  function add(caller: string, amount: number): void {
    total += amount;
    const known = counts.get(caller);
    if (known !== undefined || counts.size < MOST) counts.set(caller, (known ?? 0) + amount);
    else lower((count) => count - amount);
  }

  /** Halves all counts, so that what was long ago hardly counts. */
  function halve(): void {
    total /= 2;
    lower((count) => count / 2);
  }

  function lower(lowered: (count: number) => number): void {
    for (const [caller, count] of counts) {
      if (lowered(count) >= 0.5) counts.set(caller, lowered(count));
      else counts.delete(caller);
    }
  }

  function clear(): void {
    total = 0;
    counts.clear();
  }

  /** The callers with more than a share of the total, and more than an amount. */
  function above(share: number, amount: number): [caller: string, count: number][] {
    return [...counts].filter(([, count]) => count > total * share && count > amount);
  }
}
