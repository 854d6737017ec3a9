/** The reader of the events stream that records actions as user activity. */
import type { Construct } from 'constructs';
import { activityEventNames } from '../../contract/activity-payloads.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { StreamConsumer } from '../constructs/stream-consumer.ts';
import { on, readsSettings } from '../constructs/uses.ts';
import { callsOfStreamReader } from '../needed-concurrency.ts';
import { removalPolicy } from '../stacks/stage-stack.ts';
import type { WorkerProps } from './delivery.ts';

/** Adds the function and its mapping. */
export function addRecording(scope: Construct, { config, functions, tables }: WorkerProps): StreamConsumer {
  const { concurrency, memory } = config;
  const reader = new ServiceFunction(scope, 'RecordActivity', {
    defaults: functions,
    handler: 'activity/record-activity',
    description: 'Turns the events that describe an action into activity records',
    memory: memory.stream,
    timeoutSeconds: 60,
    reservedCalls: concurrency.reserved && callsOfStreamReader(concurrency),
    rolledBackBy: 'RecordActivityErrors',
    uses: [on(tables.activities, 'PutItem'), readsSettings(tables.networks)],
  });
  return new StreamConsumer(scope, 'EventsStream', {
    reader,
    table: tables.events,
    batchesPerShard: concurrency.batchesPerShard,
    newItemsWith: { event: activityEventNames },
    failurePolicy: removalPolicy(config),
  });
}
