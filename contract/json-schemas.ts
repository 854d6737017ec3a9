/** The contract as JSON Schema (draft 2020-12), for OpenAPI and the API reference. No function loads it. */
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { type Doc, docOf, meaningsOf, namedSchemas, originalOf } from './documentation.ts';
import { ErrorBody } from './errors.ts';
import type { RouteDefinition, Schema } from './route.ts';
import { routes } from './routes.ts';

export type JsonSchema = ReturnType<typeof toJsonSchema>;

/** Whether a schema describes what callers send, or what they get. */
type Mode = 'input' | 'output';

const names = new Map<object, string>([...namedSchemas].map(([name, schema]) => [schema, name]));

const Wrapper = v.object({ wrapped: v.looseObject({}) });
const WithEntries = v.object({ entries: v.record(v.string(), v.looseObject({})) });

/** What a field means: it says so itself, or its schema does; undefined if neither does. */
export const docOfField = (schema: object): Doc | undefined =>
  docOf(schema) ?? (v.is(Wrapper, schema) ? docOf(schema.wrapped) : undefined);

/** What a named schema and each of its values mean; empty where its name says it. */
export const meaningOf = (schema: Schema): string => sentences(docOf(schema)?.sentence, valuesText(schema));

/** What each of a schema's values means: `` `active`: Events are sent. `` */
export const valuesText = (schema: object): string =>
  Array.from(meaningsOf(schema) ?? [], ([value, sentence]) => `\`${value}\`: ${withFullStop(sentence)}`).join(' ');

const withFullStop = (sentence: string): string => (/[.?]$/.test(sentence) ? sentence : `${sentence}.`);
const sentences = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ');

type Components = Readonly<Record<string, JsonSchema>>;

const definitions = Object.values<RouteDefinition>(routes);

/** The named schemas that responses use, by name. */
export const responseComponents = (): Components =>
  usedBy(
    definitions.map(({ response }) => response.body),
    'output',
  );

/** The `components.schemas` of the OpenAPI document: the named schemas that routes use, by name. */
export function components(): Components {
  const requests = definitions.flatMap(({ body, query, parameters }) => [body?.schema, query, parameters]);
  const found = { ...usedBy(requests, 'input'), ...responseComponents() };
  return Object.fromEntries(Object.entries(found).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The named schemas that schemas refer to, and those that these refer to. */
function usedBy(schemas: readonly (Schema | undefined)[], mode: Mode): Components {
  const found = new Map<string, JsonSchema>();
  const waiting = schemas.flatMap((schema) => (schema === undefined ? [] : [jsonSchema(schema, mode)]));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = namedSchemas.get(name);
      if (found.has(name) || schema === undefined) continue;
      const component = definitionOf(name, schema, mode);
      found.set(name, component);
      waiting.push(component);
    }
  }
  return Object.fromEntries(found);
}

function definitionOf(name: string, schema: Schema, mode: Mode): JsonSchema {
  const converted = convert(schema, mode, new Map([...namedSchemas].filter(([other]) => other !== name)));
  const description = sentences(docOf(schema)?.sentence, converted.description);
  return { ...converted, ...(description !== '' && { description }) };
}

/** The schema of errors. */
export const errorSchema = (): JsonSchema => jsonSchema(ErrorBody, 'output');

/** A schema of the contract as JSON Schema, which refers to named ones; rules that it can't express are left out. */
export const jsonSchema = (schema: Schema, mode: Mode): JsonSchema => convert(schema, mode, namedSchemas);

/** The same with every named schema in full. */
export const wholeJsonSchema = (schema: Schema, mode: Mode): JsonSchema => convert(schema, mode, new Map());

function convert(schema: Schema, mode: Mode, referred: ReadonlyMap<string, Schema>): JsonSchema {
  const config: ConversionConfig = {
    typeMode: mode,
    target: 'draft-2020-12',
    errorMode: 'ignore',
    definitions: Object.fromEntries(referred),
    overrideRef: ({ referenceId }) => refTo(referenceId),
    overrideSchema: ({ valibotSchema, jsonSchema: converted }) => {
      const name = names.get(originalOf(valibotSchema));
      // The schema of a field is a copy, which the converter does not recognize.
      if (name !== undefined && referred.has(name) && valibotSchema !== schema) return { $ref: refTo(name) };
      const description = sentences(valuesText(valibotSchema), mode === 'input' ? ruleOf(valibotSchema) : undefined);
      return {
        ...forEveryTool(converted),
        ...(description !== '' && { description }),
        ...fieldsOf(valibotSchema, converted),
      };
    },
    overrideAction: ({ jsonSchema: { pattern, ...converted } }) => ({
      ...converted,
      ...(pattern !== undefined && { pattern: portable(pattern) }),
    }),
  };
  const { $schema: _, $defs: __, ...document } = toJsonSchema(schema, config);
  return document;
}

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** Of ASCII. */
const CONTROLS = '\\x00-\\x1f\\x7f';
/**
 * The pattern in the words that regular expressions of all languages have. Python, Go and those without the flag `u` don't
 * know `\p{Cc}`; of these controls only those of ASCII stay, since Ruby refuses `\x9f`, and PHP takes it for a byte, which it
 * then finds in letters such as ß. A generator for Ruby escapes a slash itself.
 */
const portable = (pattern: string): string =>
  pattern.replaceAll('\\P{Cc}', `[^${CONTROLS}]`).replaceAll('\\p{Cc}', CONTROLS).replaceAll('\\/', '/');

/**
 * Generators for Java write classes that don't compile for a constant that is no text or has no type, and for what is
 * null or something else. OpenAPI 3.0 forbids an empty list of required fields.
 */
function forEveryTool({ const: value, required = [], ...rest }: JsonSchema): JsonSchema {
  const schema = required.length > 0 ? { ...rest, required } : rest;
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
export function ruleOf(schema: object): string | undefined {
  const message = 'message' in schema ? schema.message : undefined;
  const saysMore = !('type' in schema) || schema.type !== 'boolean';
  return typeof message === 'string' && saysMore ? `${message.replace(/^must/, 'The value must')}.` : undefined;
}

/** The fields of an object, each with its sentence and an example. */
function fieldsOf(schema: object, { properties }: JsonSchema): JsonSchema {
  if (properties === undefined || !v.is(WithEntries, schema)) return {};
  const { entries } = schema;
  const described = Object.entries(properties).map(([name, converted]) => {
    const { sentence, example } = neededDoc(name, docOfField(entries[name] ?? {}));
    const own = typeof converted === 'object' ? converted : {};
    const description = sentences(sentence, own.description);
    return [name, { ...own, description, ...(example !== undefined && { examples: [example] }) }] as const;
  });
  return { properties: Object.fromEntries(described) };
}

function neededDoc(name: string, own: Doc | undefined): Doc {
  if (own === undefined) throw new Error(`The field ${name} needs a sentence beside its schema.`);
  return own;
}
