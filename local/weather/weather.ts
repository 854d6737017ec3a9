/** Fault injection: what it does to each part of the local cloud. It is loaded only if it was asked for. */
import type { Deliveries } from '../event-sources/deliveries.ts';
import type { AroundInvocation } from '../functions/function-pool.ts';
import type { AuthorizerInvokable } from '../gateway/api.ts';
import { Decisions, Tally } from './decisions.ts';
import { disturbedDeliveries } from './disturbed-deliveries.ts';
import { disturbedAuthorizer, disturbedInvocation } from './disturbed-functions.ts';
import type { BadWeather } from './probabilities.ts';
import { type Fault, readLagMs } from './probabilities.ts';

export interface Weather {
  readonly aroundInvocation: AroundInvocation;
  readonly deliveries: Deliveries;
  readonly authorizer: AuthorizerInvokable;
  /** Milliseconds by which eventually consistent reads are behind. */
  readonly readLagMs: number;
  /** Counts a fault that another thread injected (service-layers.ts). */
  readonly count: (fault: Fault) => void;
  /** What was injected so far: a heading, and one line for each fault. */
  lines(): readonly string[];
}

export function createWeather(weather: BadWeather): Weather {
  const tally = new Tally();
  const decisions = new Decisions(weather, tally.add);
  return {
    aroundInvocation: disturbedInvocation(decisions),
    deliveries: disturbedDeliveries(decisions),
    authorizer: disturbedAuthorizer(decisions),
    readLagMs: readLagMs[weather.name],
    count: tally.add,
    lines: () => [`weather ${weather.name}, seed ${weather.seed}, injected:`, ...tally.lines()],
  };
}
