import { listAudit } from '../../contract/audit.ts';
import { route } from '../shared/route.ts';
import { auditTable } from './audit-table.ts';

const audit = auditTable();

/** GET /audit: who changed what in the network, the latest first (docs/spec/audit.md#the-list). */
export const handler = route(listAudit, ({ caller: { networkId }, query }) => audit.page(networkId, query));
