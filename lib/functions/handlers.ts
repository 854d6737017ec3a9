/** Every function of the service, by the path of its handler in `lambdas/`. The bundler and the stacks both read this. */
import type { OperationId } from '../../contract/routes.ts';

/** The handler that serves each route of the contract: one function per route, so that its rights are its own. */
export const routeHandlers = {
  blockUser: 'block/block-user',
  unblockUser: 'block/unblock-user',
  listBlockedUsers: 'block/list-blocked-users',
  checkHidden: 'block/check-hidden',
  listActivities: 'activity/list-activities',
  ingestEvents: 'events/ingest-events',
  getHealth: 'api/health',
  getOpenApi: 'api/openapi',
} as const satisfies Record<OperationId, string>;

/** Every handler; `lambdas/<handler>.ts` is its entry file. */
export const handlers = [
  ...Object.values(routeHandlers),
  'api/not-found',
  'auth/authorizer',
  'activity/record-activity',
] as const;

export type Handler = (typeof handlers)[number];
