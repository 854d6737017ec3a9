/** The route that shows a network's settings to its admins. */
import { Construct } from 'constructs';
import { RouteFunction } from '../constructs/route-function.ts';
import { networkDescriptionOnly } from '../constructs/table-permissions.ts';
import type { Capability } from './capability.ts';

export class NetworkRoutes extends Construct {
  constructor(scope: Construct, id: string, { functions, http, memory, tables: { networks } }: Capability) {
    super(scope, id);
    const showNetwork = new RouteFunction(this, 'ShowNetwork', {
      defaults: functions,
      http,
      operation: 'showNetwork',
      memory: memory.http,
      tables: { NETWORKS_TABLE: networks },
    });
    showNetwork.allow(['dynamodb:GetItem'], networks.tableArn, networkDescriptionOnly);
  }
}
