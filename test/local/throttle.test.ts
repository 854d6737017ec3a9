import { describe, expect, test } from '@jest/globals';
import { createThrottle } from '../../local/gateway/throttle.ts';

const limits = (perSecond: number, burst: number) => ({ ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: burst });

/** How many of `count` requests of the route pass at one moment. */
const passing = (throttle: (routeKey: string) => boolean, routeKey: string, count: number): number =>
  Array.from({ length: count }, () => throttle(routeKey)).filter((passes) => passes).length;

describe('the throttling of a stage', () => {
  test('lets a burst pass, and then the rate', () => {
    let now = 0;
    const throttle = createThrottle({ DefaultRouteSettings: limits(10, 5), RouteSettings: {} }, () => now);
    expect(passing(throttle, 'GET /', 8)).toBe(5);
    now += 300;
    expect(passing(throttle, 'GET /', 8)).toBe(3);
    now += 60_000;
    expect(passing(throttle, 'GET /', 8)).toBe(5);
  });

  test('counts each route by itself, with its own limits or else those of the stage', () => {
    const throttle = createThrottle(
      { DefaultRouteSettings: limits(10, 5), RouteSettings: { $default: limits(1, 2) } },
      () => 0,
    );
    expect(['GET /', 'POST /', '$default'].map((route) => passing(throttle, route, 8))).toEqual([5, 5, 2]);
  });

  test('is off for a stage without limits', () => {
    expect(passing(createThrottle({ DefaultRouteSettings: undefined, RouteSettings: {} }), 'GET /', 1_000)).toBe(1_000);
  });
});
