/** What is generated of the events' documented `data`: JSON Schemas (draft 2020-12), and the types of the client. */
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import { documentedPayload, payloadParts } from '../contract/documented-payloads.ts';
import { type EventType, eventTypes } from '../contract/event-catalogue.ts';
import { type JsonSchema, shorterNullable } from '../contract/json-schemas.ts';
import { definitionOf, typeOf } from './schema-types.ts';

/** The text of the file from which GET /event-types serves the schemas: one event a line. */
export function eventJsonSchemasText(): string {
  const lines = [...eventTypes.values()].map(
    (eventType) => `"${eventType.name}": ${JSON.stringify(eventJsonSchema(eventType), withoutEmptyKeywords)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

const config: ConversionConfig = {
  definitions: payloadParts,
  target: 'draft-2020-12',
  overrideSchema: ({ jsonSchema }) => shorterNullable(jsonSchema),
};

/** A complete schema of an event's `data`: it has the parts that it refers to in its `$defs`. */
export function eventJsonSchema(eventType: EventType): JsonSchema {
  const { $schema = '', $defs = {}, ...schema } = toJsonSchema(documentedPayload(eventType), config);
  const used = usedParts(schema, $defs);
  return {
    $schema,
    ...schema,
    ...(used.size > 0 && { $defs: Object.fromEntries(Object.entries($defs).filter(([name]) => used.has(name))) }),
  };
}

/** Names of parts that the schema refers to. Parts refer to no other parts. */
function usedParts(schema: JsonSchema, parts: object): ReadonlySet<string> {
  const text = JSON.stringify(schema);
  return new Set(Object.keys(parts).filter((name) => text.includes(`"#/$defs/${name}"`)));
}

/** Leaves out `"required":[]`, `"properties":{}` and `"items":{}`, which say nothing. */
function withoutEmptyKeywords(key: string, value: unknown): unknown {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty && ['required', 'properties', 'items'].includes(key) ? undefined : value;
}

const parts = Object.entries(payloadParts);
const names = new Map<unknown, string>(parts.map(([name, schema]) => [schema, name]));

/** The client's module with the types of events. It imports nothing. */
export function clientEvents(): string {
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
    ...parts.flatMap(([name, schema]) => [
      `export type ${name} = ${definitionOf(schema, { names, isInput: true })};`,
      '',
    ]),
    '/** The `data` of each event, by its name. */',
    'export type EventPayloads = {',
    ...[...eventTypes.values()].flatMap((eventType: EventType) => [
      `  /** ${eventType.description} */`,
      `  readonly '${eventType.name}': ${typeOf(documentedPayload(eventType), { names, isInput: true })};`,
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
