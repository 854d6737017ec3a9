/** The keys that sign a network's access tokens (decision 2): at most two live, oldest first, the newest one signs. */
import type { NetworkId } from '../contract/ids.ts';
import { MAX_SIGNING_KEYS, type Network, networksTable, type SigningKey } from '../lambdas/auth/networks-table.ts';
import type { Connection } from './connection.ts';
import { findNetwork } from './networks.ts';
import { newSigningKey } from './new-signing-key.ts';
import { OperatorError } from './operator-error.ts';

/** The key that signs new tokens: the newest. Throws OperatorError for a network that has none. */
export function signingKeyOf({ networkId, signingKeys }: Network): SigningKey {
  const newest = signingKeys.at(-1);
  if (newest !== undefined) return newest;
  throw new OperatorError(`The network ${networkId} has no signing key.`, `Add one: key rotate ${networkId}`);
}

/**
 * Adds a key, which signs new tokens from now on; tokens of the key before it stay valid. Answers the network with its new keys.
 *
 * Throws OperatorError while two keys are live: dropping one unasked would log users out. Throws NetworkNotFoundError and
 * SigningKeysChangedError.
 */
export async function rotateSigningKey(connection: Connection, networkId: NetworkId): Promise<Network> {
  const network = await findNetwork(connection, networkId);
  const oldest = network.signingKeys[0];
  if (network.signingKeys.length >= MAX_SIGNING_KEYS && oldest !== undefined) {
    throw new OperatorError(
      `The network ${networkId} has ${MAX_SIGNING_KEYS} live signing keys, the most there can be.`,
      `Revoke the older one once its tokens have expired: key revoke ${networkId} ${oldest.keyId}`,
    );
  }
  return replaceKeys(connection, network, [...network.signingKeys, newSigningKey(new Date())]);
}

/**
 * Removes a key; its tokens are refused from now on. Answers the network with the keys that are left.
 *
 * Throws OperatorError for the last key and for one that the network does not have, and NetworkNotFoundError and
 * SigningKeysChangedError.
 */
export async function revokeSigningKey(connection: Connection, networkId: NetworkId, keyId: string): Promise<Network> {
  const network = await findNetwork(connection, networkId);
  const left = network.signingKeys.filter((key) => key.keyId !== keyId);
  if (left.length === network.signingKeys.length) {
    const ids = network.signingKeys.map((key) => key.keyId).join(', ');
    throw new OperatorError(`The network ${networkId} has no signing key ${keyId}.`, `It has ${ids || 'none'}.`);
  }
  if (left.length === 0) {
    throw new OperatorError(
      `${keyId} is the last signing key of the network ${networkId}; without it nobody could call the service.`,
      `Add another one first: key rotate ${networkId}`,
    );
  }
  return replaceKeys(connection, network, left);
}

async function replaceKeys(
  { client, tables }: Connection,
  network: Network,
  signingKeys: SigningKey[],
): Promise<Network> {
  await networksTable(client, tables.networks).replaceSigningKeys(network, signingKeys);
  return { ...network, signingKeys };
}
