/** Batch requests of DynamoDB that are done in part: the rest is in `UnprocessedItems` or `UnprocessedKeys`. */
import * as v from 'valibot';
import type { Forward, ServiceCall, ServiceResult } from '../proxy/layer.ts';
import { keyOf } from './call-faults.ts';
import type { Decisions } from './decisions.ts';

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
