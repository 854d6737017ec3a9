/**
 * A quota's bucket, which all processes share: the generic cell rate algorithm
 * (https://www.itu.int/rec/T-REC-I.371, annex A).
 *
 * Its only state is the time at which it will be full again. To take an amount moves this time, and is possible while the time
 * stays within the window from now. So one conditional write takes any amount, whoever else takes at the same time.
 */

/** How a bucket fills up. */
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

/** The latest time at which the bucket may be full before an amount is taken from it at `now`. Earlier than `now` if it never holds so much. */
export const latestFullAt = (amount: number, now: number, rate: BucketRate): number =>
  now + Math.floor(rate.capacity / rate.refill) - millisecondsFor(amount, rate);
