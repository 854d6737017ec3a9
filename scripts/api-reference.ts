/** The API reference in Markdown, generated from the contract: an index, and a page for each group of routes. */
import { deliveryAdvice, standingDescriptions } from '../contract/delivery-classes.ts';
import { errorKinds } from '../contract/errors.ts';
import { type Example, examples } from '../contract/examples.ts';
import { components, type JsonSchema, jsonSchema, namedInputSchemas, namedSchemas } from '../contract/json-schemas.ts';
import { parametersOf, tagOf, tags } from '../contract/openapi.ts';
import {
  ATTEMPT_BUDGET_MS,
  legacyReceiverHeader,
  receiverHeaders,
  receiverResponses,
} from '../contract/receiver-contract.ts';
import type { RouteDefinition } from '../contract/route.ts';
import { routes } from '../contract/routes.ts';
import { apiPage, fence, jsonText, sampleSetup, samplesOf } from './api-samples.ts';

const exampleOf = ({ operationId }: RouteDefinition): Example =>
  new Map<string, Example>(Object.entries(examples)).get(operationId) ?? { response: {} };

const GENERATED = 'Generated from `contract/` by `npm run generate`.';
const RECEIVERS = 'Receivers';

/** The pages by their path. */
export function apiReference(): Readonly<Record<string, string>> {
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    file: `${apiPage(name)}.md`,
    definitions: Object.values<RouteDefinition>(routes).filter(({ path }) => tagOf(path) === name),
  }));
  const pages = groups.map(({ name, description, file, definitions }) => {
    const sections = definitions.flatMap((definition) => section(definition, exampleOf(definition)));
    const head = `${description} [What samples need](../api.md#samples), [errors](../api.md#errors). ${GENERATED}`;
    const lines = [`# ${name}`, '', head, '', ...(name === RECEIVERS ? receiverSection() : []), ...sections];
    return [`docs/${file}`, [...lines, ...objectSection(sections)].join('\n')];
  });
  return { 'docs/api.md': index(groups), ...Object.fromEntries(pages) };
}

type Group = Readonly<Record<'name' | 'description' | 'file', string>> & {
  readonly definitions: readonly RouteDefinition[];
};

function index(groups: readonly Group[]): string {
  const rows = groups.flatMap(({ file, name, definitions }) => [
    `| **[${name}](${file})** | | |`,
    ...definitions.map(
      (definition) =>
        `| [${definition.summary}](${file}#${anchor(definition)}) | \`${title(definition)}\` | ${definition.role} |`,
    ),
  ]);
  return [
    '# API reference',
    '',
    `${GENERATED} \`GET /openapi.json\` serves the same as an OpenAPI document.`,
    '',
    '| operation | route | role |',
    '|---|---|---|',
    ...rows,
    '',
    '## Samples',
    '',
    'Every sample of a route begins with one of these. In place of the example ids put your own.',
    '',
    ...fences(sampleSetup),
    ...errorSection(),
  ].join('\n');
}

const title = ({ method, path }: RouteDefinition): string => `${method} ${path}`;

const anchor = ({ summary }: RouteDefinition): string =>
  summary
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

const schemas: Readonly<Record<string, JsonSchema>> = {
  ...components(namedInputSchemas, 'input'),
  ...components(namedSchemas, 'output'),
};

