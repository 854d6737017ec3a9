/** Exports and erases everything that is stored about one user (docs/spec/user-data.md). */
import type { NetworkId, NetworkUser, UserId } from '../contract/ids.ts';
import { erasurePass } from '../lambdas/user-data/erasure-pass.ts';
import { exportUser as exportText } from '../lambdas/user-data/export-user.ts';
import { ownItems } from '../lambdas/user-data/own-items.ts';
import { type ErasureReport, erasureReport } from '../lambdas/user-data/report.ts';
import { emptyTally, type Tally, withFound } from '../lambdas/user-data/tally.ts';
import { type UserTables, userTables } from '../lambdas/user-data/user-tables.ts';
import type { Connection } from './connection.ts';
import { scanPace } from './scan-pace.ts';

/** Yields the user's data as pieces of one JSON text, so that an export of any size needs little memory. */
export function exportUser({ client, tables }: Connection, user: NetworkUser): AsyncGenerator<string> {
  return exportText(userTables(client, tables), user, new Date().toISOString(), scanPace());
}

/**
 * Removes what is stored about the user, then searches everything again. Idempotent: after a failure, run it again. Throws
 * UnprocessedItemsError.
 */
export async function eraseUser({ client, tables }: Connection, user: NetworkUser): Promise<ErasureReport> {
  const all = userTables(client, tables);
  const pace = scanPace();
  const erased = await pass(all, user, true, pace);
  const left = await pass(all, user, false, pace);
  return erasureReport(erased, left, Date.now());
}

async function pass(
  tables: UserTables,
  user: NetworkUser,
  erases: boolean,
  pace: ReturnType<typeof scanPace>,
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
