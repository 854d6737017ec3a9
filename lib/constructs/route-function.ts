/** The function of one route of the contract, with the route: its integration, and the authorizer unless anyone may call. */
import type { Construct } from 'constructs';
import { type RouteDefinition, requestQuotaOf } from '../../contract/route.ts';
import { type OperationId, routes } from '../../contract/routes.ts';
import { routeHandlers } from '../functions/handlers.ts';
import { reservedForRoute } from '../needed-concurrency.ts';
import type { HttpService } from './http-service.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

/** A client waits no longer than this. */
export const HTTP_TIMEOUT_SECONDS = 10;
/** The alarm of new versions of the routes that users and servers call, with the authorizer. Those of admins have none. */
export const ROUTE_ERRORS = 'RouteErrors';

interface RouteFunctionProps extends Pick<ServiceFunctionProps, 'defaults' | 'memory' | 'settings' | 'tables'> {
  readonly http: HttpService;
  readonly operation: OperationId;
}

export class RouteFunction extends ServiceFunction {
  constructor(scope: Construct, id: string, props: RouteFunctionProps) {
    const route: RouteDefinition = routes[props.operation];
    const { http } = props;
    const hasQuotas = route.role !== 'anyone';
    const quota = hasQuotas ? requestQuotaOf(route) : undefined;
    super(scope, id, {
      defaults: props.defaults,
      handler: routeHandlers[props.operation],
      description: `${route.method} ${route.path}: ${route.summary}`,
      memory: props.memory,
      timeoutSeconds: HTTP_TIMEOUT_SECONDS,
      rolledBackBy: quota === undefined || quota === 'administration' ? undefined : ROUTE_ERRORS,
      tables: { ...props.tables, ...(hasQuotas && { QUOTAS_TABLE: http.quotas.table }) },
      reservedCalls: reservedForRoute(route, http.concurrency),
      settings: { ...props.settings, ...(hasQuotas && { QUOTAS: JSON.stringify(http.quotas.limits) }) },
    });
    if (hasQuotas) this.allow(['dynamodb:UpdateItem'], http.quotas.table.tableArn);
    http.serve(route, this);
  }
}
