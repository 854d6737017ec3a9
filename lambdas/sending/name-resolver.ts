/**
 * Resolves host names without the operating system's resolver.
 *
 * `dns.lookup` runs on libuv's four threads and can block one for many seconds: four names whose servers don't respond
 * would stop every other look-up of the process, and so every other webhook. c-ares waits without a thread. It also
 * uses no search domains and no hosts file, so a bare name never resolves to an internal host.
 *
 * It asks for IPv4 addresses only: a function outside a VPC sends by nothing else
 * (https://docs.aws.amazon.com/lambda/latest/api/API_VpcConfig.html), the network of a stage with static addresses has no
 * other, and a name server that drops queries for IPv6
 * addresses, as some do, would delay every request.
 */
import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { isLocalhost } from '../shared/webhook-url.ts';

/** All IPv4 addresses of a host, in the order in which to try them. Rejects with NameResolutionError; never empty. */
export type ResolveName = (host: string) => Promise<readonly string[]>;

/** The name does not exist, has no IPv4 address, or its servers did not respond. */
export class NameResolutionError extends Error {}

const QUERY_TIMEOUT_MS = 400;
const QUERY_TRIES = 3;

/** How long addresses are cached; short, since receivers move by changing their records. */
const CACHED_MS = 10_000;
const CACHED_NAMES = 1000;

/** A resolver that asks the given name servers, or the system's. Addresses are cached for ten seconds. */
export function createNameResolver(servers?: readonly string[]): ResolveName {
  const resolver = new Resolver({
    timeout: QUERY_TIMEOUT_MS,
    maxTimeout: QUERY_TIMEOUT_MS,
    tries: QUERY_TRIES,
  });
  if (servers !== undefined) resolver.setServers(servers);

  const cache = new LRUCache<string, readonly string[]>({
    max: CACHED_NAMES,
    ttl: CACHED_MS,
    // As connections: this clock also counts the time while Lambda has frozen the process.
    perf: Date,
    ttlResolution: 0,
    fetchMethod: async (host) => {
      try {
        return await resolver.resolve4(host);
      } catch (cause) {
        throw new NameResolutionError(`${host} could not be resolved`, { cause });
      }
    },
  });
  // A program on this machine may listen on one of both only.
  return async (host) => (isLocalhost(host) ? ['127.0.0.1', '::1'] : cache.forceFetch(host));
}
