/** The JSON Schema (draft 2020-12) of each event's documented `data`, for `npm run generate`. */
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import { documentedPayload, payloadParts } from '../contract/documented-payloads.ts';
import { type EventType, eventTypes } from '../contract/event-catalogue.ts';

type JsonSchema = ReturnType<typeof toJsonSchema>;

/** The text of the file from which GET /event-types serves the schemas: one event a line. */
export function eventJsonSchemasText(): string {
  const lines = [...eventTypes.values()].map(
    (eventType) => `"${eventType.name}": ${JSON.stringify(jsonSchemaOf(eventType), withoutEmptyKeywords)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

const config: ConversionConfig = {
  definitions: payloadParts,
  target: 'draft-2020-12',
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'nullish' ? shorterNullable(jsonSchema) : undefined,
};

/** A complete schema: it has the parts that it refers to in its `$defs`. */
function jsonSchemaOf(eventType: EventType): JsonSchema {
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

/** `{"type":["string","null"]}` rather than `{"anyOf":[{"type":"string"},{"type":"null"}]}`: most members are nullable. */
function shorterNullable({ anyOf: [wrapped] = [] }: JsonSchema): JsonSchema | undefined {
  if (typeof wrapped !== 'object' || typeof wrapped.type !== 'string') return undefined;
  return { ...wrapped, type: [wrapped.type, 'null'] };
}

/** Leaves out `"required":[]`, `"properties":{}` and `"items":{}`, which say nothing. */
function withoutEmptyKeywords(key: string, value: unknown): unknown {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return isEmpty && ['required', 'properties', 'items'].includes(key) ? undefined : value;
}
