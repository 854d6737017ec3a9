/**
 * The stage's throttling: a token bucket for each route, with the route's own limits or else the stage's.
 *
 * It is always on: a stage's limits are its own, and those of a stage on one machine are far above what it can serve.
 */
import type { StageProperties } from '../template/api-types.ts';

/** Whether a request of this route may pass now. */
export type Throttle = (routeKey: string) => boolean;

interface Bucket {
  readonly tokens: number;
  /** Milliseconds. */
  readonly filledAt: number;
}

/** `now` returns milliseconds. */
export function createThrottle(
  { DefaultRouteSettings, RouteSettings }: Pick<StageProperties, 'DefaultRouteSettings' | 'RouteSettings'>,
  now: () => number = () => performance.now(),
): Throttle {
  const buckets = new Map<string, Bucket>();
  return (routeKey) => {
    const limits = RouteSettings[routeKey] ?? DefaultRouteSettings;
    if (limits === undefined) return true;
    const { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: burst } = limits;
    const time = now();
    const { tokens, filledAt } = buckets.get(routeKey) ?? { tokens: burst, filledAt: time };
    const filled = Math.min(burst, tokens + ((time - filledAt) / 1_000) * perSecond);
    const passes = filled >= 1;
    buckets.set(routeKey, { tokens: passes ? filled - 1 : filled, filledAt: time });
    return passes;
  };
}
