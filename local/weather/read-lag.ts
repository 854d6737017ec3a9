/** Eventually consistent reads: they read the replica of a table, which is behind the table (replica.ts). */
import * as v from 'valibot';
import type { Layer, ServiceCall, ServiceResult } from '../proxy/layer.ts';

const PREFIX = 'replica-';

/** The name of a table's replica. */
export const replicaOf = (table: string): string => `${PREFIX}${table}`;
const tableOf = (replica: string): string => (replica.startsWith(PREFIX) ? replica.slice(PREFIX.length) : replica);

const OneTable = v.object({ TableName: v.string(), ConsistentRead: v.optional(v.boolean(), false) });
const ManyTables = v.object({
  RequestItems: v.record(v.string(), v.looseObject({ ConsistentRead: v.optional(v.boolean()) })),
});
const BatchResponse = v.looseObject({
  Responses: v.optional(v.record(v.string(), v.unknown()), {}),
  UnprocessedKeys: v.optional(v.record(v.string(), v.unknown()), {}),
});

/** Sends reads without `ConsistentRead` to the replica. A query of an index can't be consistent, so it is among them. */
export const readLag: Layer = async (call, forward) => {
  if (call.service !== 'dynamodb') return forward(call);
  switch (call.operation) {
    case 'GetItem':
    case 'Query':
    case 'Scan':
      return forward(ofOneTable(call));
    case 'BatchGetItem':
      return withTableNames(await forward(ofManyTables(call)));
    default:
      return forward(call);
  }
};

function ofOneTable(call: ServiceCall): ServiceCall {
  const read = v.safeParse(OneTable, call.input);
  if (!read.success || read.output.ConsistentRead) return call;
  return { ...call, input: { ...call.input, TableName: replicaOf(read.output.TableName) } };
}

function ofManyTables(call: ServiceCall): ServiceCall {
  const read = v.safeParse(ManyTables, call.input);
  if (!read.success) return call;
  const requests = Object.entries(read.output.RequestItems).map(([table, request]) => [
    request.ConsistentRead === true ? table : replicaOf(table),
    request,
  ]);
  return { ...call, input: { ...call.input, RequestItems: Object.fromEntries(requests) } };
}

/** The result under the names that the caller asked for. */
function withTableNames(result: ServiceResult): ServiceResult {
  if (result.kind === 'lost' || result.status !== 200) return result;
  const { Responses, UnprocessedKeys, ...others } = v.parse(BatchResponse, JSON.parse(result.body));
  const renamed = (tables: Record<string, unknown>): object =>
    Object.fromEntries(Object.entries(tables).map(([name, value]) => [tableOf(name), value]));
  const body = { ...others, Responses: renamed(Responses), UnprocessedKeys: renamed(UnprocessedKeys) };
  return { ...result, body: JSON.stringify(body) };
}
