/** The parts of responses that have a name of their own: components of the OpenAPI document, and types of the client. */
import { HideMode } from './access.ts';
import { ActivityPosition, ActivityRecord } from './activity.ts';
import { BlockedUser } from './block.ts';
import { Attempt, DeliveryDetail, DeliveryState, DeliverySummary } from './deliveries.ts';
import { DeliveryClass, DeliveryStanding } from './delivery-classes.ts';
import { NetworkResponse } from './network.ts';
import { HourlyCounts, WebhookCounts } from './statistics.ts';
import { DisabledReason, WebhookAnswer, WebhookSecret, WebhookState } from './webhooks.ts';

export const namedSchemas = {
  ActivityPosition,
  ActivityRecord,
  Attempt,
  BlockedUser,
  DeliveryClass,
  DeliveryDetail,
  DeliveryStanding,
  DeliveryState,
  DeliverySummary,
  DisabledReason,
  HideMode,
  HourlyCounts,
  NetworkResponse,
  WebhookAnswer,
  WebhookCounts,
  WebhookSecret,
  WebhookState,
};
