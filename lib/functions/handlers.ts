/** Every handler of the service, by its path in `lambdas/`. The bundler and the stacks both read this. */
import type { OperationId } from '../../contract/routes.ts';

/** The handler of each route of the contract: one function per route, so that each has only its own permissions. */
export const routeHandlers = {
  blockUser: 'block/block-user',
  unblockUser: 'block/unblock-user',
  listBlockedUsers: 'block/list-blocked-users',
  checkHidden: 'block/check-hidden',
  checkAudience: 'block/check-audience',
  listActivities: 'activity/list-activities',
  ingestEvents: 'events/ingest-events',
  listEvents: 'events/list-events',
  listEventTypes: 'webhooks/list-event-types',
  createWebhook: 'webhooks/create-webhook',
  listWebhooks: 'webhooks/list-webhooks',
  showWebhook: 'webhooks/show-webhook',
  updateWebhook: 'webhooks/update-webhook',
  deleteWebhook: 'webhooks/delete-webhook',
  revealSecret: 'webhooks/reveal-secret',
  rotateSecret: 'webhooks/rotate-secret',
  sendTestEvent: 'checkup/send-test-event',
  checkUpWebhook: 'checkup/check-up-webhook',
  listDeliveries: 'delivery-log/list-deliveries',
  listNetworkDeliveries: 'delivery-log/list-network-deliveries',
  showDelivery: 'delivery-log/show-delivery',
  findDelivery: 'delivery-log/find-delivery',
  showEvent: 'delivery-log/show-event',
  replayDelivery: 'recovery/replay-delivery',
  retryNow: 'recovery/retry-now',
  recoverDeliveries: 'recovery/recover-deliveries',
  readLedger: 'recovery/read-ledger',
  reconcileLedger: 'recovery/reconcile-ledger',
  listWebhookStatistics: 'statistics/list-webhook-statistics',
  showWebhookStatistics: 'statistics/show-webhook-statistics',
  showStatistics: 'statistics/show-statistics',
  exportUser: 'user-data/show-user-data',
  eraseUser: 'user-data/erase-user',
  createAdminLink: 'auth/create-admin-link',
  redeemAdminLink: 'auth/redeem-admin-link',
  showNetwork: 'auth/show-network',
  listAudit: 'audit/list-audit',
  showNoticeSettings: 'notices/show-notice-settings',
  changeNoticeSettings: 'notices/change-notice-settings',
  confirmNoticeAddress: 'notices/confirm-notice-address',
  sendTestNotice: 'notices/send-test-notice',
  getHealth: 'api/health',
  getOpenApi: 'api/openapi',
} as const satisfies Record<OperationId, string>;

/** Every handler; `lambdas/<handler>.ts` is its entry file. */
export const handlers = [
  ...Object.values(routeHandlers),
  'auth/authorizer',
  'activity/record-activity',
  'delivery/fan-out',
  'delivery/sign-and-send',
  'delivery/sweep',
  'notices/send-mails',
] as const;

export type Handler = (typeof handlers)[number];
