/**
 * How networks look in the panel (docs/spec/access.md#branding): an item of the webhooks table for each, in a partition
 * of its own, `<networkId>#branding`. It is no part of the network's item, which the authorizer reads whole, because a
 * logo is ten times its size.
 */
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { Branding } from '../../contract/branding.ts';
import type { NetworkId } from '../../contract/ids.ts';
import type { AuditTable, NewAuditEntry } from '../audit/audit-table.ts';
import { documentClient } from '../shared/clients.ts';
import { required } from '../shared/env.ts';
import { TemporaryError } from '../shared/errors.ts';
import { retryWhileBusy, transact } from '../shared/transactions.ts';

/** The table of the given name; by default the one that the function's environment names. */
export function brandingTable(
  client: DynamoDBDocumentClient = documentClient(),
  TableName = required('WEBHOOKS_TABLE'),
) {
  return { read, set, forget };

  /** Empty until an operator sets something. Half a read unit for each 4 KB; a change is seen within a second or so. */
  async function read(networkId: NetworkId): Promise<Branding> {
    const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(networkId) }));
    return v.parse(Branding, Item ?? {});
  }

  /** Sets or removes one part, with its entry of the audit trail. Throws a TemporaryError if it can't now. */
  async function set<Part extends keyof Branding>(
    networkId: NetworkId,
    part: Part,
    value: Branding[Part],
    entry: NewAuditEntry,
    audit: AuditTable,
  ): Promise<void> {
    const Update = {
      TableName,
      Key: keyOf(networkId),
      UpdateExpression: value === undefined ? 'REMOVE #part' : 'SET #part = :value',
      ExpressionAttributeNames: { '#part': part },
      ...(value !== undefined && { ExpressionAttributeValues: { ':value': value } }),
    };
    const writes = [{ Update }, { Put: audit.put(entry) }];
    const busy = new TemporaryError(`The branding of ${networkId} kept changing.`);
    await retryWhileBusy(busy, async () => (await transact(client, writes)) === 'written');
  }

  /** Removes that of a deleted network. Idempotent. */
  async function forget(networkId: NetworkId): Promise<void> {
    await client.send(new DeleteCommand({ TableName, Key: keyOf(networkId) }));
  }
}

const keyOf = (networkId: NetworkId) => ({ networkId: `${networkId}#branding`, webhookId: 'branding' });
