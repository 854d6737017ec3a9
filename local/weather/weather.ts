/** Fault injection: what it does to each part of the local cloud. It is loaded only if it was asked for. */
import { createDecisions } from './decisions.ts';
import { disturbedDeliveries } from './disturbed-deliveries.ts';
import { disturbedAuthorizer, disturbedInvocation } from './disturbed-functions.ts';
import { type BadWeather, readLagMs } from './probabilities.ts';
import { weatherLayers } from './service-layers.ts';

export function createWeather(weather: BadWeather) {
  const decisions = createDecisions(weather);
  return {
    aroundInvocation: disturbedInvocation(decisions),
    deliveries: disturbedDeliveries(decisions),
    authorizer: disturbedAuthorizer(decisions),
    /** Milliseconds by which eventually consistent reads are behind. */
    readLagMs: readLagMs[weather.name],
    /** Those of the proxy. */
    layers: weatherLayers(decisions),
    /** What was injected so far: a heading, and one line for each fault. */
    lines: () => [`weather ${weather.name}, seed ${weather.seed}, injected:`, ...decisions.lines()],
  };
}
