/**
 * The metrics of SQS that can be read from a queue at one time. Like those of AWS they are taken once a minute
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html).
 */
import type { QueuedMessage } from '../sqs/queues.ts';
import type { Metric } from './metric-store.ts';

/** A message that was received this often and not deleted does not count for the age of the oldest message. */
const LEFT_OUT_AFTER_RECEIVES = 3;

/** Name and value of each metric. `now` is in milliseconds; ages are in seconds. */
export function queueMetrics(
  QueueName: string,
  messages: readonly QueuedMessage[],
  now: number,
): readonly (readonly [Metric, number])[] {
  const metric = (name: string): Metric => ({ namespace: 'AWS/SQS', name, dimensions: { QueueName } });
  const count = (state: QueuedMessage['state']): number => messages.filter((one) => one.state === state).length;
  const aging = messages.filter(({ state, receives }) => state !== 'delayed' && receives < LEFT_OUT_AFTER_RECEIVES);
  const oldest = aging.reduce((earliest, { sentAt }) => Math.min(earliest, sentAt), Number.POSITIVE_INFINITY);
  return [
    [metric('ApproximateNumberOfMessagesVisible'), count('visible')],
    [metric('ApproximateNumberOfMessagesNotVisible'), count('in flight')],
    [metric('ApproximateNumberOfMessagesDelayed'), count('delayed')],
    ...(aging.length === 0 ? [] : [[metric('ApproximateAgeOfOldestMessage'), (now - oldest) / 1_000] as const]),
  ];
}
