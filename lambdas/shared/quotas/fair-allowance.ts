/**
 * What one process may let through of a network's quota, with a part that no single caller can use up
 * (docs/spec/requests.md#one-caller).
 *
 * A caller is greedy here who has lately asked for more than a tenth of what all have asked this process for. Greedy
 * callers have an allowance of their own, which leaves the bucket half full. So their requests cost what they did,
 * those of all others too, and nothing is read.
 */
import { type Allowance, allowance, type BucketRate, type Take } from './allowance.ts';
import { frequentCallers } from './frequent-callers.ts';

/** What was used since the last report, and by whom most of it. */
export interface Use {
  readonly used: number;
  readonly callers: readonly (readonly [caller: string, used: number])[];
}

/** Takes from the bucket what leaves `reserve` in it, and stores the use with it. */
export type TakeAndReport = (...taken: [...Parameters<Take>, reserve: number, use: Use]) => ReturnType<Take>;

/** The share of what is asked for above which a caller is greedy. */
const GREEDY_SHARE = 1 / 10;
/** So many requests in some seconds are not greedy, whatever the share: most processes see few callers. */
const MODEST = 20;
/** The share of the bucket that greedy callers leave. */
const RESERVED_SHARE = 1 / 2;
/** Milliseconds after which what was asked for counts half. */
const HALF_LIFE_MS = 10_000;

export type FairAllowance = ReturnType<typeof fairAllowance>;

export function fairAllowance(rate: BucketRate, take: TakeAndReport, clock: () => number = Date.now) {
  const asked = frequentCallers();
  const unreported = frequentCallers();
  const modest = Math.min(MODEST, rate.capacity * GREEDY_SHARE);
  let halvedAt = clock();
  const reserve = Math.floor(rate.capacity * RESERVED_SHARE);
  const ordinary = leaving(0);
  const greedy = leaving(reserve);

  return { of, used };

  /** The allowance that serves the caller's request; without a caller (a network's own server), the whole one. */
  function of(caller: string | undefined, amount: number): Allowance {
    if (caller === undefined) return ordinary;
    for (let now = clock(); now - halvedAt >= HALF_LIFE_MS; ) {
      if (asked.total() < 1) halvedAt = now;
      else halvedAt += HALF_LIFE_MS;
      asked.halve();
    }
    asked.add(caller, amount);
    const count = asked.countOf(caller);
    return count > modest && count > asked.total() * GREEDY_SHARE ? greedy : ordinary;
  }

  /** Notes what the caller has used. */
  function used(caller: string | undefined, amount: number): void {
    unreported.add(caller ?? '', amount);
  }

  function leaving(left: number): Allowance {
    const taking: Take = async (amount, min, fullAt) => {
      const callers = unreported.above(GREEDY_SHARE, modest).filter(([caller]) => caller !== '');
      const result = await take(amount, min, fullAt, left, { used: unreported.total(), callers });
      if (result.taken > 0) unreported.clear();
      return result;
    };
    return allowance(rate, taking, clock, left);
  }
}
