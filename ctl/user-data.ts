/** Exports and erases everything that is stored about one user (docs/spec/user-data.md). */
import type { NetworkId, NetworkUser, UserId } from '../contract/ids.ts';
import type { ErasureReport } from '../contract/user-data.ts';
import { auditTable } from '../lambdas/audit/audit-table.ts';
import { auditOfUserTable } from '../lambdas/audit/user-data-table.ts';
import { erasurePass } from '../lambdas/user-data/erasure-pass.ts';
import { exportUser as exportText } from '../lambdas/user-data/export-user.ts';
import { ownItems } from '../lambdas/user-data/own-items.ts';
import { daysAfter, erasureReport } from '../lambdas/user-data/report.ts';
import { emptyTally, type Tally, withFound } from '../lambdas/user-data/tally.ts';
import { type UserTables, userTables } from '../lambdas/user-data/user-tables.ts';
import type { Connection } from './connection.ts';
import { notedPace } from './scan-pace.ts';

/** The report of an erasure, and when events that are now on their way have arrived (ISO 8601). */
export interface Erased extends ErasureReport {
  readonly runAgainAfter: string;
}

/** Yields the user's data as pieces of one JSON text, so that an export of any size needs little memory. */
export function exportUser({ client, tables }: Connection, user: NetworkUser): AsyncGenerator<string> {
  const all = { ...userTables(client, tables), audit: auditOfUserTable(client, tables.audit) };
  return exportText(all, user, new Date().toISOString(), notedPace());
}

/**
 * Removes what is stored about the user, then searches everything again. Has an entry in the audit trail. Idempotent: after a failure, run it again. Throws
 * UnprocessedItemsError.
 */
export async function eraseUser(connection: Connection, user: NetworkUser): Promise<Erased> {
  const { client, tables, operator, retention } = connection;
  await auditTable(client, tables.audit, Date.now, retention).add({
    networkId: user.networkId,
    at: new Date().toISOString(),
    by: { kind: 'operator', name: operator },
    action: 'usersErased',
    changes: [{ field: 'users', to: '1' }],
  });
  const all = userTables(client, tables);
  const pace = notedPace();
  const erased = await pass(all, user, true, pace);
  const left = await pass(all, user, false, pace);
  const now = Date.now();
  return { ...erasureReport(erased, left.found, left.keptUntil, now), runAgainAfter: daysAfter(now, 1) };
}

async function pass(
  tables: UserTables,
  user: NetworkUser,
  erases: boolean,
  pace: ReturnType<typeof notedPace>,
): Promise<Tally> {
  let tally = emptyTally;
  for await (const { found, readUnits } of erasurePass(tables, { users: [user], erases })) {
    tally = found.reduce(withFound, tally);
    await pace(readUnits);
  }
  return tally;
}

/**
 * Removes the user's own blocks and activity, and nothing that only reading a whole table finds. Idempotent. Throws
 * UnprocessedItemsError.
 */
export async function eraseOwnData(
  { client, tables }: Connection,
  networkId: NetworkId,
  userId: UserId,
): Promise<void> {
  for await (const _ of ownItems(userTables(client, tables), { networkId, userId }, true));
}
