/** Waiting times of a station with several servers: M/M/c, and Allen and Cunneen's approximation of M/G/c. */

/** A station: its servers, and what arrives. */
export interface Station {
  readonly servers: number;
  /** Arrivals a second. */
  readonly arrivals: number;
  /** Mean service time in seconds. */
  readonly service: number;
  /** Squared coefficient of variation of the service time: 0 is constant, 1 exponential. */
  readonly variation: number;
}

/** Busy servers, on average: Little's law. */
export const busyServers = ({ arrivals, service }: Pick<Station, 'arrivals' | 'service'>): number => arrivals * service;

/**
 * Erlang's C: the probability that an arrival has to wait; 1 where the station is overloaded. Computed from Erlang's B by its
 * recursion (https://en.wikipedia.org/wiki/Erlang_(unit)#Erlang_C_formula).
 */
export function probabilityOfWaiting(servers: number, offered: number): number {
  if (offered >= servers) return 1;
  let blocked = 1;
  for (let n = 1; n <= servers; n++) blocked = (offered * blocked) / (n + offered * blocked);
  return blocked / (1 - (offered / servers) * (1 - blocked));
}

/**
 * Seconds that a share of the arrivals (0.5, 0.99) waits at most; Infinity where the station is overloaded. The quantile of M/M/c,
 * times (1 + variation) / 2 (https://en.wikipedia.org/wiki/M/G/k_queue).
 */
export function waitQuantile({ servers, arrivals, service, variation }: Station, share: number): number {
  const offered = arrivals * service;
  if (offered === 0) return 0;
  if (offered >= servers) return Number.POSITIVE_INFINITY;
  const waits = probabilityOfWaiting(servers, offered);
  const wait = (Math.log(waits / (1 - share)) * service) / (servers - offered);
  return Math.max(0, wait) * ((1 + variation) / 2);
}
