/** The contract's schemas as JSON Schema (draft 2020-12), for the OpenAPI document and the API reference. No function loads it. */
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import { Actor, ActorKind, HideMode } from './access.ts';
import { ActivityPosition, ActivityRecord } from './activity.ts';
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
import { EventOutcome } from './delivery-log.ts';
import { NetworkResponse } from './network.ts';
import type { Schema } from './route.ts';
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
  EventOutcome,
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

export type JsonSchema = ReturnType<typeof toJsonSchema>;

const allNamed: Readonly<Record<string, Schema>> = { ...namedInputSchemas, ...namedSchemas };

/** The `components.schemas` of the OpenAPI document for these schemas; they refer to each other by name. */
export const components = (
  named: Readonly<Record<string, Schema>>,
  typeMode: 'input' | 'output',
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(named).map(([name, schema]) => {
      const others = Object.entries(allNamed).filter(([other]) => other !== name);
      return [name, jsonSchema(schema, typeMode, Object.fromEntries(others))];
    }),
  );

/** A schema of the contract as JSON Schema; rules that it can't express are left out. Schemas in `named` are referred to by name. */
export function jsonSchema(
  schema: Schema,
  typeMode: 'input' | 'output',
  named: Readonly<Record<string, Schema>> = allNamed,
): JsonSchema {
  const config: ConversionConfig = {
    typeMode,
    target: 'draft-2020-12',
    errorMode: 'ignore',
    definitions: { ...named },
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    // The message about a wrong value describes a right one, too.
    overrideSchema: ({ valibotSchema, jsonSchema: converted }) =>
      'message' in valibotSchema && typeof valibotSchema.message === 'string'
        ? { ...converted, description: valibotSchema.message }
        : undefined,
  };
  const { $schema: _, $defs: __, ...document } = toJsonSchema(schema, config);
  return document;
}
