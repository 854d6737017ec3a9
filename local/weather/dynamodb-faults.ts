/**
 * Faults of DynamoDB alone: a table that is away, conflicts of transactions with each other and with single writes, and
 * batches that are done in part, with the rest in `UnprocessedItems` or `UnprocessedKeys`.
 */
import * as v from 'valibot';
import type { Forward, Layer, ServiceCall, ServiceResult } from '../proxy/layer.ts';
import { awsError } from '../proxy/layer.ts';
import { type Decisions, keyOf } from './decisions.ts';

/** How long a table is away, in milliseconds. */
const SHORTEST_AWAY_MS = 1_000;
const LONGEST_AWAY_MS = 5_000;

const Transaction = v.object({
  TransactItems: v.array(v.record(v.string(), v.looseObject({ TableName: v.string() }))),
});
const TableOfCall = v.object({ TableName: v.string() });
const TablesOfBatch = v.object({ RequestItems: v.record(v.string(), v.unknown()) });

export function dynamodbFaults(decisions: Decisions): Layer {
  const awayUntil = new Map<string, number>();
  /** Tables that transactions write. */
  const transacted = new Set<string>();

  const isAway = (table: string, key: string): boolean => {
    const away = decisions.next('table away', key);
    if (away !== undefined) {
      awayUntil.set(table, Date.now() + SHORTEST_AWAY_MS + away.extent * (LONGEST_AWAY_MS - SHORTEST_AWAY_MS));
    }
    return Date.now() < (awayUntil.get(table) ?? 0);
  };

  return async (call, forward) => {
    if (call.service !== 'dynamodb') return forward(call);
    const key = keyOf(call);
    if (tablesOf(call).some((table) => isAway(table, key)))
      return awsError('dynamodb', 'InternalServerError', 'Internal server error', 500);
    switch (call.operation) {
      case 'TransactWriteItems':
      case 'TransactGetItems': {
        for (const table of tablesOf(call)) transacted.add(table);
        const conflict = decisions.next('transaction conflict', key);
        return conflict === undefined ? forward(call) : transactionConflict(call, conflict.extent);
      }
      case 'UpdateItem':
      case 'DeleteItem': {
        const mayMeetOne = tablesOf(call).some((table) => transacted.has(table));
        if (!mayMeetOne || decisions.next('write conflict', key) === undefined) return forward(call);
        return awsError('dynamodb', 'TransactionConflictException', 'Transaction is ongoing for the item');
      }
      case 'BatchWriteItem':
        return writePart(call, forward, decisions);
      case 'BatchGetItem':
        return readPart(call, forward, decisions);
      default:
        return forward(call);
    }
  };
}

function tablesOf({ input }: ServiceCall): readonly string[] {
  if (v.is(TableOfCall, input)) return [input.TableName];
  if (v.is(TablesOfBatch, input)) return Object.keys(input.RequestItems);
  if (!v.is(Transaction, input)) return [];
  return [...new Set(input.TransactItems.flatMap((item) => Object.values(item).map(({ TableName }) => TableName)))];
}

function transactionConflict(call: ServiceCall, extent: number): ServiceResult {
  const count = v.is(Transaction, call.input) ? call.input.TransactItems.length : 1;
  const inConflict = Math.floor(extent * count);
  const reasons = Array.from({ length: count }, (_, index) =>
    index === inConflict
      ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
      : { Code: 'None' },
  );
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return {
    kind: 'response',
    status: 400,
    body: JSON.stringify({
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
      CancellationReasons: reasons,
    }),
  };
}

/** Table → the items of a batch: write requests or keys. */
type Lists = Readonly<Record<string, readonly unknown[]>>;

const WritesOfTables = v.record(v.string(), v.array(v.unknown()));
const KeysOfTables = v.record(v.string(), v.looseObject({ Keys: v.array(v.unknown()) }));
const WriteBatch = v.looseObject({ RequestItems: WritesOfTables });
const WriteResult = v.looseObject({ UnprocessedItems: v.optional(WritesOfTables, {}) });
const ReadBatch = v.looseObject({ RequestItems: KeysOfTables });
const ReadResult = v.looseObject({ UnprocessedKeys: v.optional(KeysOfTables, {}) });
/** A `BatchWriteItem`. */
export async function writePart(call: ServiceCall, forward: Forward, decisions: Decisions): Promise<ServiceResult> {
  const batch = v.safeParse(WriteBatch, call.input);
  const parts = batch.success ? inTwo(batch.output.RequestItems, call, decisions) : undefined;
  if (!batch.success || parts === undefined) return forward(call);
  const result = await forward({ ...call, input: { ...batch.output, RequestItems: parts.done } });
  return withUnprocessed(result, WriteResult, ({ UnprocessedItems, ...body }) => ({
    ...body,
    UnprocessedItems: merge(UnprocessedItems, parts.left),
  }));
}

/** A `BatchGetItem`. */
export async function readPart(call: ServiceCall, forward: Forward, decisions: Decisions): Promise<ServiceResult> {
  const batch = v.safeParse(ReadBatch, call.input);
  if (!batch.success) return forward(call);
  const { RequestItems } = batch.output;
  const parts = inTwo(keysOf(RequestItems), call, decisions);
  if (parts === undefined) return forward(call);
  const requests = (lists: Lists): object =>
    Object.fromEntries(Object.entries(lists).map(([table, Keys]) => [table, { ...RequestItems[table], Keys }]));
  const result = await forward({ ...call, input: { ...batch.output, RequestItems: requests(parts.done) } });
  return withUnprocessed(result, ReadResult, ({ UnprocessedKeys, ...body }) => ({
    ...body,
    UnprocessedKeys: requests(merge(keysOf(UnprocessedKeys), parts.left)),
  }));
}

const keysOf = (requests: v.InferOutput<typeof KeysOfTables>): Lists =>
  Object.fromEntries(Object.entries(requests).map(([table, { Keys }]) => [table, Keys]));

/** The items that are done, at least one, and those that are left; undefined without a fault. */
function inTwo(lists: Lists, call: ServiceCall, decisions: Decisions): { done: Lists; left: Lists } | undefined {
  const items = Object.entries(lists).flatMap(([table, list]) => list.map((item) => ({ table, item })));
  if (items.length < 2) return undefined;
  const part = decisions.next('part of a batch', keyOf(call));
  if (part === undefined) return undefined;
  const done = 1 + Math.floor(part.extent * (items.length - 1));
  return { done: byTable(items.slice(0, done)), left: byTable(items.slice(done)) };
}

function byTable(items: readonly { readonly table: string; readonly item: unknown }[]): Lists {
  const tables = [...Map.groupBy(items, ({ table }) => table)];
  return Object.fromEntries(tables.map(([table, list]) => [table, list.map(({ item }) => item)]));
}

function merge(one: Lists, other: Lists): Lists {
  const tables = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...tables].map((table) => [table, [...(one[table] ?? []), ...(other[table] ?? [])]]));
}

function withUnprocessed<TSchema extends v.GenericSchema<unknown, unknown>>(
  result: ServiceResult,
  schema: TSchema,
  change: (body: v.InferOutput<TSchema>) => object,
): ServiceResult {
  if (result.kind === 'lost' || result.status !== 200) return result;
  return { ...result, body: JSON.stringify(change(v.parse(schema, JSON.parse(result.body)))) };
}
