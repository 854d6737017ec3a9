/** Event ingest: the route that writes the outbox. */
import { Construct } from 'constructs';
import { RouteFunction } from '../constructs/route-function.ts';
import type { Capability } from './capability.ts';

export class EventIngest extends Construct {
  constructor(scope: Construct, id: string, { functions, http, memory, tables }: Capability) {
    super(scope, id);
    const ingestEvents = new RouteFunction(this, 'IngestEvents', {
      defaults: functions,
      http,
      operation: 'ingestEvents',
      memory: memory.http,
      tables: { EVENTS_TABLE: tables.events },
    });
    ingestEvents.allow(['dynamodb:PutItem'], tables.events.tableArn);
  }
}
