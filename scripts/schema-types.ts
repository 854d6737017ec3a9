/** The TypeScript type of a contract's schema, as text. */
import * as v from 'valibot';
import { isReactionOrComment } from '../contract/activity.ts';
import { meaningOf } from '../contract/fields.ts';
import { nameOf } from '../contract/json-schemas.ts';
import { isJsonObject } from '../contract/schema.ts';

/** Schemas whose types are referred to by a name. */
export type Names = ReadonlyMap<unknown, string>;

/** Which of a schema's types to write. */
export interface TypeOptions {
  readonly names: Names;
  /** The type of what callers send, deeply read-only, instead of what the service returns. */
  readonly isInput: boolean;
  /** The schema or operation that has the fields, for their sentences. */
  readonly owner?: string;
  /** Query parameters are text, but callers pass numbers for those that the service parses as numbers. */
  readonly isQuery?: boolean;
}

/** What the types need of a schema; its parts are schemas. Another type of schema can't be written, and is an error. */
const Node = v.variant('type', [
  v.object({ type: v.picklist(['string', 'number', 'boolean', 'null', 'unknown']) }),
  v.object({ type: v.literal('literal'), literal: v.union([v.string(), v.number(), v.boolean()]) }),
  v.object({ type: v.literal('picklist'), options: v.array(v.string()) }),
  v.object({ type: v.picklist(['object', 'loose_object']), entries: v.record(v.string(), v.unknown()) }),
  v.object({ type: v.literal('array'), item: v.unknown() }),
  v.object({ type: v.literal('record'), value: v.unknown() }),
  v.object({ type: v.picklist(['union', 'variant']), options: v.array(v.unknown()) }),
  v.object({ type: v.literal('tuple_with_rest'), items: v.array(v.unknown()), rest: v.unknown() }),
  v.object({ type: v.picklist(['optional', 'nullish']), wrapped: v.unknown() }),
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
export const typeOf = (schema: unknown, options: TypeOptions): string =>
  options.names.get(schema) ?? definitionOf(schema, options);

/** Returns what the type of a schema is, for a declaration of its name. */
export function definitionOf(schema: unknown, options: TypeOptions): string {
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
export function fieldsOf(schema: unknown): readonly { name: string; schema: unknown; isRequired: boolean }[] {
  const node = nodeOf(schema);
  if (!('entries' in node)) return [];
  return Object.entries(node.entries).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: !('wrapped' in nodeOf(field)),
  }));
}

function objectType(schema: unknown, context: TypeOptions, isLoose: boolean): string {
  const owner = nameOf(schema) ?? context.owner;
  const options = { ...context, ...(owner !== undefined && { owner }) };
  const fields = fieldsOf(schema).map(
    ({ name, schema: field, isRequired }) =>
      `${sentence(name, field, options)}${readOnly(options)}${name}${isRequired ? '' : '?'}: ${typeOf(field, options)}`,
  );
  const object = `{ ${fields.join('; ')} }`.replaceAll(' \n', '\n');
  const others = `{ ${readOnly(options)}[name: string]: unknown }`;
  if (!isLoose) return object;
  return fields.length === 0 ? others : `${object} & ${others}`;
}

/**
 * What a field means, as a comment for editors; and the rule for it where callers send it, but not of queries, since
 * the client splits lists that are too long for one. On its own line, or declarations lack it.
 */
function sentence(name: string, schema: unknown, { isInput, isQuery, owner }: TypeOptions): string {
  if (owner === undefined) return '';
  const node = nodeOf(schema);
  const { message } = v.parse(Described, 'wrapped' in node ? node.wrapped : schema);
  const rule = isInput && !isQuery && typeof message === 'string' ? ` ${message.replace(/^must/, 'Must')}.` : '';
  return `\n      /** ${meaningOf(owner, name, nameOf(schema))[0]}${rule} */ `;
}

const Described = v.object({ message: v.optional(v.unknown()) });

const readOnly = ({ isInput }: TypeOptions): string => (isInput ? 'readonly ' : '');
const quoted = (value: string | number | boolean): string =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value);

const Pipe = v.object({ pipe: v.array(v.object({ operation: v.optional(v.unknown()) })) });
const becomesNumber = (schema: unknown): boolean =>
  v.is(Pipe, schema) && schema.pipe.some(({ operation }) => operation === Number);
