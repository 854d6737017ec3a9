/** Exports and erases what is stored about one user (docs/spec/user-data.md). */
import { DAY_MS } from '../contract/durations.ts';
import type { NetworkUser } from '../contract/ids.ts';
import { type Erasure, itemKinds } from '../contract/user-data.ts';
import { auditTable } from '../lambdas/audit/audit-table.ts';
import { erase } from '../lambdas/user-data/erasure.ts';
import { exportText } from '../lambdas/user-data/export-text.ts';
import type { Connection } from './connection.ts';

/** What was removed, and when events that are now on their way have arrived (ISO 8601). */
export interface Erased {
  readonly removed: Erasure['removed'];
  readonly runAgainAfter: string;
}

/** Yields what is stored about the user as pieces of one JSON text. */
export const exportUser = ({ client, tables }: Connection, user: NetworkUser): AsyncGenerator<string> =>
  exportText(client, tables, user, new Date().toISOString());

/** Erases a user, with an entry in the audit trail. Idempotent: after a failure, run it again. */
export async function eraseUser(connection: Connection, user: NetworkUser): Promise<Erased> {
  const { client, tables, operator, retention } = connection;
  await auditTable(client, tables.audit, Date.now, retention).add({
    networkId: user.networkId,
    at: new Date().toISOString(),
    by: { kind: 'operator', name: operator },
    action: 'usersErased',
    changes: [{ field: 'users', to: '1' }],
  });
  const removed = await eraseAll(connection, user);
  return { removed, runAgainAfter: new Date(Date.now() + DAY_MS).toISOString() };
}

/** Erases until nothing is left, without an entry. Returns how much was removed. */
export async function eraseAll({ client, tables }: Connection, user: NetworkUser): Promise<Erasure['removed']> {
  const total = { blocks: 0, blockedBy: 0, activities: 0, markers: 0, auditEntries: 0 };
  for (;;) {
    const { status, removed } = await erase(client, tables, user);
    for (const kind of itemKinds) total[kind] += removed[kind];
    if (status === 'success') return total;
  }
}
