/** What has to be raised for a load, and how far: until every limit that can be raised is used by 70 %. */
import { sweeperUtilisation } from './lanes.ts';
import { limits } from './limits.ts';
import type { Capacity, Load } from './load.ts';
import { HIGHEST_UTILISATION, predict } from './prediction.ts';
import { mostWritten, totalConcurrency, type Use } from './uses.ts';

const TARGET = 0.7;

/** A limit that a load uses too much. */
export interface Raise {
  readonly use: Use;
  /** What it should be. */
  readonly to: number;
  /** Whether it can't be raised that far. */
  readonly needsRedesign: boolean;
}

/** What the load uses too much, the most used limit first. */
export const raises = (load: Load, capacity: Capacity): readonly Raise[] =>
  predict(load, capacity)
    .uses.filter(({ utilisation }) => utilisation > HIGHEST_UTILISATION)
    .map((use) => ({
      use,
      to: Math.min(use.most, twoDigits(use.used / TARGET)),
      needsRedesign: use.raisedBy === 'design' || use.used > HIGHEST_UTILISATION * use.most,
    }));

/** The capacity with every setting and quota raised as far as AWS allows. */
export function raised(load: Load, capacity: Capacity): Capacity {
  const prediction = predict(load, capacity);
  const { fast, slow, requests, tables, fanOut, recordActivity } = prediction;
  const { stream, delivery, api, memory } = capacity;
  const atLeast = (now: number, used: number, most = Number.POSITIVE_INFINITY): number =>
    used / now <= HIGHEST_UTILISATION ? now : Math.min(most, twoDigits(used / TARGET));
  const lane = (now: number, used: number): number => atLeast(now, used, limits.queueConcurrency.value);
  const reading = Math.max(fanOut.utilisation, recordActivity.utilisation);
  return {
    ...capacity,
    memory: {
      ...memory,
      sweep: atLeast(memory.sweep, memory.sweep * sweeperUtilisation(load, capacity), limits.memoryOfProcessor.value),
    },
    api: {
      ...api,
      throttle: { ...api.throttle, requestsPerSecond: atLeast(api.throttle.requestsPerSecond, requests) },
    },
    delivery: {
      ...delivery,
      concurrency: {
        firstAttempts: lane(delivery.concurrency.firstAttempts, fast.leastConcurrency),
        slowLane: lane(delivery.concurrency.slowLane, slow.leastConcurrency),
      },
    },
    stream: {
      ...stream,
      parallelizationFactor:
        reading <= HIGHEST_UTILISATION
          ? stream.parallelizationFactor
          : Math.min(limits.parallelizationFactor.value, Math.ceil((reading * stream.parallelizationFactor) / TARGET)),
    },
    accountConcurrency: atLeast(capacity.accountConcurrency, totalConcurrency(prediction)),
    provenWrites: atLeast(capacity.provenWrites, mostWritten(tables)),
  };
}

/** Rounded up to two digits, and to a whole number. */
export function twoDigits(value: number): number {
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / digit) * digit;
}
