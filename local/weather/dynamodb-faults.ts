/** Faults of DynamoDB alone: a table that is away, conflicts of transactions with each other and with single writes, and batches that are done in part. */
import * as v from 'valibot';
import { awsError } from '../proxy/aws-error.ts';
import type { Layer, ServiceCall, ServiceResult } from '../proxy/layer.ts';
import { keyOf } from './call-faults.ts';
import type { Decisions } from './decisions.ts';
import { readPart, writePart } from './partial-batch.ts';

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
