import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../contract/access.ts';
import type { NetworkId } from '../../contract/ids.ts';
import { changeNoticeSettings } from '../../contract/network.ts';
import { auditTable } from '../audit/audit-table.ts';
import { adminOf } from '../shared/caller.ts';
import { documentClient } from '../shared/clients.ts';
import { optional } from '../shared/env.ts';
import { TemporaryError } from '../shared/errors.ts';
import { route } from '../shared/route.ts';
import { inTurns, transact } from '../shared/transactions.ts';
import { noticeAddressesTable } from './notice-addresses-table.ts';

const table = noticeAddressesTable();
const audit = auditTable();
const sender = optional('NOTICE_SENDER');

/** PATCH /network/notices: sets who gets the notices of the network by e-mail (docs/spec/notices.md#e-mail). */
export const handler = route(changeNoticeSettings, async ({ caller, body: { addresses } }) => {
  await replace(caller.networkId, addresses, adminOf(caller));
  return { addresses, sender };
});

/**
 * Replaces the addresses, together with an entry of the audit trail (ADR 42). Of two requests at the same time the last one counts.
 * Throws a TemporaryError where many keep changing them.
 */
async function replace(networkId: NetworkId, addresses: readonly string[], by: Actor): Promise<void> {
  const replaced = await inTurns(async () => {
    const before = await table.read(networkId);
    if (isDeepStrictEqual(before, addresses)) return true;
    const change = { field: 'addresses', from: textOf(before), to: textOf(addresses) };
    const entry = { networkId, at: new Date().toISOString(), by, action: 'noticeAddressesChanged' } as const;
    const Put = audit.put({ ...entry, changes: [change] });
    const outcome = await transact(documentClient(), [{ Put: table.put(networkId, before, addresses) }, { Put }]);
    return outcome === 'written' ? true : undefined;
  });
  if (replaced === undefined) throw new TemporaryError(`The addresses of ${networkId} kept changing.`);
}

const textOf = (addresses: readonly string[]): string | undefined => addresses.join(', ') || undefined;
