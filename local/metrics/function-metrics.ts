/** Lambda's metrics (https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html). */
import type { FunctionDefinition } from '../functions/function-definition.ts';
import type { Outcome } from '../functions/outcome.ts';
import type { MetricStore } from './metric-store.ts';

/** Counts an invocation that took `milliseconds`. A throttled one counts as nothing else. */
export function countInvocation(
  store: MetricStore,
  { name }: Pick<FunctionDefinition, 'name'>,
  kind: Outcome['kind'],
  milliseconds: number,
): void {
  const put = (metric: string, value: number): void => putFunctionMetric(store, name, metric, value);
  put('Throttles', kind === 'throttled' ? 1 : 0);
  if (kind === 'throttled') return;
  put('Invocations', 1);
  put('Errors', kind === 'returned' ? 0 : 1);
  put('Duration', milliseconds);
}

/** Adds the age of the last record of a batch, in milliseconds. */
export const addIteratorAge = (store: MetricStore, functionName: string, milliseconds: number): void =>
  putFunctionMetric(store, functionName, 'IteratorAge', milliseconds);

const putFunctionMetric = (store: MetricStore, FunctionName: string, name: string, value: number): void =>
  store.put({ namespace: 'AWS/Lambda', name, dimensions: { FunctionName } }, value);
