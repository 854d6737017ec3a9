/** The contract as JSON Schema (draft 2020-12), for OpenAPI and the API reference. No function loads it. */
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { Actor, ActorKind, HideMode } from './access.ts';
import { ActivityPosition, ActivityRecord } from './activity.ts';
import { AuditAction, AuditChange, AuditEntry } from './audit.ts';
import { BlockedUser, BlockUserId, PaginationToken } from './block.ts';
import { Branding } from './branding.ts';
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
import { meaningOf, sentenceOf } from './fields.ts';
import { NetworkFeatures, NetworkResponse } from './network.ts';
import { QuotaLimits } from './quotas.ts';
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
  Branding,
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
  NetworkFeatures,
  NetworkResponse,
  QuotaLimits,
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
  mode: 'input' | 'output',
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(named).map(([name, schema]) => {
      const others = Object.fromEntries(Object.entries(allNamed).filter(([other]) => other !== name));
      const converted = jsonSchema(schema, { mode, owner: name, named: others });
      const description = [sentenceOf(name), converted.description].filter(Boolean).join(' ');
      return [name, { ...converted, ...(description !== '' && { description }) }];
    }),
  );

interface SchemaOptions {
  readonly mode: 'input' | 'output';
  /** The schema or operation whose fields these are, for their sentences. */
  readonly owner: string;
  /** Schemas that are referred to by name. */
  readonly named?: Readonly<Record<string, Schema>>;
}

/** A schema of the contract as JSON Schema; rules that it can't express are left out. */
export function jsonSchema(schema: Schema, { mode, owner, named = allNamed }: SchemaOptions): JsonSchema {
  const config: ConversionConfig = {
    typeMode: mode,
    target: 'draft-2020-12',
    errorMode: 'ignore',
    definitions: { ...named },
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    overrideSchema: ({ valibotSchema, jsonSchema: converted }) => ({
      ...forEveryTool(converted),
      ...(mode === 'input' && ruleOf(valibotSchema)),
      ...fieldsOf(valibotSchema, converted, owner),
    }),
    overrideAction: ({ jsonSchema: { pattern, ...converted } }) => ({
      ...converted,
      ...(pattern !== undefined && { pattern: withoutClasses(pattern) }),
    }),
  };
  const { $schema: _, $defs: __, ...document } = toJsonSchema(schema, config);
  return document;
}

const CONTROLS = '\\x00-\\x1f\\x7f-\\x9f';
/** Python, Go and regular expressions without the flag `u` don't know `\p{Cc}`. */
const withoutClasses = (pattern: string): string =>
  pattern.replaceAll('\\P{Cc}', `[^${CONTROLS}]`).replaceAll('\\p{Cc}', CONTROLS);

/**
 * Generators for Java write classes that don't compile for a constant that is no text or has no type, and for what is
 * null or something else.
 */
function forEveryTool({ const: value, ...schema }: JsonSchema): JsonSchema {
  if (value === true) return { ...schema, type: 'boolean' };
  return value === undefined ? shorterNullable(schema) : { ...schema, type: 'string', const: value };
}

/** `{"type":["string","null"]}` rather than `{"anyOf":[{"type":"string"},{"type":"null"}]}`. */
export function shorterNullable(schema: JsonSchema): JsonSchema {
  const [wrapped, other, more] = schema.anyOf ?? [];
  if (typeof wrapped !== 'object' || typeof wrapped.type !== 'string' || more !== undefined) return schema;
  return typeof other === 'object' && other.type === 'null' ? { ...wrapped, type: [wrapped.type, 'null'] } : schema;
}

/** The message about a wrong value describes a right one, too. */
function ruleOf(schema: Schema): JsonSchema {
  const message = 'message' in schema ? schema.message : undefined;
  return typeof message === 'string' && schema.type !== 'boolean'
    ? { description: `${message.replace(/^must/, 'Must')}.` }
    : {};
}

/** The fields of an object, each with its sentence and an example. */
function fieldsOf(schema: Schema, { properties }: JsonSchema, owner: string): JsonSchema {
  if (properties === undefined || !v.is(WithEntries, schema)) return {};
  const described = Object.entries(properties).map(([name, field]) => {
    const type = nameOf(schema.entries[name]);
    const [sentence, example] = meaningOf(nameOf(schema) ?? owner, name, type);
    const own = typeof field === 'object' ? field : {};
    const description = own.description === undefined ? sentence : `${sentence} ${own.description}`;
    return [name, { ...own, description, ...(example !== undefined && { examples: [example] }) }] as const;
  });
  return { properties: Object.fromEntries(described) };
}

const WithEntries = v.object({ entries: v.record(v.string(), v.unknown()) });
const Wrapped = v.object({ wrapped: v.unknown() });
const nameOfSchema = new Map<unknown, string>(Object.entries(allNamed).map(([name, schema]) => [schema, name]));

/** The name of a schema, also of an optional one. */
export const nameOf = (schema: unknown): string | undefined =>
  nameOfSchema.get(schema) ?? (v.is(Wrapped, schema) ? nameOfSchema.get(schema.wrapped) : undefined);
