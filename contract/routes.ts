/** Every route of the API. For API Gateway, the OpenAPI document and the client; a handler imports its own route only. */
import { listActivities } from './activity.ts';
import { getHealth, getOpenApi } from './api.ts';
import { blockUser, checkHidden, listBlockedUsers, unblockUser } from './block.ts';
import { ingestEvents } from './events.ts';

export const routes = {
  blockUser,
  unblockUser,
  listBlockedUsers,
  checkHidden,
  listActivities,
  ingestEvents,
  getHealth,
  getOpenApi,
} as const;

export type OperationId = keyof typeof routes;
