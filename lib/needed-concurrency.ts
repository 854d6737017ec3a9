/**
 * How much of an account's Lambda concurrency a stage needs, from its configuration.
 *
 * All functions of an account and region share one limit
 * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html). A new account has a reduced one
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html, which names no number; 10 is often seen). A
 * queue's mapping takes a maximum of 2 to 1,000
 * (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html), so 10 is enough for both lanes with 2 each,
 * the two stream readers with one shard, the sweeper, and 3 calls of routes.
 */
import type { RouteDefinition } from '../contract/route.ts';
import { routes } from '../contract/routes.ts';
import { reservedQuotas, type StageConfig } from './config.ts';

/** Calls that run at one time, and what they are for. */
export interface ConcurrencyShare {
  readonly calls: number;
  readonly of: string;
}

type Plan = Pick<StageConfig, 'delivery' | 'concurrency' | 'noticeMail'>;

/** Readers of the events stream: activity and fan-out. */
const STREAM_READERS = 2;
/** An account must leave this much without reservation (https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html). */
export const UNRESERVED = 100;

/** Returns the most calls that one stream reader has at one time. */
export const callsOfStreamReader = ({ streamShards, batchesPerShard }: StageConfig['concurrency']): number =>
  streamShards * batchesPerShard;

/** Whether users and servers call the routes of a quota all the time: these have calls of their own. */
export const isReserved = (quota: RouteDefinition['quota']): quota is (typeof reservedQuotas)[number] =>
  reservedQuotas.some((one) => one === quota);

/** Returns the calls that a route reserves, if it reserves any. */
export function reservedForRoute(route: RouteDefinition, { reserved }: StageConfig['concurrency']): number | undefined {
  const { quota } = route;
  return isReserved(quota) ? reserved?.[quota] : undefined;
}

/** Returns the shares of a stage. Their sum is what it needs at most. */
export function concurrencyShares({ delivery, concurrency, noticeMail }: Plan): readonly ConcurrencyShare[] {
  const reserved = { calls: reservedForCallers(concurrency), of: 'the authorizer and routes of users and servers' };
  return [
    ...(reserved.calls > 0 ? [reserved] : []),
    { calls: delivery.concurrency.firstAttempts, of: 'first attempts' },
    { calls: delivery.concurrency.slowLane, of: 'the slow lane' },
    { calls: STREAM_READERS * callsOfStreamReader(concurrency), of: 'stream readers' },
    { calls: 1, of: 'the sweeper' },
    ...(noticeMail === undefined ? [] : [{ calls: 1, of: 'mails' }]),
    { calls: concurrency.routes, of: reserved.calls > 0 ? 'other routes' : 'routes and the authorizer' },
  ];
}

/** Returns the most calls that the stage is expected to have at one time. */
export const neededConcurrency = (config: Plan): number =>
  concurrencyShares(config).reduce((sum, { calls }) => sum + calls, 0);

/** Throws where the account does not have what the stage needs, or would have too little left without reservation. */
export function refuseTooMuchConcurrency(config: Plan & Pick<StageConfig, 'name'>): void {
  const { account, reserved, streamShards, batchesPerShard } = config.concurrency;
  const counts = Object.entries({ streamShards, batchesPerShard, ...reserved });
  const wrong = counts.find(([, calls]) => !Number.isInteger(calls) || calls < 1);
  // https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
  if (wrong !== undefined)
    throw new Error(
      `${config.name}: concurrency of ${wrong[0]} must be a whole number of at least 1: with 0, no call would run.`,
    );
  const needed = neededConcurrency(config);
  const shares = concurrencyShares(config).map(({ calls, of }) => `${calls} for ${of}`);
  if (needed > account) {
    throw new Error(
      `The stage ${config.name} needs ${needed} concurrent calls: ${shares.join(', ')}. Its account has ${account} (the setting concurrency.account).`,
    );
  }
  const unreserved = account - reservedCalls(config.concurrency);
  if (reserved !== undefined && unreserved < UNRESERVED) {
    throw new Error(
      `The stage ${config.name} leaves ${unreserved} of its account's ${account} concurrent calls unreserved; Lambda wants ${UNRESERVED} (the setting concurrency.reserved).`,
    );
  }
}

function reservedForCallers(concurrency: StageConfig['concurrency']): number {
  const ofRoutes = Object.values<RouteDefinition>(routes).map((route) => reservedForRoute(route, concurrency) ?? 0);
  return ofRoutes.reduce((sum, calls) => sum + calls, concurrency.reserved?.authorizer ?? 0);
}

/** Returns the calls that the stage reserves: for callers, and for stream readers. */
export const reservedCalls = (concurrency: StageConfig['concurrency']): number =>
  concurrency.reserved === undefined
    ? 0
    : reservedForCallers(concurrency) + STREAM_READERS * callsOfStreamReader(concurrency);
