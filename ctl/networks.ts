/** Networks and their settings, as the operator works on them (decisions 1, 5, 11, 17). Nothing here prints or exits. */
import type { Feature, HideMode } from '../contract/access.ts';
import type { NetworkId } from '../contract/ids.ts';
import {
  type Network,
  NetworkExistsError,
  NetworkNotFoundError,
  type NetworksTable,
  networksTable,
} from '../lambdas/auth/networks-table.ts';
import type { Connection } from './connection.ts';
import { newSigningKey } from './new-signing-key.ts';

/** Adds a network with one signing key and the given features on: none by default (decisions 2 and 5). Throws NetworkExistsError. */
export async function createNetwork(
  connection: Connection,
  networkId: NetworkId,
  features: readonly Feature[] = [],
): Promise<Network> {
  const now = new Date();
  const network: Network = {
    networkId,
    features: {
      blockUser: features.includes('blockUser'),
      userActivity: features.includes('userActivity'),
      webhooks: features.includes('webhooks'),
    },
    hideMode: 'blocker',
    signingKeys: [newSigningKey(now)],
    createdAt: now.toISOString(),
  };
  await tableOf(connection).create(network);
  return network;
}

/** Adds a network unless there is one of that id, whose settings stay as they are. Answers whether it was added. */
export async function createNetworkIfMissing(
  connection: Connection,
  networkId: NetworkId,
  features: readonly Feature[] = [],
): Promise<boolean> {
  try {
    await createNetwork(connection, networkId, features);
    return true;
  } catch (error) {
    if (error instanceof NetworkExistsError) return false;
    throw error;
  }
}

/** The network. Throws NetworkNotFoundError. */
export async function findNetwork(connection: Connection, networkId: NetworkId): Promise<Network> {
  const network = await tableOf(connection).read(networkId);
  if (network === undefined) throw new NetworkNotFoundError(`There is no network ${networkId}.`);
  return network;
}

/** Every network, by id in ascending order. */
export async function allNetworks(connection: Connection): Promise<readonly Network[]> {
  const networks: Network[] = [];
  for await (const network of tableOf(connection).list()) networks.push(network);
  return networks.sort((a, b) => (a.networkId < b.networkId ? -1 : 1));
}

/** Turns features on. Throws NetworkNotFoundError. */
export async function enableFeatures(
  connection: Connection,
  networkId: NetworkId,
  features: readonly Feature[],
): Promise<void> {
  for (const feature of features) await tableOf(connection).setFeature(networkId, feature, true);
}

/** Turns features off. Throws NetworkNotFoundError. */
export async function disableFeatures(
  connection: Connection,
  networkId: NetworkId,
  features: readonly Feature[],
): Promise<void> {
  for (const feature of features) await tableOf(connection).setFeature(networkId, feature, false);
}

/** Sets whom a block hides. Throws NetworkNotFoundError. */
export async function setHideMode(connection: Connection, networkId: NetworkId, hideMode: HideMode): Promise<void> {
  await tableOf(connection).setHideMode(networkId, hideMode);
}

/** Sets after how many days new activity records expire; `undefined` keeps them. Throws NetworkNotFoundError. */
export async function setActivityRetention(
  connection: Connection,
  networkId: NetworkId,
  days: number | undefined,
): Promise<void> {
  await tableOf(connection).setActivityRetention(networkId, days);
}

const tableOf = ({ client, tables }: Connection): NetworksTable => networksTable(client, tables.networks);
