/**
 * What one process may still let through of one network's quota, without asking the bucket that all processes share.
 *
 * It takes from the bucket as much as it expects to use in the next seconds. What it has not used by the end of the
 * allotment is void. A process that is asked rarely lets the first few through, and takes them from the bucket with its
 * next allotment.
 *
 * A process handles one request at a time, as in Lambda. If it handled several, they might take more than one allotment.
 */

/**
 * How a quota's bucket fills up, which all processes share: the generic cell rate algorithm
 * (https://www.itu.int/rec/T-REC-I.371, annex A).
 *
 * Its only state is the time at which it will be full again. To take an amount moves this time, and is possible while
 * the time stays within the window from now. A full bucket gives more than it holds, and is full again later. So one
 * conditional write takes any amount, whoever else takes at the same time.
 */
export interface BucketRate {
  /** What it holds when it is full. */
  readonly capacity: number;
  /** What it gains in a millisecond. */
  readonly refill: number;
}

/** Milliseconds in which the bucket gains an amount. */
export const millisecondsFor = (amount: number, { refill }: BucketRate): number => Math.ceil(amount / refill);

/** What can be taken at `now` from a bucket that is full at `fullAt`; times are milliseconds since 1970. */
export const available = (fullAt: number, now: number, { capacity, refill }: BucketRate): number =>
  Math.floor(Math.min(capacity, capacity - (fullAt - now) * refill));

/** The latest `fullAt` at which an amount can be taken at `now`; before `now` if the bucket never holds so much. */
export const latestFullAt = (amount: number, now: number, rate: BucketRate): number =>
  now + Math.floor(rate.capacity / rate.refill) - millisecondsFor(amount, rate);

/**
 * Takes an amount from the bucket, or as much as it has if that is at least `min`; `fullAt` is what is known of it.
 * Returns what it took, 0 if there was less, and when the bucket will be full, in milliseconds since 1970. Throws where
 * the bucket can't be asked.
 */
export type Take = (
  amount: number,
  min: number,
  fullAt: number,
) => Promise<{ readonly taken: number; readonly fullAt: number }>;

/** Milliseconds for which an allotment is meant to last. */
const ALLOTMENT_MS = 12_000;
/** Milliseconds after which the rest of an allotment is void. */
const ALLOTMENT_ENDS_AFTER_MS = 2 * ALLOTMENT_MS;
/** The largest share of the bucket's capacity that one allotment takes. */
const LARGEST_SHARE = 1 / 8;
/** The share of the capacity that a process lets through before it asks. */
const CREDIT_SHARE = 1 / 200;
/** The largest first allotment. Each following one is at most twice as large as the one before, and a few more. */
const FIRST_ALLOTMENT = 5;
/** An allotment of fewer is small: the next is asked for later, since many processes ask. */
const SMALL_ALLOTMENT = 50;
const SHORTEST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 5_000;

export type Allowance = ReturnType<typeof allowance>;

/** `reserve` is what `take` leaves in the bucket. */
export function allowance(rate: BucketRate, take: Take, clock: () => number = Date.now, reserve = 0) {
  const credit = Math.floor(rate.capacity * CREDIT_SHARE);
  /** What is left of the allotment; below 0, what was let through without one. */
  let left = 0;
  let allottedAt = clock();
  let usedSinceAllotment = 0;
  let fullAt = 0;
  /** Set while the bucket has less than is asked for: when to ask again. */
  let askAgainAt = 0;
  /** The smallest amount that is known to be missing then. */
  let missing = 0;
  let backoff = SHORTEST_BACKOFF_MS;
  /** What the last allotment was. */
  let lastTaken = 0;

  return { has, use, remaining, secondsUntilRefilled, secondsUntilFull };

  /** Whether the network may use an amount now. Takes an allotment where the last one is used up. */
  async function has(amount: number): Promise<boolean> {
    const now = clock();
    if (left > 0 && now - allottedAt > ALLOTMENT_ENDS_AFTER_MS) left = 0;
    if (amount <= left + credit) return true;
    if (now < askAgainAt && amount - left >= missing) return false;
    await takeAllotment(amount, now);
    return amount <= left + credit;
  }

  /** Uses an amount that it has. */
  function use(amount: number): void {
    left -= amount;
    usedSinceAllotment += amount;
  }

  async function takeAllotment(amount: number, now: number): Promise<void> {
    const min = amount - left;
    const perMillisecond = usedSinceAllotment / Math.max(1, now - allottedAt);
    const expected = Math.min(
      perMillisecond * ALLOTMENT_MS,
      2 * lastTaken + FIRST_ALLOTMENT,
      rate.capacity * LARGEST_SHARE,
    );
    const wanted = min + Math.ceil(expected);
    const result = await take(wanted, min, fullAt);
    left += result.taken;
    lastTaken = result.taken;
    fullAt = result.fullAt;
    allottedAt = now;
    usedSinceAllotment = 0;
    if (result.taken === wanted) backoff = SHORTEST_BACKOFF_MS;
    else {
      backoff = result.taken < SMALL_ALLOTMENT ? Math.min(2 * backoff, LONGEST_BACKOFF_MS) : SHORTEST_BACKOFF_MS;
      missing = result.taken === 0 ? min : 1;
      askAgainAt = now + backoff * (0.75 + Math.random() / 2);
    }
  }

  /** What the network can use, as far as this process knows. */
  function remaining(): number {
    return Math.max(0, Math.min(rate.capacity, left + Math.max(0, available(fullAt, clock(), rate) - reserve)));
  }

  /** Whole seconds after which an amount that it does not have may be tried again, at least 1. */
  function secondsUntilRefilled(amount: number): number {
    const now = clock();
    const min = Math.min(amount - left, rate.capacity);
    const refill = millisecondsFor(Math.max(0, min - available(fullAt, now, rate)), rate);
    return Math.max(1, Math.ceil(Math.max(refill, askAgainAt - now) / 1000));
  }

  /** Whole seconds until the bucket is full. */
  function secondsUntilFull(): number {
    return Math.max(0, Math.ceil((fullAt - clock()) / 1000));
  }
}
