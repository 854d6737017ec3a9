/**
 * The OpenAPI document in the form of version 3.0, for tools that do not read 3.1. It is made of the document of version
 * 3.1, so that both describe the same (https://spec.openapis.org/oas/v3.0.4.html). What 3.0 can't say is left out: the
 * requests that receivers get, and that the names of members are texts. No function loads it.
 */
import { isJsonObject } from './schema.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Members that have values, and no schemas. */
const values = ['example', 'default', 'enum'];

/** The same in version 3.0. `document` is one of version 3.1. Throws where it refers to a response that it lacks. */
export function openApi30(document: JsonObject): JsonObject {
  const { webhooks: _, ...described } = document;
  const converted = convert({ ...described, openapi: '3.0.3', info: infoOf(document) }, document);
  return isJsonObject(converted) ? withoutUnusedResponses(converted) : {};
}

/** A response that each route describes in its own words is written out everywhere, so that nothing refers to it. */
function withoutUnusedResponses(document: JsonObject): JsonObject {
  const { components } = document;
  if (!isJsonObject(components) || !isJsonObject(components['responses'])) return document;
  const text = JSON.stringify(document);
  const used = Object.entries(components['responses']).filter(([name]) =>
    text.includes(`"#/components/responses/${name}"`),
  );
  return { ...document, components: { ...components, responses: Object.fromEntries(used) } };
}

/** 3.0 has a URL in place of the identifier of a licence. */
function infoOf({ info }: JsonObject): unknown {
  if (!isJsonObject(info) || !isJsonObject(info['license'])) return info;
  const { identifier, ...license } = info['license'];
  return { ...info, license: { ...license, url: `https://spdx.org/licenses/${identifier}.html` } };
}

function convert(value: unknown, document: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((one) => convert(one, document));
  if (!isJsonObject(value)) return value;
  if (typeof value['$ref'] === 'string') return reference(value['$ref'], value, document);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (values.includes(name)) return [[name, member]];
      // The format says it, and generators of that time refuse both.
      if (name === 'pattern' && value['format'] === 'date-time') return [];
      return name === 'properties' ? [[name, members(member, document)]] : membersOf30(name, member, document);
    }),
  );
}

/** The members of 3.0 for one of 3.1. */
function membersOf30(name: string, member: unknown, document: JsonObject): readonly [string, unknown][] {
  switch (name) {
    case 'propertyNames':
      return [];
    case 'const':
      return [['enum', [member]]];
    case 'examples':
      return Array.isArray(member) ? [['example', member[0]]] : [];
    case 'type':
      return typeof member === 'string' ? [[name, member]] : nullableType(member);
    case 'anyOf':
      return [[name, nullableOptions(member, document)]];
    default:
      return [[name, convert(member, document)]];
  }
}

/** Fields, whose names may be those of keywords. */
const members = (fields: unknown, document: JsonObject): unknown =>
  isJsonObject(fields)
    ? Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, convert(schema, document)]))
    : fields;

function nullableType(types: unknown): readonly [string, unknown][] {
  const [type, ...others] = Array.isArray(types) ? types.filter((one) => one !== 'null') : [];
  if (type === undefined || others.length > 0) throw new Error(`OpenAPI 3.0 has no type ${JSON.stringify(types)}.`);
  return [
    ['type', type],
    ['nullable', true],
  ];
}

/** `nullable` stands beside a type, so that the first option with one takes it. */
function nullableOptions(options: unknown, document: JsonObject): unknown {
  if (!Array.isArray(options)) return options;
  const rest = options.filter((option) => !isJsonObject(option) || option['type'] !== 'null');
  const isNullable = rest.length < options.length;
  const first = rest.findIndex((option) => isJsonObject(option) && 'type' in option);
  if (isNullable && first < 0) throw new Error('A union with null needs an option with a type, for OpenAPI 3.0.');
  return rest.map((option, index) =>
    convert(isNullable && index === first ? { ...option, nullable: true } : option, document),
  );
}

/** In 3.0 nothing stands beside a reference. */
function reference($ref: string, { $ref: _, ...beside }: JsonObject, document: JsonObject): unknown {
  if (Object.keys(beside).length === 0) return { $ref };
  if ($ref.startsWith('#/components/schemas/')) {
    return convert({ allOf: [{ $ref }], ...beside }, document);
  }
  const target = $ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((found, name) => (isJsonObject(found) ? found[name] : undefined), document);
  if (!isJsonObject(target)) throw new Error(`The document has no ${$ref}.`);
  return convert({ ...target, ...beside }, document);
}
