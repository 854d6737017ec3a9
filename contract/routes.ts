/**
 * Every route with its documentation, for API Gateway, the OpenAPI document, the API reference and the client. A
 * handler imports only its own.
 */
import { activityRoutes } from './activity.ts';
import { adminLinkRoutes } from './admin-links.ts';
import { serviceRoutes } from './api.ts';
import { auditRoutes } from './audit.ts';
import { blockRoutes } from './block.ts';
import { checkupRoutes } from './checkup.ts';
import { sendingRoutes } from './deliveries.ts';
import { deliveryLogRoutes } from './delivery-log.ts';
import { type Example, type RouteDoc, routeDocOf } from './documentation.ts';
import { eventTypeRoutes } from './event-catalogue.ts';
import { eventErasureRoutes } from './event-erasure.ts';
import { eventRoutes } from './events.ts';
import { world } from './examples.ts';
import { ledgerRoutes } from './ledger.ts';
import { networkRoutes } from './network.ts';
import { noticeSettingsRoutes } from './notice-settings.ts';
import { pullRoutes } from './pull.ts';
import { recoveryRoutes } from './recovery.ts';
import type { RouteDefinition } from './route.ts';
import { sourceAddressRoutes } from './source-addresses.ts';
import { statisticsRoutes } from './statistics.ts';
import { userDataRoutes } from './user-data.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { webhookSecretRoutes } from './webhook-secrets.ts';

/** In the order of the reference. */
export const routes = {
  ...blockRoutes,
  ...activityRoutes,
  ...eventRoutes,
  ...eventTypeRoutes,
  ...webhookRoutes,
  ...webhookSecretRoutes,
  ...checkupRoutes,
  ...deliveryLogRoutes,
  ...eventErasureRoutes,
  ...sendingRoutes,
  ...recoveryRoutes,
  ...ledgerRoutes,
  ...pullRoutes,
  ...sourceAddressRoutes,
  ...statisticsRoutes,
  ...userDataRoutes,
  ...adminLinkRoutes,
  ...networkRoutes,
  ...auditRoutes,
  ...noticeSettingsRoutes,
  ...serviceRoutes,
} as const;

export type OperationId = keyof typeof routes;

/** What a route is for. */
export const documentationOf = (route: RouteDefinition): RouteDoc<Example> => routeDocOf(route)(world);
