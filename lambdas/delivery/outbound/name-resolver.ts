/**
 * Resolves host names without the operating system's resolver.
 *
 * `dns.lookup` runs on libuv's four threads and can hold one for many seconds: four names whose servers don't answer would
 * stop every other look-up of the process, and with it every other webhook. c-ares waits without a thread. It also knows
 * no search domains and no hosts file, so a bare name never turns into a host of the inside.
 */
import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { isLocalhost } from '../../shared/webhook-url.ts';

/** All addresses of a host, in the order in which they are to be tried. Rejects with NameResolutionError; never empty. */
export type ResolveName = (host: string) => Promise<readonly string[]>;

/** The name does not exist, has no address, or its servers did not answer. */
export class NameResolutionError extends Error {}

const QUERY_TIMEOUT_MILLISECONDS = 400;
const QUERY_TRIES = 3;

/** How long an answer serves new connections; short, since receivers move by changing their records. */
const KEPT_MILLISECONDS = 10_000;
const KEPT_NAMES = 1000;

/** A resolver that asks the given name servers, or the system's; answers are kept for ten seconds and asked for once at a time. */
export function createNameResolver(servers?: readonly string[]): ResolveName {
  const resolver = new Resolver({
    timeout: QUERY_TIMEOUT_MILLISECONDS,
    maxTimeout: QUERY_TIMEOUT_MILLISECONDS,
    tries: QUERY_TRIES,
  });
  if (servers !== undefined) resolver.setServers(servers);

  const answers = new LRUCache<string, readonly string[]>({
    max: KEPT_NAMES,
    ttl: KEPT_MILLISECONDS,
    fetchMethod: async (host) => {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const addresses = [...addressesOf(v4), ...addressesOf(v6)];
      if (addresses.length > 0) return addresses;
      throw new NameResolutionError(`${host} could not be resolved`, { cause: v4.status === 'rejected' && v4.reason });
    },
  });
  return async (host) => (isLocalhost(host) ? ['127.0.0.1', '::1'] : answers.forceFetch(host));
}

/** One kind of record may be missing or its query fail: what the other brought is enough. */
const addressesOf = (answer: PromiseSettledResult<string[]>): readonly string[] =>
  answer.status === 'fulfilled' ? answer.value : [];
