/** Fault injection: what it does to each part of the local cloud. It is loaded only if it was asked for. */
import { Decisions, Tally } from './decisions.ts';
import { disturbedDeliveries } from './disturbed-deliveries.ts';
import { disturbedAuthorizer, disturbedInvocation } from './disturbed-functions.ts';
import type { BadWeather } from './probabilities.ts';
import { readLagMs } from './probabilities.ts';
import { weatherLayers } from './service-layers.ts';

export function createWeather(weather: BadWeather) {
  const tally = new Tally();
  const decisions = new Decisions(weather, tally.add);
  return {
    aroundInvocation: disturbedInvocation(decisions),
    deliveries: disturbedDeliveries(decisions),
    authorizer: disturbedAuthorizer(decisions),
    /** Milliseconds by which eventually consistent reads are behind. */
    readLagMs: readLagMs[weather.name],
    /** Those of the proxy. */
    layers: weatherLayers(decisions),
    /** What was injected so far: a heading, and one line for each fault. */
    lines: () => [`weather ${weather.name}, seed ${weather.seed}, injected:`, ...tally.lines()],
  };
}
