/**
 * Faults of DynamoDB alone: a table that is away, conflicts of transactions with each other and with single writes, and
 * batches that are done in part, with the rest in `UnprocessedItems` or `UnprocessedKeys`.
 */
import { type Fields, fieldsOf, listOf, partsOf } from '../iam/dynamodb-requests.ts';
import { awsError, type Forward, type Layer, type ServiceCall, type ServiceResult } from '../proxy/layer.ts';
import { type Decisions, keyOf } from './decisions.ts';

/** How long a table is away, in milliseconds. */
const SHORTEST_AWAY_MS = 1_000;
const LONGEST_AWAY_MS = 5_000;

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
      case 'BatchGetItem':
        return doPart(call, forward, decisions);
      default:
        return forward(call);
    }
  };
}

const tablesOf = ({ operation, input }: ServiceCall): readonly string[] => [
  ...new Set(partsOf(operation, input)?.map(({ table }) => table)),
];

function transactionConflict({ input }: ServiceCall, extent: number): ServiceResult {
  const items = listOf(input['TransactItems']);
  const inConflict = Math.floor(extent * items.length);
  const reasons = items.map((_, index) =>
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

/** Does a part of a batch, at least one of its entries. */
async function doPart(call: ServiceCall, forward: Forward, decisions: Decisions): Promise<ServiceResult> {
  const entries = entriesOf(call.input['RequestItems']);
  const part = entries.length < 2 ? undefined : decisions.next('part of a batch', keyOf(call));
  if (part === undefined) return forward(call);
  const count = 1 + Math.floor(part.extent * (entries.length - 1));
  const result = await forward({
    ...call,
    input: { ...call.input, RequestItems: requestsOf(entries.slice(0, count)) },
  });
  if (result.kind === 'lost' || result.status !== 200) return result;
  const body = fieldsOf(JSON.parse(result.body));
  const name = call.operation === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems';
  const left = requestsOf([...entriesOf(body[name]), ...entries.slice(count)]);
  return { ...result, body: JSON.stringify({ ...body, [name]: left }) };
}

/** A key that is read, or an item that is written. */
interface BatchEntry {
  readonly table: string;
  /** That of the table: a list of writes, or what is read with its `Keys`. */
  readonly request: unknown;
  readonly entry: Fields;
}

const entriesOf = (requests: unknown): readonly BatchEntry[] =>
  Object.entries(fieldsOf(requests)).flatMap(([table, request]) =>
    listOf(Array.isArray(request) ? request : fieldsOf(request)['Keys']).map((entry) => ({ table, request, entry })),
  );

function requestsOf(entries: readonly BatchEntry[]): Fields {
  const requests = [...Map.groupBy(entries, ({ table }) => table)].map(([table, ofTable]) => {
    const list = ofTable.map(({ entry }) => entry);
    const request = ofTable[0]?.request;
    return [table, Array.isArray(request) ? list : { ...fieldsOf(request), Keys: list }];
  });
  return Object.fromEntries(requests);
}
