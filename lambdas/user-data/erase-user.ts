import { eraseUser } from '../../contract/user-data.ts';
import { auditTable } from '../audit/audit-table.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { route } from '../shared/route.ts';
import { erase } from './erasure.ts';

const audit = auditTable();
const tables = {
  blocks: required('BLOCKS_TABLE'),
  activities: required('ACTIVITIES_TABLE'),
  audit: required('AUDIT_TABLE'),
};

/** DELETE /users/{userId}/data: erases what is stored about a user (docs/spec/user-data.md#erasure). */
export const handler = route(eraseUser, async ({ caller: { networkId, userId: name }, parameters: { userId } }) => {
  await audit.add({
    networkId,
    at: new Date().toISOString(),
    by: { kind: 'server', name },
    action: 'usersErased',
    changes: [{ field: 'users', to: '1' }],
  });
  return await erase(documentClient(), tables, { networkId, userId });
});
