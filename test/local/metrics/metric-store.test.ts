import { expect, test } from '@jest/globals';
import { MetricStore } from '../../../local/metrics/metric-store.ts';
import { queueMetrics } from '../../../local/metrics/queue-metrics.ts';

const metric = (name: string) => ({ namespace: 'Test', name, dimensions: { a: '1', b: '2' } });

test('a metric has the statistics of CloudWatch over the minutes that are asked for', () => {
  let now = 600_000;
  const store = new MetricStore(60_000, () => now);
  for (const value of [1, 2, 3, 4]) store.put(metric('m'), value);
  now += 60_000;
  store.put({ ...metric('m'), dimensions: { b: '2', a: '1' } }, 10);
  const over = (length: number) =>
    (['Sum', 'Average', 'Minimum', 'Maximum', 'SampleCount', 'p50', 'p99'] as const).map((statistic) =>
      store.value(metric('m'), statistic, 11, length),
    );
  expect(over(1)).toEqual([10, 10, 10, 10, 1, 10, 10]);
  expect(over(2)).toEqual([20, 4, 1, 10, 5, 3, 10]);
  expect(store.value(metric('m'), 'Sum', 12, 1)).toBeUndefined();
  expect(store.value(metric('other'), 'Sum', 11, 1)).toBeUndefined();
});

test('a metric is stored for an hour', () => {
  let now = 0;
  const store = new MetricStore(1_000, () => now);
  for (; now < 100_000; now += 1_000) store.put(metric('m'), 1);
  expect(store.value(metric('m'), 'Sum', 99, 100)).toBe(60);
});

test('beyond 2,000 metrics new ones are dropped, and known ones continue', () => {
  const store = new MetricStore(60_000, () => 0);
  for (let index = 0; index <= 2_000; index += 1) store.put(metric(`m${index}`), 1);
  store.put(metric('m0'), 1);
  expect(store.value(metric('m0'), 'Sum', 0, 1)).toBe(2);
  expect(store.value(metric('m2000'), 'Sum', 0, 1)).toBeUndefined();
});

test('the oldest message of a queue is one that was received less than three times, and is not delayed', () => {
  const values = (messages: Parameters<typeof queueMetrics>[1]) =>
    Object.fromEntries(queueMetrics('queue', messages, 100_000).map(([{ name }, value]) => [name, value]));
  expect(
    values([
      { state: 'visible', sentAt: 10_000, receives: 3 },
      { state: 'in flight', sentAt: 40_000, receives: 2 },
      { state: 'visible', sentAt: 70_000, receives: 0 },
      { state: 'delayed', sentAt: 0, receives: 0 },
    ]),
  ).toEqual({
    ApproximateNumberOfMessagesVisible: 2,
    ApproximateNumberOfMessagesNotVisible: 1,
    ApproximateNumberOfMessagesDelayed: 1,
    ApproximateAgeOfOldestMessage: 60,
  });
  expect(values([])).not.toHaveProperty('ApproximateAgeOfOldestMessage');
});
