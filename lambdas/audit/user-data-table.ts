/** The entries of the audit trail that one admin caused, for export. They are not erased (docs/spec/user-data.md). */
import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { AuditEntry } from '../../contract/audit.ts';
import type { NetworkUser } from '../../contract/ids.ts';

const AuditEntries = v.array(AuditEntry);

/** The audit table of the given name. */
export function auditOfUserTable(client: DynamoDBDocumentClient, TableName: string) {
  return { entriesBy };

  /** What the user did as an admin, oldest first, in pages. Reads all entries of the network: a read unit for 4 KB. */
  async function* entriesBy({ networkId, userId }: NetworkUser): AsyncGenerator<AuditEntry[]> {
    const pages = paginateQuery(
      { client },
      {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'networkId = :network',
        FilterExpression: '#by.kind = :admin AND #by.#name = :user',
        ExpressionAttributeNames: { '#by': 'by', '#name': 'name' },
        ExpressionAttributeValues: { ':network': networkId, ':admin': 'admin', ':user': userId },
      },
    );
    for await (const { Items } of pages) yield v.parse(AuditEntries, Items);
  }
}
