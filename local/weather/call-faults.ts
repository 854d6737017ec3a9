/** Faults of any call to DynamoDB or SQS: it is slow, refused, or done while its response is lost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { awsError } from '../proxy/aws-error.ts';
import type { Layer, ServiceCall, ServiceResult } from '../proxy/layer.ts';
import type { Decisions } from './decisions.ts';

/** What decisions about a call depend on. */
export const keyOf = ({ caller = 'unknown', operation }: ServiceCall): string => `${caller} ${operation}`;

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

export const callFaults =
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
