/** Changes of who gets notices by e-mail, each written together with its entry of the audit trail (ADR 42). */
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Actor } from '../../contract/access.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { auditTable } from '../audit/audit-table.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { TemporaryError } from '../shared/temporary-errors.ts';
import { inTurns, transact } from '../shared/transactions.ts';
import { noticeAddressesTable } from './notice-addresses-table.ts';

/** The tables of the given names; by default those that the function's environment names. */
export function noticeAddressChanges(
  client: DynamoDBDocumentClient = documentClient(),
  tables = { webhooks: required('WEBHOOKS_TABLE'), audit: required('AUDIT_TABLE') },
) {
  const table = noticeAddressesTable(client, tables.webhooks);
  const audit = auditTable(client, tables.audit);
  return { replace };

  /** Replaces the addresses. Of two requests at the same time the last one counts. Throws a TemporaryError where many keep changing them. */
  async function replace(networkId: NetworkId, addresses: readonly string[], by: Actor): Promise<void> {
    const replaced = await inTurns(async () => {
      const before = await table.read(networkId);
      if (isDeepStrictEqual(before, addresses)) return true;
      const change = { field: 'addresses', from: textOf(before), to: textOf(addresses) };
      const entry = { networkId, at: new Date().toISOString(), by, action: 'noticeAddressesChanged' } as const;
      const Put = audit.put({ ...entry, changes: [change] });
      const outcome = await transact(client, [{ Put: table.put(networkId, before, addresses) }, { Put }]);
      return outcome === 'written' ? true : undefined;
    });
    if (replaced === undefined) throw new TemporaryError(`The addresses of ${networkId} kept changing.`);
  }
}

const textOf = (addresses: readonly string[]): string | undefined => addresses.join(', ') || undefined;
