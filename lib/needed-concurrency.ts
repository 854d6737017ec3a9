/**
 * How much of an account's Lambda concurrency a stage needs, from its configuration.
 *
 * All functions of an account and region share one limit
 * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html). A new account has a reduced one
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html, which names no number; 10 is often seen). A queue's mapping takes a maximum of 2 to 1,000
 * (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html), so 10 is enough for both lanes with 2 each, the
 * two stream readers with one shard, the sweeper, and 3 calls of routes. No function reserves concurrency: an account with
 * the reduced limit has none to reserve.
 */
import type { StageConfig } from './config.ts';

/** Calls that run at one time, and what they are for. */
export interface ConcurrencyShare {
  readonly calls: number;
  readonly of: string;
}

/** Readers of the events stream: activity and fan-out. Each has one call per shard. */
const STREAM_READERS = 2;

/** Returns the shares of a stage. Their sum is what it needs at most. */
export function concurrencyShares({
  delivery,
  concurrency,
}: Pick<StageConfig, 'delivery' | 'concurrency'>): readonly ConcurrencyShare[] {
  return [
    { calls: delivery.concurrency.firstAttempts, of: 'first attempts' },
    { calls: delivery.concurrency.slowLane, of: 'the slow lane' },
    { calls: STREAM_READERS * concurrency.streamShards, of: 'stream readers' },
    { calls: 1, of: 'the sweeper' },
    { calls: concurrency.routes, of: 'routes and the authorizer' },
  ];
}

/** Returns the most calls that the stage is expected to have at one time. */
export const neededConcurrency = (config: Pick<StageConfig, 'delivery' | 'concurrency'>): number =>
  concurrencyShares(config).reduce((sum, { calls }) => sum + calls, 0);
