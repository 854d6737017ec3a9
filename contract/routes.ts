/** Every route, for API Gateway, the OpenAPI document and the client. A handler imports only its own. */
import { listActivities } from './activity.ts';
import { createAdminLink, redeemAdminLink } from './admin-links.ts';
import { getHealth, getOpenApi } from './api.ts';
import { listAudit } from './audit.ts';
import { blockUser, checkAudience, checkHidden, listBlockedUsers, unblockUser } from './block.ts';
import { checkUpWebhook } from './checkup.ts';
import { recoverDeliveries, replayDelivery, retryNow, sendTestEvent } from './deliveries.ts';
import { findDelivery, listDeliveries, listNetworkDeliveries, showDelivery, showEvent } from './delivery-log.ts';
import { listEventTypes } from './event-catalogue.ts';
import { ingestEvents, listEvents } from './events.ts';
import { readLedger, reconcileLedger } from './ledger.ts';
import {
  changeNoticeSettings,
  confirmNoticeAddress,
  sendTestNotice,
  showNetwork,
  showNoticeSettings,
} from './network.ts';
import { listWebhookStatistics, showStatistics, showWebhookStatistics } from './statistics.ts';
import { eraseUser, exportUser } from './user-data.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  revealSecret,
  rotateSecret,
  showWebhook,
  updateWebhook,
} from './webhooks.ts';

export const routes = {
  blockUser,
  unblockUser,
  listBlockedUsers,
  checkHidden,
  checkAudience,
  listActivities,
  ingestEvents,
  listEvents,
  listEventTypes,
  createWebhook,
  listWebhooks,
  showWebhook,
  updateWebhook,
  deleteWebhook,
  revealSecret,
  rotateSecret,
  sendTestEvent,
  checkUpWebhook,
  listDeliveries,
  listNetworkDeliveries,
  showDelivery,
  findDelivery,
  showEvent,
  replayDelivery,
  retryNow,
  recoverDeliveries,
  readLedger,
  reconcileLedger,
  listWebhookStatistics,
  showWebhookStatistics,
  showStatistics,
  exportUser,
  eraseUser,
  createAdminLink,
  redeemAdminLink,
  showNetwork,
  listAudit,
  showNoticeSettings,
  changeNoticeSettings,
  confirmNoticeAddress,
  sendTestNotice,
  getHealth,
  getOpenApi,
} as const;

export type OperationId = keyof typeof routes;
