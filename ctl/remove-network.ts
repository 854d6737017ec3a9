/** Removes what a test has made: networks, with their webhooks and what is stored about their users. */

import { Feature } from '../contract/access.ts';
import type { NetworkId, UserId } from '../contract/ids.ts';
import { webhookChangesTable } from '../lambdas/webhooks/webhook-changes-table.ts';
import { webhooksTable } from '../lambdas/webhooks/webhooks-table.ts';
import type { Connection } from './connection.ts';
import { changesOf, deleteNetwork } from './networks.ts';
import { eraseAll } from './user-data.ts';

/**
 * Deletes a network with its webhooks, and erases these users. Its events, the log of deliveries and the audit trail
 * expire. Throws NetworkNotFoundError.
 */
export async function removeNetwork(
  connection: Connection,
  networkId: NetworkId,
  users: readonly UserId[],
): Promise<void> {
  const { client, operator, tables } = connection;
  const changes = webhookChangesTable(client, tables);
  for (const webhook of await webhooksTable(client, tables.webhooks).list(networkId)) {
    await changes.remove(webhook, { kind: 'operator', name: operator });
  }
  await changesOf(connection).setFeatures(networkId, Feature.options, false);
  await Promise.all(users.map((userId) => eraseAll(connection, { networkId, userId })));
  await deleteNetwork(connection, networkId);
}
