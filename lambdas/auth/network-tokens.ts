/**
 * Verifies tokens that are signed with the keys of a network, and refuses made-up ones without reading the table each
 * time (docs/spec/access.md#made-up-tokens).
 */
import { LRUCache } from 'lru-cache';
import type { NetworkId } from '../../contract/ids.ts';
import { readToken, type TokenSubject, unknownKey, verifySignature } from './access-token.ts';
import type { Network, NetworksTable } from './networks-table.ts';

/** A token's user, when it expires (seconds since 1970), and the network that signed it. */
export interface VerifiedToken {
  readonly subject: TokenSubject;
  readonly expiresAt: number;
  readonly network: Network;
}

/** For as long a new network, or a new key, can be refused if a token named it before. */
export const REMEMBERED_MS = 5_000;
export const MAX_ABSENT_NETWORKS = 10_000;
const MAX_NETWORKS = 1_000;

/**
 * Returns a function that verifies a token, or throws InvalidTokenError. A token is never accepted from memory: the
 * network is read consistently for each one, so a revoked key stops at once. `now` returns milliseconds.
 *
 * Only refusals are remembered, the networks that don't exist apart from those that do: made-up names can't evict real
 * ones.
 */
export function networkTokens(
  networks: Pick<NetworksTable, 'read'>,
  maxLifetimeSeconds: number,
  now: () => number = Date.now,
): (text: string) => Promise<VerifiedToken> {
  // Resolution 0: a timer would stand still while Lambda has frozen the process.
  const timing = { ttl: REMEMBERED_MS, ttlResolution: 0, perf: { now } };
  const absent = new LRUCache<NetworkId, true>({ max: MAX_ABSENT_NETWORKS, ...timing });
  const refusing = new LRUCache<NetworkId, Network>({ max: MAX_NETWORKS, ...timing });

  return async (text) => {
    const token = readToken(text, maxLifetimeSeconds);
    const { subject, expiresAt } = token;
    const { networkId } = subject;
    if (absent.has(networkId)) throw unknownKey();
    const remembered = refusing.get(networkId);
    if (remembered !== undefined) await verifySignature(token, remembered.signingKeys);

    const network = await networks.read(networkId);
    if (network === undefined) {
      absent.set(networkId, true);
      throw unknownKey();
    }
    try {
      await verifySignature(token, network.signingKeys);
    } catch (error) {
      refusing.set(networkId, network);
      throw error;
    }
    return { subject, expiresAt, network };
  };
}
