/**
 * The client's generated modules, in plain TypeScript: types of requests and responses, operations, and what forms and
 * pages say of webhooks and deliveries. They import nothing of the contract, so the client's package needs none of it.
 */
import * as v from 'valibot';
import { Feature } from '../contract/access.ts';
import { deliveryClasses, unattemptedClasses } from '../contract/delivery-classes.ts';
import { DeliverySettings } from '../contract/delivery-settings.ts';
import {
  deprecatedEventNames,
  EVENT_NAME,
  EVENT_PREFIX,
  MAX_EVENT_PATTERN_LENGTH,
  NoticeName,
} from '../contract/event-names.ts';
import { namedSchemas } from '../contract/json-schemas.ts';
import type { RouteDefinition } from '../contract/route.ts';
import { routes } from '../contract/routes.ts';
import { MAX_WEBHOOK_HEADERS } from '../contract/webhook-headers.ts';
import { DEFAULT_OVERLAP_HOURS, MAX_ROTATION_HOURS, MAX_WEBHOOK_DESCRIPTION_LENGTH } from '../contract/webhooks.ts';
import { definitionOf, fieldsOf, type Names, nodeOf, typeOf } from './schema-types.ts';

/** Receivers have a module of their own (client/webhooks/reconcile.ts), since these routes need no token. */
const definitions = Object.values<RouteDefinition>(routes).filter(({ role }) => role !== 'receiver');

/** Callers can import these types. */
const named = { ...namedSchemas, Feature };
const names: Names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));

/** The types. `test/client/contract.types.ts` compares its types with the contract's. */
export function clientTypes(): string {
  return [
    '/** Types of requests and responses. Generated from `contract/` by `npm run generate`. */',
    '',
    ...Object.entries(named).flatMap(([name, schema]) => [namedType(name, schema), '']),
    '/** The request and the response of each operation, by its `operationId`. */',
    'export interface Operations {',
    ...definitions.flatMap(operation),
    '}',
    '',
  ].join('\n');
}

function namedType(name: string, schema: unknown): string {
  // An interface would not fit where any object is accepted, such as a pagination token.
  return `export type ${name} = ${definitionOf(schema, { names, isInput: false, owner: name })};`;
}

function operation(definition: RouteDefinition): string[] {
  const { operationId, summary, description, response } = definition;
  return [
    `  /** ${summary}. ${description} */`,
    `  readonly ${operationId}: {`,
    `    readonly request: ${request(definition)};`,
    `    readonly response: ${typeOf(response.body, { names, isInput: false, owner: operationId })};`,
    '  };',
  ];
}

function request({ operationId, parameters, query, body }: RouteDefinition): string {
  const members = Object.entries({ parameters, query, body: body.schema }).flatMap(([name, schema]) => {
    if (schema === undefined || nodeOf(schema).type === 'unknown') return [];
    const type = typeOf(schema, { names, isInput: true, isQuery: name === 'query', owner: operationId });
    const isOptional = fieldsOf(schema).every(({ isRequired }) => !isRequired);
    return isOptional ? [`readonly ${name}?: ${type} | undefined`] : [`readonly ${name}: ${type}`];
  });
  return members.length === 0 ? 'Readonly<Record<string, never>>' : `{ ${members.join('; ')} }`;
}

/** What the client needs to send an operation. */
export function clientOperations(): string {
  return [
    '/** The operations of the contract, for the client. Generated from `contract/` by `npm run generate`. */',
    "import type { MakeMethod, Methods } from './operation.ts';",
    '',
    'export const methods = (make: MakeMethod): Methods => ({',
    ...definitions.map((definition) => `  ${definition.operationId}: make(${operationTraits(definition)}),`),
    '});',
    '',
  ].join('\n');
}

function operationTraits({ operationId, method, path, role, body }: RouteDefinition): string {
  const traits = [...(body.maxBytes > 0 ? ['body: true'] : []), ...(role === 'anyone' ? ['open: true'] : [])];
  return `{ ${[`operationId: '${operationId}'`, `method: '${method}'`, `path: '${path}'`, ...traits].join(', ')} }`;
}

const { disableAfterSeconds, retryDelaysSeconds } = v.parse(DeliverySettings, {});

const rules = {
  maxDescriptionLength: MAX_WEBHOOK_DESCRIPTION_LENGTH,
  maxEventPatternLength: MAX_EVENT_PATTERN_LENGTH,
  eventPrefix: EVENT_PREFIX,
  eventName: EVENT_NAME,
  maxHeaders: MAX_WEBHOOK_HEADERS,
  noticeNames: NoticeName.options,
  maxRotationHours: MAX_ROTATION_HOURS,
  defaultOverlapHours: DEFAULT_OVERLAP_HOURS,
  disableAfterSeconds,
  attempts: retryDelaysSeconds.length + 1,
  retrySeconds: retryDelaysSeconds.reduce((sum, delay) => sum + delay, 0),
};

/**
 * What forms and pages say of webhooks: limits, patterns and names, and each class of a delivery with its description.
 * The type has every class, so that a missing one does not compile.
 */
export function clientWebhookRules(): string {
  return [
    '/** Rules for webhooks, and the classes of deliveries. Generated from `contract/` by `npm run generate`. */',
    "import type { DeliveryStanding } from './types.generated.ts';",
    '',
    'export const webhookRules = {',
    ...Object.entries(rules).map(([name, value]) => `  ${name}: ${source(value)},`),
    '} as const;',
    '',
    '/** Event names that are refused, each with the one to use instead. */',
    'export const deprecatedEventNames: ReadonlyMap<string, string> = new Map([',
    ...[...deprecatedEventNames].map((entry) => `  ${JSON.stringify(entry)},`),
    ']);',
    '',
    'export const deliveryStandings: Readonly<Record<DeliveryStanding, string>> = {',
    ...Object.entries({ ...deliveryClasses, ...unattemptedClasses }).map(
      ([name, sentence]) => `  ${name}: ${JSON.stringify(sentence)},`,
    ),
    '};',
    '',
  ].join('\n');
}

const source = (value: number | RegExp | readonly string[]): string =>
  value instanceof RegExp ? value.toString() : JSON.stringify(value);
