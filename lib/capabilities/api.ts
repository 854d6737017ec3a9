/** The routes that anyone may call. Neither has permissions on a table. */
import { Construct } from 'constructs';
import { RouteFunction } from '../constructs/route-function.ts';
import type { Capability } from './capability.ts';

export class ApiPages extends Construct {
  constructor(scope: Construct, id: string, { functions, http, memory }: Capability) {
    super(scope, id);
    const common = { defaults: functions, http, memory: memory.http, tables: {} };
    new RouteFunction(this, 'Health', { ...common, operation: 'getHealth' });
    new RouteFunction(this, 'OpenApi', { ...common, operation: 'getOpenApi' });
  }
}
