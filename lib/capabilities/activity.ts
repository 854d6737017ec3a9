/** User activity: the reader of the events stream that records actions, and the route that lists them. */
import { Construct } from 'constructs';
import { activityEventNames } from '../../contract/activity-events.ts';
import { RouteFunction } from '../constructs/route-function.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { StreamConsumer } from '../constructs/stream-consumer.ts';
import { networkSettingsOnly } from '../constructs/table-permissions.ts';
import { callsOfStreamReader } from '../needed-concurrency.ts';
import type { Capability } from './capability.ts';

export class ActivityService extends Construct {
  /** The reader of the events stream that records actions. */
  readonly recording: StreamConsumer;

  constructor(scope: Construct, id: string, { concurrency, functions, http, memory, tables }: Capability) {
    super(scope, id);
    const { activities, events, networks } = tables;

    const listActivities = new RouteFunction(this, 'ListActivities', {
      defaults: functions,
      http,
      operation: 'listActivities',
      memory: memory.http,
      tables: { ACTIVITIES_TABLE: activities },
    });
    listActivities.allow(['dynamodb:Query'], activities.tableArn);

    const reader = new ServiceFunction(this, 'RecordActivity', {
      defaults: functions,
      handler: 'activity/record-activity',
      description: 'Turns the events that describe an action into activity records',
      memory: memory.stream,
      rolledBackBy: 'RecordActivityErrors',
      timeoutSeconds: 60,
      reservedCalls: concurrency.reserved && callsOfStreamReader(concurrency),
      tables: { ACTIVITIES_TABLE: activities, NETWORKS_TABLE: networks },
    });
    reader.allow(['dynamodb:PutItem'], activities.tableArn);
    reader.allow(['dynamodb:GetItem'], networks.tableArn, networkSettingsOnly);

    this.recording = new StreamConsumer(this, 'EventsStream', {
      reader,
      table: events,
      batchesPerShard: concurrency.batchesPerShard,
      newItemsWith: { event: activityEventNames },
    });
  }
}
