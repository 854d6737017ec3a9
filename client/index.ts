/** The public exports for front ends and servers. Receivers import or copy `verify-webhook.ts`. */

export type { Feature, HideMode } from '../contract/access.ts';
export type { ActivityRecord } from '../contract/activity.ts';
export type { BlockedUser } from '../contract/block.ts';
export type { Attempt, DeliveryDetail, DeliveryState, DeliverySummary } from '../contract/deliveries.ts';
export type { DeliveryClass, DeliveryStanding } from '../contract/delivery-classes.ts';
export type { NetworkResponse } from '../contract/network.ts';
export type { HourlyCounts, WebhookCounts } from '../contract/statistics.ts';
export type { DisabledReason, WebhookAnswer, WebhookSecret, WebhookState } from '../contract/webhooks.ts';
export { type Client, type ClientOptions, createClient, type Fetch } from './client.ts';
export { ApiError, ConnectionError, type ConnectionFailure } from './errors.ts';
export type * from './events.generated.ts';
export type { AnswerTo, CallOptions, OperationId, RequestTo } from './operation.ts';
export { isKnownEvent, isOnPost, parseEvent } from './platform-events.ts';
