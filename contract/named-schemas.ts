/** The parts of responses that have a name of their own: components of the OpenAPI document, and types of the client. */
import { HideMode } from './access.ts';
import { ActivityPosition, ActivityRecord } from './activity.ts';
import { Actor, ActorKind } from './actor.ts';
import { AuditAction, AuditChange, AuditEntry } from './audit.ts';
import { BlockedUser, BlockUserId, PaginationToken } from './block.ts';
import { CheckupQuestion, CheckupResult, CheckupVerdict } from './checkup.ts';
import {
  Attempt,
  DeliveryDetail,
  DeliveryOfWebhook,
  DeliveryState,
  DeliverySummary,
  Recovering,
} from './deliveries.ts';
import { DeliveryClass, DeliveryStanding } from './delivery-classes.ts';
import { NetworkResponse } from './network.ts';
import { HourlyCounts, WebhookCounts } from './statistics.ts';
import { DisabledReason, WebhookAnswer, WebhookSecret, WebhookState } from './webhooks.ts';

export const namedSchemas = {
  ActivityPosition,
  ActivityRecord,
  Actor,
  ActorKind,
  Attempt,
  AuditAction,
  AuditChange,
  AuditEntry,
  BlockedUser,
  CheckupQuestion,
  CheckupResult,
  CheckupVerdict,
  DeliveryClass,
  DeliveryDetail,
  DeliveryOfWebhook,
  DeliveryStanding,
  DeliveryState,
  DeliverySummary,
  DisabledReason,
  HideMode,
  HourlyCounts,
  NetworkResponse,
  Recovering,
  WebhookAnswer,
  WebhookCounts,
  WebhookSecret,
  WebhookState,
};

/** Parts of requests that have a name in the OpenAPI document, because generators can't name a union by themselves. */
export const namedInputSchemas = { BlockUserId, PaginationToken };
