/** The least value that has the form of a JSON Schema, for a reader to fill in. */
import * as v from 'valibot';

/** The keywords that matter for a sample. */
export interface JsonSchema {
  readonly type?: string | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly JsonSchema[] | undefined;
  readonly items?: JsonSchema | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
}

export const JsonSchema: v.GenericSchema<unknown, JsonSchema> = v.object({
  type: v.optional(v.string()),
  const: v.optional(v.unknown()),
  default: v.optional(v.unknown()),
  anyOf: v.optional(v.array(v.lazy(() => JsonSchema))),
  items: v.optional(v.lazy(() => JsonSchema)),
  properties: v.optional(
    v.record(
      v.string(),
      v.lazy(() => JsonSchema),
    ),
  ),
  required: v.optional(v.array(v.string())),
});

/** Objects have their required members; text is empty. */
export function sampleOf(schema: JsonSchema): unknown {
  const { anyOf: [first] = [], type, items, properties = {}, required = [] } = schema;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (first !== undefined) return sampleOf(first);
  if (type === 'array') return items === undefined ? [] : [sampleOf(items)];
  if (type === 'object') {
    return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]));
  }
  return type === 'string' ? '' : type === 'boolean' ? false : 0;
}
