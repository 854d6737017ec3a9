/** Fault injection: what it does to each part of the local cloud. It is loaded only if it was asked for. */
import { createDecisions } from './decisions.ts';
import { faultyDeliveries } from './faulty-deliveries.ts';
import { faultyAuthorizer, faultyInvocation } from './faulty-functions.ts';
import { type FaultInjection, readLagMs } from './probabilities.ts';
import { faultLayers } from './service-layers.ts';

export function createFaultInjection(injection: FaultInjection) {
  const decisions = createDecisions(injection);
  return {
    aroundInvocation: faultyInvocation(decisions),
    deliveries: faultyDeliveries(decisions),
    authorizer: faultyAuthorizer(decisions),
    /** Milliseconds by which eventually consistent reads are behind. */
    readLagMs: readLagMs[injection.name],
    /** Those of the proxy. */
    layers: faultLayers(decisions),
    /** What was injected so far: a heading, and one line for each fault. */
    lines: () => [`faults ${injection.name}, seed ${injection.seed}, injected:`, ...decisions.lines()],
  };
}
