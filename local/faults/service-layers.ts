/**
 * The layers that fault injection puts between functions and the emulators, and the faults of any call, and of SQS.
 * Those of DynamoDB alone are in dynamodb-faults.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fieldsOf, listOf } from '../iam/dynamodb-requests.ts';
import { awsError, type Layer, type ServiceCall, type ServiceResult } from '../proxy/layer.ts';
import { type Decisions, keyOf } from './decisions.ts';
import { dynamodbFaults } from './dynamodb-faults.ts';
import { readLag } from './read-lag.ts';
import { traceMessages } from './traces.ts';

export const faultLayers = (decisions: Decisions): readonly Layer[] => [
  callFaults(decisions),
  dynamodbFaults(decisions),
  sqsFaults(decisions),
  traceMessages,
  readLag,
];

const SHORTEST_MS = 200;
const LONGEST_MS = 2_000;

const writes: ReadonlySet<string> = new Set([
  'BatchWriteItem',
  'DeleteItem',
  'PutItem',
  'SendMessage',
  'SendMessageBatch',
  'TransactWriteItems',
  'UpdateItem',
]);

/** Faults of any call: it is slow, refused, or done while its response is lost. */
const callFaults =
  (decisions: Decisions): Layer =>
  async (call, forward) => {
    const key = keyOf(call);
    const slow = decisions.next('slow call', key);
    if (slow !== undefined) await sleep(SHORTEST_MS + slow.extent * (LONGEST_MS - SHORTEST_MS));
    const throttled = decisions.next('throttled', key);
    if (throttled !== undefined) return throttling(call, throttled.variant);
    const result = await forward(call);
    if (!writes.has(call.operation)) return result;
    return decisions.next('lost response', key) === undefined ? result : { kind: 'lost' };
  };

/** DynamoDB has two errors for this. */
function throttling({ service }: ServiceCall, variant: number): ServiceResult {
  if (service === 'sqs') return awsError(service, 'RequestThrottled', 'Rate exceeded');
  return variant < 0.5
    ? awsError(
        service,
        'ProvisionedThroughputExceededException',
        'The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.',
      )
    : awsError(
        service,
        'ThrottlingException',
        'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.',
      );
}

/** Faults of SQS alone: batches whose entries fail in part, and a queue that hides its messages. */
const sqsFaults =
  (decisions: Decisions): Layer =>
  async (call, forward) => {
    if (call.service !== 'sqs') return forward(call);
    if (call.operation === 'ReceiveMessage') {
      const hidden = decisions.next('empty receive', keyOf(call));
      return hidden === undefined ? forward(call) : { kind: 'response', status: 200, body: '{}' };
    }
    const entries = listOf(call.input['Entries']);
    const part = entries.length === 0 ? undefined : decisions.next('part of a batch', keyOf(call));
    if (part === undefined) return forward(call);
    const done = Math.floor(part.extent * entries.length);
    const failed = entries.slice(done).map(({ Id }) => ({
      Id,
      SenderFault: false,
      Code: 'InternalError',
      Message: 'We encountered an internal error. Please try again.',
    }));
    if (done === 0) return { kind: 'response', status: 200, body: JSON.stringify({ Successful: [], Failed: failed }) };
    const result = await forward({ ...call, input: { ...call.input, Entries: entries.slice(0, done) } });
    if (result.kind === 'lost' || result.status !== 200) return result;
    const body = fieldsOf(JSON.parse(result.body));
    return { ...result, body: JSON.stringify({ ...body, Failed: [...listOf(body['Failed']), ...failed] }) };
  };
