/** The routes that anyone may call, and the function for requests that match no route. None has permissions on a table. */
import { Construct } from 'constructs';
import { HTTP_TIMEOUT_SECONDS, RouteFunction } from '../constructs/route-function.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Capability } from './capability.ts';

export class ApiPages extends Construct {
  constructor(scope: Construct, id: string, { functions, http, memory }: Capability) {
    super(scope, id);
    const common = { defaults: functions, http, memory: memory.http, tables: {} };
    new RouteFunction(this, 'Health', { ...common, operation: 'getHealth' });
    new RouteFunction(this, 'OpenApi', { ...common, operation: 'getOpenApi' });

    const notFound = new ServiceFunction(this, 'NotFound', {
      defaults: functions,
      handler: 'api/not-found',
      description: 'Responds with 404 to requests that match no route',
      memory: memory.http,
      timeoutSeconds: HTTP_TIMEOUT_SECONDS,
      tables: {},
    });
    http.serveUnknown(notFound);
  }
}
