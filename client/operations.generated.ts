/** The operations of the contract, for the client. Generated from `contract/` by `npm run generate`. */
import type { MakeMethod, Methods } from './operation.ts';

export const methods = (make: MakeMethod): Methods => ({
  blockUser: make({ operationId: 'blockUser', method: 'POST', path: '/block/members', body: true }),
  unblockUser: make({ operationId: 'unblockUser', method: 'DELETE', path: '/block/members', body: true }),
  listBlockedUsers: make({ operationId: 'listBlockedUsers', method: 'POST', path: '/block', body: true }),
  checkHidden: make({ operationId: 'checkHidden', method: 'GET', path: '/block/members' }),
  listActivities: make({ operationId: 'listActivities', method: 'GET', path: '/user-activities' }),
  ingestEvents: make({ operationId: 'ingestEvents', method: 'POST', path: '/events', body: true }),
  listEventTypes: make({ operationId: 'listEventTypes', method: 'GET', path: '/event-types' }),
  createWebhook: make({ operationId: 'createWebhook', method: 'POST', path: '/webhooks', body: true }),
  listWebhooks: make({ operationId: 'listWebhooks', method: 'GET', path: '/webhooks' }),
  showWebhook: make({ operationId: 'showWebhook', method: 'GET', path: '/webhooks/{webhookId}' }),
  updateWebhook: make({ operationId: 'updateWebhook', method: 'PATCH', path: '/webhooks/{webhookId}', body: true }),
  deleteWebhook: make({ operationId: 'deleteWebhook', method: 'DELETE', path: '/webhooks/{webhookId}' }),
  revealSecret: make({ operationId: 'revealSecret', method: 'GET', path: '/webhooks/{webhookId}/secret' }),
  rotateSecret: make({ operationId: 'rotateSecret', method: 'POST', path: '/webhooks/{webhookId}/secret', body: true }),
  sendTestEvent: make({ operationId: 'sendTestEvent', method: 'POST', path: '/webhooks/{webhookId}/test', body: true }),
  listDeliveries: make({ operationId: 'listDeliveries', method: 'GET', path: '/webhooks/{webhookId}/deliveries' }),
  showDelivery: make({ operationId: 'showDelivery', method: 'GET', path: '/webhooks/{webhookId}/deliveries/{deliveryId}' }),
  replayDelivery: make({ operationId: 'replayDelivery', method: 'POST', path: '/webhooks/{webhookId}/deliveries/{deliveryId}/replay' }),
  recoverDeliveries: make({ operationId: 'recoverDeliveries', method: 'POST', path: '/webhooks/{webhookId}/recover', body: true }),
  listWebhookStatistics: make({ operationId: 'listWebhookStatistics', method: 'GET', path: '/webhook-statistics' }),
  showWebhookStatistics: make({ operationId: 'showWebhookStatistics', method: 'GET', path: '/webhooks/{webhookId}/statistics' }),
  showNetwork: make({ operationId: 'showNetwork', method: 'GET', path: '/network' }),
  getHealth: make({ operationId: 'getHealth', method: 'GET', path: '/health', open: true }),
  getOpenApi: make({ operationId: 'getOpenApi', method: 'GET', path: '/openapi.json', open: true }),
});
