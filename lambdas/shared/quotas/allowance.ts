/**
 * What one process may still let through of one network's quota, without asking the bucket that all processes share.
 *
 * It takes from the bucket as much as it expects to use in the next seconds. What it has not used by the end of the
 * lease is void. A process that is asked rarely lets the first few through, and takes them from the bucket with its
 * next lease.
 *
 * A process handles one request at a time, as in Lambda. If it handled several, they might take more than one lease.
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
 * Takes an amount from the bucket, or as much as it has if that is at least `least`; `fullAt` is what is known of it.
 * Returns what it took, 0 if there was less, and when the bucket will be full, in milliseconds since 1970. Throws where
 * the bucket can't be asked.
 */
export type Take = (
  amount: number,
  least: number,
  fullAt: number,
) => Promise<{ readonly taken: number; readonly fullAt: number }>;

/** Milliseconds for which a lease is meant to last. */
const LEASE_MS = 12_000;
/** Milliseconds after which the rest of a lease is void. */
const LEASE_ENDS_AFTER_MS = 2 * LEASE_MS;
/** The largest share of the bucket's capacity that one lease takes. */
const LARGEST_SHARE = 1 / 8;
/** The share of the capacity that a process lets through before it asks. */
const CREDIT_SHARE = 1 / 200;
/** The largest first lease. Each following one is at most twice as large as the one before, and a few more. */
const FIRST_LEASE = 5;
/** A lease of fewer is small: the next is asked for later, since many processes ask. */
const SMALL_LEASE = 50;
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

export type Allowance = ReturnType<typeof allowance>;

/** `reserve` is what `take` leaves in the bucket. */
export function allowance(rate: BucketRate, take: Take, clock: () => number = Date.now, reserve = 0) {
  const credit = Math.floor(rate.capacity * CREDIT_SHARE);
  /** What is left of the lease; below 0, what was let through without one. */
  let left = 0;
  let leasedAt = clock();
  let usedSinceLease = 0;
  let fullAt = 0;
  /** Set while the bucket has less than is asked for: when to ask again. */
  let pausedUntil = 0;
  /** The smallest amount that is known to be missing then. */
  let missing = 0;
  let pause = SHORTEST_PAUSE_MS;
  /** What the last lease was. */
  let lastTaken = 0;

  return { has, use, remaining, secondsUntil, secondsUntilFull };

  /** Whether the network may use an amount now. Takes a lease where the last one is used up. */
  async function has(amount: number): Promise<boolean> {
    const now = clock();
    if (left > 0 && now - leasedAt > LEASE_ENDS_AFTER_MS) left = 0;
    if (amount <= left + credit) return true;
    if (now < pausedUntil && amount - left >= missing) return false;
    await lease(amount, now);
    return amount <= left + credit;
  }

  /** Uses an amount that it has. */
  function use(amount: number): void {
    left -= amount;
    usedSinceLease += amount;
  }

  async function lease(amount: number, now: number): Promise<void> {
    const least = amount - left;
    const perMillisecond = usedSinceLease / Math.max(1, now - leasedAt);
    const expected = Math.min(perMillisecond * LEASE_MS, 2 * lastTaken + FIRST_LEASE, rate.capacity * LARGEST_SHARE);
    const wanted = least + Math.ceil(expected);
    const result = await take(wanted, least, fullAt);
    left += result.taken;
    lastTaken = result.taken;
    fullAt = result.fullAt;
    leasedAt = now;
    usedSinceLease = 0;
    if (result.taken === wanted) pause = SHORTEST_PAUSE_MS;
    else {
      pause = result.taken < SMALL_LEASE ? Math.min(2 * pause, LONGEST_PAUSE_MS) : SHORTEST_PAUSE_MS;
      missing = result.taken === 0 ? least : 1;
      pausedUntil = now + pause * (0.75 + Math.random() / 2);
    }
  }

  /** What the network can use, as far as this process knows. */
  function remaining(): number {
    return Math.max(0, Math.min(rate.capacity, left + Math.max(0, available(fullAt, clock(), rate) - reserve)));
  }

  /** Whole seconds after which an amount that it does not have may be tried again, at least 1. */
  function secondsUntil(amount: number): number {
    const now = clock();
    const least = Math.min(amount - left, rate.capacity);
    const refill = millisecondsFor(Math.max(0, least - available(fullAt, now, rate)), rate);
    return Math.max(1, Math.ceil(Math.max(refill, pausedUntil - now) / 1000));
  }

  /** Whole seconds until the bucket is full. */
  function secondsUntilFull(): number {
    return Math.max(0, Math.ceil((fullAt - clock()) / 1000));
  }
}
