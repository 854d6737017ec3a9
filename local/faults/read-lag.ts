/** Eventually consistent reads: they read the replica of a table, which is behind the table (replica.ts). */
import { type Fields, fieldsOf, textOf } from '../iam/dynamodb-requests.ts';
import type { Layer, ServiceResult } from '../proxy/layer.ts';

const PREFIX = 'replica-';

/** The name of a table's replica. */
export const replicaOf = (table: string): string => `${PREFIX}${table}`;
const tableOf = (replica: string): string => (replica.startsWith(PREFIX) ? replica.slice(PREFIX.length) : replica);

/** Sends reads without `ConsistentRead` to the replica. A query of an index can't be consistent, so it is among them. */
export const readLag: Layer = async (call, forward) => {
  if (call.service !== 'dynamodb') return forward(call);
  const { operation, input } = call;
  switch (operation) {
    case 'GetItem':
    case 'Query':
    case 'Scan':
      return forward({ ...call, input: { ...input, TableName: tableToRead(textOf(input['TableName']), input) } });
    case 'BatchGetItem': {
      const requests = Object.entries(fieldsOf(input['RequestItems'])).map(([table, request]) => [
        tableToRead(table, fieldsOf(request)),
        request,
      ]);
      return withTableNames(
        await forward({ ...call, input: { ...input, RequestItems: Object.fromEntries(requests) } }),
      );
    }
    default:
      return forward(call);
  }
};

const tableToRead = (table: string, { ConsistentRead }: Fields): string =>
  ConsistentRead === true ? table : replicaOf(table);

/** The result under the names that the caller asked for. */
function withTableNames(result: ServiceResult): ServiceResult {
  if (result.kind === 'lost' || result.status !== 200) return result;
  const body = fieldsOf(JSON.parse(result.body));
  const renamed = (tables: unknown): Fields =>
    Object.fromEntries(Object.entries(fieldsOf(tables)).map(([name, value]) => [tableOf(name), value]));
  const { Responses, UnprocessedKeys, ...others } = body;
  const named = { Responses: renamed(Responses), UnprocessedKeys: renamed(UnprocessedKeys) };
  return { ...result, body: JSON.stringify({ ...others, ...named }) };
}