/** The objects that the lines link to, and those that these link to. */
function objectSection(lines: readonly string[]): string[] {
  const names = new Set<string>();
  const find = (text: readonly string[]): void => {
    for (const [, name = ''] of text.join('\n').matchAll(/\[([A-Z]\w+)\]\(#/g)) {
      if (names.has(name)) continue;
      names.add(name);
      find(tableOf(name));
    }
  };
  find(lines);
  const objects = [...names].toSorted().flatMap((name) => [`### ${name}`, '', ...tableOf(name)]);
  return objects.length === 0 ? [] : ['## Objects', '', ...objects];
}
function tableOf(name: string): string[] {
  const { enum: values, ...schema } = schemas[name] ?? {};
  if (values === undefined) return table('field', fields(schema));
  const meanings = new Map<unknown, string>(Object.entries(standingDescriptions));
  const advice = new Map<unknown, string>(Object.entries(deliveryAdvice));
  const rowOf = (value: unknown) => `| ${code(value)} | ${meanings.get(value)} | ${advice.get(value) ?? ''} |`;
  return values.every((value) => meanings.has(value))
    ? ['| value | meaning | what to do |', '|---|---|---|', ...values.map(rowOf), '']
    : [`One of ${values.map(code).join(', ')}.`, ''];
}
/** More values than this have a section of their own, as objects have. */
const FEW_VALUES = 8;

/** With what its named schema says, unless that has a section of its own, as objects have. */
function resolved({ $ref = '', ...schema }: JsonSchema): JsonSchema & { readonly object?: string } {
  const name = $ref.replace('#/components/schemas/', '');
  const named = schemas[name];
  if (named === undefined) return schema;
  const isInline = named.properties === undefined && (named.enum ?? []).length <= FEW_VALUES;
  if (!isInline) return { ...schema, object: name };
  const inline = resolved(named);
  const sentences = new Set([schema.description, inline.description].filter((text) => text !== undefined));
  return { ...inline, ...schema, description: [...sentences].join(' ') };
}

function section(definition: RouteDefinition, example: Example): string[] {
  const { operationId, summary, description, role, feature, quota, body, response, afterFailure } = definition;
  const parameters = parametersOf(definition).map(
    ({ schema, description: meaning, example: value, required, name, in: place }): Field => ({
      ...fieldOf(name, { ...schema, description: meaning, ...(value !== undefined && { examples: [value] }) }),
      type: `${typeOf(schema)} in the ${place}`,
      required,
    }),
  );
  const inBody = body ? fields(jsonSchema(body.schema, { mode: 'input', owner: operationId })) : [];
  const access = [
    role === 'anyone' ? 'No token' : role === 'receiver' ? 'Signed with the secret of the webhook' : `Role \`${role}\``,
    ...(feature === undefined ? [] : [`feature \`${feature}\``]),
    ...(quota === 'none' ? [] : [`[quota](../spec/requests.md#quotas) \`${quota}\``]),
    ...(body ? [`body of at most ${body.maxBytes.toLocaleString('en')} bytes`] : []),
  ];
  return [
    `## ${summary}`,
    '',
    `\`${title(definition)}\``,
    '',
    description,
    '',
    `${access.join(', ')}.`,
    '',
    ...table('parameter or field', [...parameters, ...inBody]),
    ...fences(samplesOf(definition, example)),
    `Response ${response.status}: ${response.description}`,
    ...(response.unfinished ? ['', `Response ${response.unfinished.status}: ${response.unfinished.description}`] : []),
    '',
    ...fence('json', jsonText(example.response)),
    ...responseTable(definition),
    ...(afterFailure === undefined ? [] : [`After 500 or 503: ${afterFailure}`, '']),
  ];
}

function responseTable({ operationId, response }: RouteDefinition): string[] {
  const schema = jsonSchema(response.body, { mode: 'output', owner: operationId });
  return resolved(schema).object === undefined ? table('field', fields(schema)) : [`It is a ${typeOf(schema)}.`, ''];
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly meaning: string;
}

/** One row for each field; a nested field is named like `results[].blocked_userId`. */
function fields(schema: JsonSchema, prefix = ''): Field[] {
  const { properties = {}, required = [], items, additionalProperties } = schema;
  const own = Object.entries(properties).flatMap(([key, value]) => {
    if (typeof value === 'boolean') return [];
    const name = prefix === '' ? key : `${prefix}.${key}`;
    return [{ ...fieldOf(name, value), required: required.includes(key) }, ...fields(value, name)];
  });
  const elements = typeof items === 'object' && !Array.isArray(items) ? fields(items, `${prefix}[]`) : [];
  const values =
    typeof additionalProperties === 'object' && additionalProperties.properties !== undefined
      ? fields(additionalProperties, prefix === '' ? '<id>' : `${prefix}.<id>`)
      : [];
  return [...own, ...elements, ...values];
}

function fieldOf(name: string, schema: JsonSchema) {
  const { description = '', default: usual, examples: [example] = [], enum: values } = resolved(schema);
  const rest = [
    ...(values === undefined || values.length === 1 ? [] : [`One of ${values.map(code).join(', ')}.`]),
    ...(usual === undefined ? [] : [`Default: ${code(usual)}.`]),
    ...(example === undefined ? [] : [`Example: ${code(example)}.`]),
  ];
  return { name, type: typeOf(schema), meaning: [description, ...rest].join(' ').replaceAll('|', '\\|') };
}

const code = (value: unknown): string =>
  `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``;

function typeOf(schema: JsonSchema): string {
  const { type, anyOf, const: value, items, object } = resolved(schema);
  if (object !== undefined) return `[${object}](#${object.toLowerCase()})`;
  if (anyOf !== undefined)
    return [...new Set(anyOf.map((one) => (typeof one === 'object' ? typeOf(one) : 'any')))].join(' or ');
  if (value !== undefined) return code(value);
  if (type === 'array' && typeof items === 'object' && !Array.isArray(items)) return `array of ${typeOf(items)}`;
  return type === undefined ? 'any' : [type].flat().join(' or ');
}

const table = (head: string, rows: readonly Field[]): string[] =>
  rows.length === 0
    ? []
    : [
        `| ${head} | type | meaning |`,
        '|---|---|---|',
        ...rows.map(
          ({ name, type, required, meaning }) =>
            `| \`${name}\` | ${type}${required ? '' : ', optional'} | ${meaning} |`,
        ),
        '',
      ];

const fences = (samples: Readonly<Record<string, string>>): string[] =>
  Object.entries(samples).flatMap(([language, text]) => fence(language, text));

function receiverSection(): string[] {
  return [
    '## The request of a webhook',
    '',
    `You implement the receiver. For each event it gets a POST to the URL of its webhook. It verifies a signature before it processes the event, and responds within ${ATTEMPT_BUDGET_MS / 1000} s, counted from the name look-up to the last byte of the response. Requests may come more than once, and in another order than the events occurred.`,
    '',
    'Body: exactly `{"event":<name>,"data":<payload>}`. `data` is the text that the platform posted. Headers, besides those that the admin has set:',
    '',
    '| header | value |',
    '|---|---|',
    ...Object.entries(receiverHeaders).map(([name, value]) => `| \`${name}\` | ${value} |`),
    `| \`${legacyReceiverHeader.name}\` | ${legacyReceiverHeader.value} |`,
    '',
    '| response | meaning |',
    '|---|---|',
    ...Object.entries(receiverResponses).map(
      ([status, meaning]) => `| ${status === 'default' ? 'anything else' : status} | ${meaning} |`,
    ),
    '',
    'The two routes below need no token. They are signed with the same three headers, `webhook-id`, `webhook-timestamp` and `webhook-signature`: see [how to reconcile](../guides/reconcile.md), which has code for JavaScript and Python.',
    '',
  ];
}
function errorSection(): string[] {
  return [
    '## Errors',
    '',
    'Every error of the service has the body `{"status":"error","code":<number>,"message":<text>,"data"?:{"detail":[…]}}`. Every response of a route has the header `x-request-id`.',
    '',
    'API Gateway itself responds with `{"message":<text>}` and without that header: 401 without an `Authorization` header, 403 for a request that has bypassed AWS WAF, 404 for a path without a route, 413 above 10 MB, 429 above the throttle of a route, 431 for a request line and headers of more than 10,240 bytes, and 500 or 503 if a function fails or takes too long. Twenty long user ids and a long token can exceed 10,240 bytes: check fewer ids at once then, as the client does.',
    '',
    '| kind | HTTP status | code |',
    '|---|---|---|',
    ...Object.entries(errorKinds).map(([kind, { status, code }]) => `| ${kind} | ${status} | ${code} |`),
    '',
  ];
}
