/** The TypeScript type of a contract's schema, as text. */
import * as v from 'valibot';
import { isReactionOrComment } from '../contract/activity.ts';
import { originalOf } from '../contract/documentation.ts';
import { docOfField, ruleOf, valuesText } from '../contract/json-schemas.ts';
import { isJsonObject } from '../contract/schema.ts';

/** Schemas whose types are referred to by a name. */
export type Names = ReadonlyMap<unknown, string>;

/** Which of a schema's types to write. */
export interface TypeOptions {
  readonly names: Names;
  /** The type of what callers send, deeply read-only, instead of what the service returns. */
  readonly isInput: boolean;
  /** Query parameters are text, but callers pass numbers for those that the service parses as numbers. */
  readonly isQuery?: boolean;
}

/** A part of a schema, as it is: it is recognized by identity. */
const Part = v.custom<object>((value) => typeof value === 'object' && value !== null);

/** What the types need of a schema; its parts are schemas. Another type of schema can't be written, and is an error. */
const Node = v.variant('type', [
  v.object({ type: v.picklist(['string', 'number', 'boolean', 'null', 'unknown']) }),
  v.object({ type: v.literal('literal'), literal: v.union([v.string(), v.number(), v.boolean()]) }),
  v.object({ type: v.literal('picklist'), options: v.array(v.string()) }),
  v.object({ type: v.picklist(['object', 'loose_object']), entries: v.record(v.string(), Part) }),
  v.object({ type: v.literal('array'), item: Part }),
  v.object({ type: v.literal('record'), value: Part }),
  v.object({ type: v.picklist(['union', 'variant']), options: v.array(Part) }),
  v.object({ type: v.literal('tuple_with_rest'), items: v.array(Part), rest: Part }),
  v.object({ type: v.picklist(['optional', 'nullish']), wrapped: Part }),
  v.object({ type: v.literal('custom'), check: v.function() }),
]);

/** A schema, and the steps of its pipe. Throws ValiError for a type of schema that has no text yet. */
const nodeOf = (schema: unknown): v.InferOutput<typeof Node> => v.parse(Node, schema);

/** The types that functions of `v.custom` check. */
const customTypes = new Map<unknown, string>([
  [isJsonObject, 'Record<string, unknown>'],
  [isReactionOrComment, `'comment' | \`reaction_\${string}\``],
]);

/** Returns the type of a schema: its name, if it has one. Throws if it has a part whose type is not known here. */
export const typeOf = (schema: object, options: TypeOptions): string =>
  options.names.get(originalOf(schema)) ?? definitionOf(schema, options);

/** Returns what the type of a schema is, for a declaration of its name. */
export function definitionOf(schema: object, options: TypeOptions): string {
  const node = nodeOf(schema);
  switch (node.type) {
    case 'string':
      return options.isQuery && becomesNumber(schema) ? 'number' : 'string';
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return node.type;
    case 'literal':
      return quoted(node.literal);
    case 'picklist':
      return node.options.map(quoted).join(' | ');
    case 'object':
    case 'loose_object':
      return objectType(schema, options, node.type === 'loose_object');
    case 'array':
      return `${options.isInput ? 'ReadonlyArray' : 'Array'}<${typeOf(node.item, options)}>`;
    case 'record':
      return `{ ${readOnly(options)}[name: string]: ${typeOf(node.value, options)} }`;
    case 'union':
    case 'variant':
      return node.options.map((option) => typeOf(option, options)).join(' | ');
    case 'tuple_with_rest':
      return `readonly [${[...node.items.map((item) => typeOf(item, options)), `...ReadonlyArray<${typeOf(node.rest, options)}>`].join(', ')}]`;
    case 'optional':
      return `${typeOf(node.wrapped, options)} | undefined`;
    case 'nullish':
      return `${typeOf(node.wrapped, options)} | null | undefined`;
    case 'custom': {
      const type = customTypes.get(node.check);
      if (type === undefined) throw new Error('A custom schema needs its type in customTypes.');
      return options.isInput ? `Readonly<${type}>` : type;
    }
  }
}

/** The fields of an object's schema, in their order; none of any other schema. */
export function fieldsOf(schema: object): readonly { name: string; schema: object; isRequired: boolean }[] {
  const node = nodeOf(schema);
  if (!('entries' in node)) return [];
  return Object.entries(node.entries).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: !('wrapped' in nodeOf(field)),
  }));
}

function objectType(schema: object, options: TypeOptions, isLoose: boolean): string {
  const fields = fieldsOf(schema).map(
    ({ name, schema: field, isRequired }) =>
      `${comment(field, options)}${readOnly(options)}${name}${isRequired ? '' : '?'}: ${typeOf(field, options)}`,
  );
  const object = `{ ${fields.join('; ')} }`.replaceAll(' \n', '\n');
  const others = `{ ${readOnly(options)}[name: string]: unknown }`;
  if (!isLoose) return object;
  return fields.length === 0 ? others : `${object} & ${others}`;
}

/**
 * What a field and its values mean, as a comment for editors, if it says so; and the rule for it where callers send it, but not of
 * queries, since the client splits lists that are too long for one. On its own line, or declarations lack it.
 */
function comment(schema: object, { isInput, isQuery, names }: TypeOptions): string {
  const sentence = docOfField(schema)?.sentence;
  if (sentence === undefined) return '';
  const node = nodeOf(schema);
  const inner = 'wrapped' in node ? node.wrapped : schema;
  const values = names.has(originalOf(inner)) ? '' : valuesText(inner);
  const rule = isInput && !isQuery ? ruleOf(inner) : undefined;
  const text = [sentence, values, rule].filter(Boolean).join(' ');
  return `\n      /** ${text} */ `;
}

const readOnly = ({ isInput }: TypeOptions): string => (isInput ? 'readonly ' : '');
const quoted = (value: string | number | boolean): string =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value);

const Pipe = v.object({ pipe: v.array(v.object({ operation: v.optional(v.unknown()) })) });
const becomesNumber = (schema: unknown): boolean =>
  v.is(Pipe, schema) && schema.pipe.some(({ operation }) => operation === Number);
