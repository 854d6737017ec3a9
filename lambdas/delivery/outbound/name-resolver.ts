/**
 * Resolves host names without the operating system's resolver.
 *
 * `dns.lookup` runs on libuv's four threads and can block one for many seconds: four names whose servers don't respond
 * would stop every other look-up of the process, and so every other webhook. c-ares waits without a thread. It also
 * uses no search domains and no hosts file, so a bare name never resolves to an internal host.
 */
import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { isLocalhost } from '../../shared/webhook-url.ts';

/** All addresses of a host, in the order in which to try them. Rejects with NameResolutionError; never empty. */
export type ResolveName = (host: string) => Promise<readonly string[]>;

/** The name does not exist, has no address, or its servers did not respond. */
export class NameResolutionError extends Error {}

const QUERY_TIMEOUT_MILLISECONDS = 400;
const QUERY_TRIES = 3;

/** How long addresses are cached; short, since receivers move by changing their records. */
const CACHED_MILLISECONDS = 10_000;
const CACHED_NAMES = 1000;

/** A resolver that asks the given name servers, or the system's. Addresses are cached for ten seconds. */
export function createNameResolver(servers?: readonly string[]): ResolveName {
  const resolver = new Resolver({
    timeout: QUERY_TIMEOUT_MILLISECONDS,
    maxTimeout: QUERY_TIMEOUT_MILLISECONDS,
    tries: QUERY_TRIES,
  });
  if (servers !== undefined) resolver.setServers(servers);

  const cache = new LRUCache<string, readonly string[]>({
    max: CACHED_NAMES,
    ttl: CACHED_MILLISECONDS,
    // As connections: this clock also counts the time while Lambda has frozen the process.
    perf: Date,
    ttlResolution: 0,
    fetchMethod: async (host) => {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = [...addressesOf(v4), ...addressesOf(v6)];
      if (addresses.length > 0) return addresses;
      throw new NameResolutionError(`${host} could not be resolved`, { cause: v4.status === 'rejected' && v4.reason });
    },
  });
  return async (host) => (isLocalhost(host) ? ['127.0.0.1', '::1'] : cache.forceFetch(host));
}

/** One kind of record may be missing, or its query may fail; the other one is enough. */
const addressesOf = (records: PromiseSettledResult<string[]>): readonly string[] =>
  records.status === 'fulfilled' ? records.value : [];
