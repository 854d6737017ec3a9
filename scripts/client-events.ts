/** The types of events for receivers and platforms, generated from the documented payloads. */
import { type EventType, eventTypes } from '../contract/event-catalogue.ts';
import { eventDescriptions } from '../contract/event-descriptions.ts';
import { eventJsonSchemas, type JsonSchema, payloadPartsJsonSchemas } from './event-json-schemas.ts';

/** The whole module. It imports nothing. */
export function clientEvents(): string {
  const schemas = eventJsonSchemas();
  const parts = Object.entries(payloadPartsJsonSchemas());
  return [
    '/**',
    ' * The events of the catalogue, with the documented members of their `data`. Generated from `contract/` by `npm run generate`.',
    ' *',
    ' * The service only checks the members that are required here. Optional ones may also be null, and platforms may send other',
    ' * types and further members: these types are documentation for them, not a promise.',
    ' */',
    '',
    '/** An object whose members are not documented. */',
    'export type JsonObject = { readonly [member: string]: unknown };',
    '',
    ...parts.flatMap(([name, schema]) => [`export type ${name} = ${typeOf(schema)};`, '']),
    '/** The `data` of each event, by its name. */',
    'export type EventPayloads = {',
    ...[...eventTypes.values()].flatMap(({ name }: EventType) => [
      `  /** ${eventDescriptions[name]} */`,
      `  readonly '${name}': ${typeOf(schemas[name] ?? {}, '  ')};`,
    ]),
    '};',
    '',
    '/** The names of the catalogue. */',
    'export const knownEventNames = [',
    ...[...eventTypes.keys()].map((name) => `  '${name}',`),
    '] as const satisfies readonly (keyof EventPayloads)[];',
    '',
    '/** A name of the catalogue. */',
    'export type KnownEventName = (typeof knownEventNames)[number];',
    '',
    '/** An event of the catalogue: comparing `event` with a name narrows `data`. */',
    'export type KnownEvent = {',
    '  [Name in KnownEventName]: { readonly event: Name; readonly data: EventPayloads[Name] };',
    '}[KnownEventName];',
    '',
    '/** An event that may not be in the catalogue: platforms may post any well-formed name. */',
    'export type UnknownEvent = { readonly event: string; readonly data: JsonObject };',
    '',
    '/** Any event: the body of a webhook request. */',
    'export type PlatformEvent = KnownEvent | UnknownEvent;',
    '',
  ].join('\n');
}

/** The TypeScript type of what fits the schema. Lines after the first one begin with `indent`. */
function typeOf(schema: JsonSchema | boolean, indent = ''): string {
  if (typeof schema === 'boolean') return 'unknown';
  const { $ref, anyOf, const: literal, type } = schema;
  if ($ref !== undefined) return $ref.slice('#/$defs/'.length);
  if (anyOf !== undefined) return anyOf.map((option) => typeOf(option, indent)).join(' | ');
  if (literal !== undefined) return `'${String(literal)}'`;
  const types = Array.isArray(type) ? type : [type];
  return types.map((one) => typeOfKind(one, schema, indent)).join(' | ');
}

function typeOfKind(type: unknown, schema: JsonSchema, indent: string): string {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return arrayType(schema, indent);
    case 'object':
      return objectType(schema, indent);
    default:
      return 'unknown';
  }
}

function arrayType({ prefixItems = [], items = {} }: JsonSchema, indent: string): string {
  const rest = `${Array.isArray(items) ? 'unknown' : typeOf(items, indent)}[]`;
  const first = prefixItems.map((item) => typeOf(item, indent));
  return first.length === 0 ? `readonly ${rest}` : `readonly [${[...first, `...${rest}`].join(', ')}]`;
}

function objectType({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const members = Object.entries(properties);
  if (members.length === 0) return 'JsonObject';
  const inner = `${indent}  `;
  return [
    '{',
    ...members.map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?';
      return `${inner}readonly ${name}${mark}: ${typeOf(schema, inner)};`;
    }),
    `${inner}readonly [member: string]: unknown;`,
    `${indent}}`,
  ].join('\n');
}
