import { eraseUsers, MAX_PENDING_ERASURES } from '../../contract/user-data.ts';
import { auditTable } from '../audit/audit-table.ts';
import { forbidden } from '../shared/errors.ts';
import { route } from '../shared/route.ts';
import { erasureResponse } from './erasure-response.ts';
import { erasuresTable } from './erasures-table.ts';

const erasures = erasuresTable();
const audit = auditTable();

/** POST /user-erasures: a back end asks for the erasure of users (docs/spec/user-data.md#by-a-back-end). */
export const handler = route(eraseUsers, async ({ caller: { networkId, userId }, body: { userIds } }) => {
  const now = Date.now();
  if ((await erasures.countPending(networkId)) >= MAX_PENDING_ERASURES) {
    throw forbidden(
      `the network ${networkId} has ${MAX_PENDING_ERASURES} erasures that are not done; ask again when one is`,
    );
  }
  await audit.add({
    networkId,
    at: new Date(now).toISOString(),
    by: { kind: 'server', name: userId },
    action: 'usersErased',
    changes: [{ field: 'users', to: `${userIds.length}` }],
  });
  return erasureResponse(await erasures.add(networkId, userIds, now));
});
