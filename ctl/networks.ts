/** Creates, reads, changes and deletes networks (docs/spec/access.md#networks). */
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { Feature } from '../contract/access.ts';
import type { NetworkId } from '../contract/ids.ts';
import { initialSettings } from '../contract/network-settings.ts';
import { type QuotaName, quotas } from '../contract/quotas.ts';
import { brandingTable } from '../lambdas/auth/branding-table.ts';
import { networkChangesTable } from '../lambdas/auth/network-changes-table.ts';
import {
  type Network,
  NetworkNotFoundError,
  NetworkSettings,
  networksTable,
  type SigningKey,
} from '../lambdas/auth/networks-table.ts';
import { noticeAddressesTable } from '../lambdas/notices/notice-addresses-table.ts';
import { quotasTable } from '../lambdas/shared/quotas/quotas-table.ts';
import { webhookChangesTable } from '../lambdas/webhooks/webhook-changes-table.ts';
import { webhooksTable } from '../lambdas/webhooks/webhooks-table.ts';
import type { Connection } from './connection.ts';
import { OperatorError, UsageError } from './errors.ts';

/**
 * Adds a network with one signing key and the given features on; none by default (docs/spec/access.md#features). Throws
 * NetworkConflictError.
 */
export async function createNetwork(
  connection: Connection,
  networkId: NetworkId,
  features: readonly Feature[] = [],
): Promise<Network> {
  const now = new Date();
  const network: Network = {
    networkId,
    features: v.parse(
      NetworkSettings.entries.features,
      Object.fromEntries(Feature.options.map((feature) => [feature, features.includes(feature)])),
    ),
    ...initialSettings,
    signingKeys: [newSigningKey(now)],
    createdAt: now.toISOString(),
  };
  await changesOf(connection).create(network);
  return network;
}

/** Reads a network. Throws NetworkNotFoundError. */
export async function findNetwork(connection: Connection, networkId: NetworkId): Promise<Network> {
  const network = await tableOf(connection).read(networkId);
  if (network === undefined) throw new NetworkNotFoundError(`There is no network ${networkId}.`);
  return network;
}

/** Reads who gets the notices of a network by e-mail, and who of them has not confirmed the address. */
export async function findNoticeAddresses({ client, tables }: Connection, networkId: NetworkId) {
  const { addresses, confirmed } = await noticeAddressesTable(client, tables.webhooks).read(networkId);
  return { addresses, unconfirmed: addresses.filter((address) => !confirmed.includes(address)) };
}

/**
 * Reads what a network has used of its quotas in this clock hour and the one before, and who used the most, as far as
 * processes have stored it with their allotments (docs/spec/requests.md#who-uses-a-quota).
 */
export const findUsage = ({ client, tables }: Connection, networkId: NetworkId, now: number) =>
  quotasTable(client, tables.quotas).usageOf(networkId, now);

/** Reads all networks, in ascending order of their ids. */
export async function allNetworks(connection: Connection): Promise<readonly Network[]> {
  const networks: Network[] = [];
  for await (const network of tableOf(connection).list()) networks.push(network);
  return networks.sort((a, b) => (a.networkId < b.networkId ? -1 : 1));
}

/**
 * Sets a quota of a network; `undefined` means the stage's limit. Throws NetworkNotFoundError, and UsageError for a
 * limit that is below what one request may need, or above the highest of the stage.
 */
export async function setQuota(
  connection: Connection,
  networkId: NetworkId,
  quota: QuotaName,
  limit: number | undefined,
): Promise<void> {
  const { smallest } = quotas[quota];
  const highest = connection.quotas.highest[quota];
  if (limit !== undefined && !(limit >= smallest && limit <= highest)) {
    throw new UsageError(`quota.${quota} must be from ${smallest} to ${highest} in this stage, not ${limit}.`);
  }
  await changesOf(connection).setQuota(networkId, quota, limit);
}

/**
 * Deletes a network with its settings and signing keys, but nothing of its users
 * (docs/spec/access.md#deleting-a-network). Throws NetworkNotFoundError, NetworkInUseError while a feature is on, and
 * OperatorError while it has webhooks.
 */
export async function deleteNetwork(connection: Connection, networkId: NetworkId): Promise<void> {
  const { client, tables } = connection;
  await findNetwork(connection, networkId);
  const { length } = await webhooksTable(client, tables.webhooks).list(networkId);
  if (length > 0) {
    throw new OperatorError(
      `The network ${networkId} has webhooks: ${length}.`,
      'Delete them first, in the admin panel or with DELETE /webhooks/{webhookId}.',
    );
  }
  await changesOf(connection).remove(networkId);
  await webhookChangesTable(client, tables).forget(networkId);
  await noticeAddressesTable(client, tables.webhooks).forget(networkId);
  await brandingTable(client, tables.webhooks).forget(networkId);
}

const tableOf = ({ client, tables }: Connection) => networksTable(client, tables.networks);

/** The writes to the networks table, in the operator's name. */
export const changesOf = ({ client, tables, operator, retention }: Connection) =>
  networkChangesTable(client, tables, { kind: 'operator', name: operator }, retention);

/** 256 bits, as long as the digest of HS256 (RFC 7518, 3.2). */
const SECRET_BYTES = 32;
const KEY_ID_BYTES = 8;

/** Returns a new random key. Its unique id begins with the date, so that people can tell keys apart. */
export function newSigningKey(now: Date): SigningKey {
  const createdAt = now.toISOString();
  const day = createdAt.slice(0, 10).replaceAll('-', '');
  return {
    keyId: `${day}-${randomBytes(KEY_ID_BYTES).toString('hex')}`,
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
    createdAt,
  };
}
