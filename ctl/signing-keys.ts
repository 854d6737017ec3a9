/**
 * The keys that sign a network's access tokens, oldest first: at most two, and the newest one signs
 * (docs/spec/access.md#signing-keys).
 */
import type { NetworkId } from '../contract/ids.ts';
import { MAX_SIGNING_KEYS, type Network, type SigningKey } from '../lambdas/auth/networks-table.ts';
import type { Connection } from './connection.ts';
import { OperatorError } from './errors.ts';
import { changesOf, findNetwork, newSigningKey } from './networks.ts';

/** Returns the key that signs new tokens. Throws OperatorError if the network has no key. */
export function signingKeyOf({ networkId, signingKeys }: Network): SigningKey {
  const newest = signingKeys.at(-1);
  if (newest !== undefined) return newest;
  throw new OperatorError(`The network ${networkId} has no signing key.`, `Add one: key rotate ${networkId}`);
}

/** Returns the key that signs new tokens, to be shown, and notes that in the audit trail. Throws OperatorError, too. */
export async function revealSigningKey(connection: Connection, networkId: NetworkId): Promise<SigningKey> {
  const key = signingKeyOf(await findNetwork(connection, networkId));
  await changesOf(connection).noteRevealedKey(networkId, key.keyId);
  return key;
}

/**
 * Adds a key, which signs new tokens from now on; tokens of the older key stay valid. Returns the changed network.
 *
 * Throws OperatorError if there are two keys already: removing one unasked would log users out. Throws
 * NetworkNotFoundError, and NetworkConflictError if the keys were changed at the same time.
 */
export async function rotateSigningKey(connection: Connection, networkId: NetworkId): Promise<Network> {
  const network = await findNetwork(connection, networkId);
  const oldest = network.signingKeys[0];
  if (network.signingKeys.length >= MAX_SIGNING_KEYS && oldest !== undefined) {
    throw new OperatorError(
      `The network ${networkId} has ${MAX_SIGNING_KEYS} live signing keys, which is the maximum.`,
      `Revoke the older one once its tokens have expired: key revoke ${networkId} ${oldest.keyId}`,
    );
  }
  return replaceKeys(connection, network, [...network.signingKeys, newSigningKey(new Date())]);
}

/**
 * Removes a key; its tokens are refused from now on. Returns the changed network.
 *
 * Throws OperatorError for the last key and for an unknown key; NetworkNotFoundError; and NetworkConflictError if
 * the keys were changed at the same time.
 */
export async function revokeSigningKey(connection: Connection, networkId: NetworkId, keyId: string): Promise<Network> {
  const network = await findNetwork(connection, networkId);
  const remaining = network.signingKeys.filter((key) => key.keyId !== keyId);
  if (remaining.length === network.signingKeys.length) {
    const ids = network.signingKeys.map((key) => key.keyId).join(', ');
    throw new OperatorError(`The network ${networkId} has no signing key ${keyId}.`, `It has ${ids || 'none'}.`);
  }
  if (remaining.length === 0) {
    throw new OperatorError(
      `${keyId} is the last signing key of the network ${networkId}; without it nobody could call the service.`,
      `Add another one first: key rotate ${networkId}`,
    );
  }
  return replaceKeys(connection, network, remaining);
}

async function replaceKeys(connection: Connection, network: Network, signingKeys: SigningKey[]): Promise<Network> {
  await changesOf(connection).replaceSigningKeys(network, signingKeys);
  return { ...network, signingKeys };
}
