/** What an admin may know of the network: the one route on the networks table. */
import { Construct } from 'constructs';
import { networkDescriptionOnly } from '../constructs/network-settings-only.ts';
import { RouteFunction } from '../constructs/route-function.ts';
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
