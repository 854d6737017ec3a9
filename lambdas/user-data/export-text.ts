/** What is stored about a user, as pieces of one JSON text, so that an export of any size needs little memory. */
import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type * as v from 'valibot';
import { AuditEntry } from '../../contract/audit.ts';
import type { NetworkUser } from '../../contract/ids.ts';
import { activitiesOf, StoredActivity } from '../activity/activities-table.ts';
import { auditEntriesOf } from '../audit/audit-table.ts';
import { entriesBy, entriesOf } from '../block/block-records-table.ts';
import { queryPages } from '../shared/table-requests.ts';
import type { UserTables } from './erasure.ts';

/** Yields the text. `exportedAt` is ISO 8601. A read unit for 4 KB of the user's items and the whole audit trail. */
export async function* exportText(
  client: DynamoDBDocumentClient,
  tables: UserTables,
  user: NetworkUser,
  exportedAt: string,
): AsyncGenerator<string> {
  const list = <T>(name: string, query: QueryCommandInput, schema: v.GenericSchema<unknown, T>) =>
    jsonList(name, queryPages(client, query, schema));
  yield JSON.stringify({ ...user, exportedAt }, null, 2).slice(0, -2);
  yield* jsonList('blocks', entriesBy(client, tables.blocks, user));
  yield* jsonList('blockedBy', entriesOf(client, tables.blocks, user));
  yield* list('activities', activitiesOf(tables.activities, user), StoredActivity);
  yield* list('audit', auditEntriesOf(tables.audit, user), AuditEntry);
  yield '\n}\n';
}

/** Yields one more property of a JSON object: a list with one item per line. */
async function* jsonList(name: string, pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  yield `,\n  "${name}": [`;
  let separator = '\n';
  for await (const items of pages) {
    for (const item of items) {
      yield `${separator}    ${JSON.stringify(item)}`;
      separator = ',\n';
    }
  }
  yield separator === '\n' ? ']' : '\n  ]';
}
