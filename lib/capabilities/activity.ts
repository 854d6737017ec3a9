/** User activity: the reader of the events stream that records actions, and the route that lists them (service.md 4.5). */
import { Construct } from 'constructs';
import { activityEventNames } from '../../contract/activity-events.ts';
import { networkSettingsOnly } from '../constructs/network-settings-only.ts';
import { RouteFunction } from '../constructs/route-function.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { StreamConsumer } from '../constructs/stream-consumer.ts';
import type { Capability } from './capability.ts';

export class ActivityService extends Construct {
  /** The reader of the events stream, for the alarms. */
  readonly recording: { readonly reader: ServiceFunction; readonly consumer: StreamConsumer };

  constructor(scope: Construct, id: string, { functions, http, memory, tables }: Capability) {
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
      timeoutSeconds: 60,
      tables: { ACTIVITIES_TABLE: activities, NETWORKS_TABLE: networks },
    });
    reader.allow(['dynamodb:PutItem'], activities.tableArn);
    reader.allow(['dynamodb:GetItem'], networks.tableArn, networkSettingsOnly);

    if (events.tableStreamArn === undefined) throw new Error('The events table has no stream to record activity from.');
    const consumer = new StreamConsumer(this, 'EventsStream', {
      reader,
      streamArn: events.tableStreamArn,
      newItemsWith: { event: activityEventNames },
      reading: { batchSize: 100, retries: 10, maxAgeHours: 12 },
    });
    this.recording = { reader, consumer };
  }
}
